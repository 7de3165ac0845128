import { describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import { device } from '#contract/calls/mypage.ts'
import { signOut } from '#contract/calls/profile.ts'
import { PASSWORD, signUpMember } from '../harness/factories.ts'
import { passLock } from '../harness/race.ts'
import { makePhone } from '../passes/phone.ts'
import { raceGates } from './raceKit.ts'

/**
 * The conditions on membership and session in the row lock; without them the lock still finds the rows after a
 * withdrawal.
 */
const CONDITIONS =
  / and "member"\."withdrawn_at" is null and ("session"\."id" = \$\d+) and "session"\."ended_at" is null\) for key share/

/**
 * A member withdraws while a request for a code, or for a pass on a phone, is under way. The guard is the row lock on
 * membership and session; its twin leaves a code behind that opens a gate.
 */
describe('a withdrawal beside requests for codes, on postgres', () => {
  const { race, gates, url } = raceGates()

  const owner = async () => {
    const { memberId, accessToken: token } = await signUpMember(gates())
    return { token, passUid: await gates().issue(memberId) }
  }
  const leave = (token: string) =>
    gates().call(signOut, { token, body: { agreeYn: 'Y', password: PASSWORD, loseYn: 'Y' } })
  const askCode = ({ token, passUid }: { token: string; passUid: string }) =>
    gates().call(oneTimeCode, { token, body: { passUid } })
  const scan = async (code: string) => {
    const { data } = await (await gates().gate(gates().inGroup('A')[0] ?? '')).scan(code)
    return data?.reason ?? data?.verdict
  }

  /**
   * The request for a code waits for the row of its pass while the member withdraws; with `together` the withdrawal
   * waits for the request.
   */
  const leaveWhileAsking = async (together: boolean) => {
    const mei = await owner()
    const [issued, withdrawal] = await race.whileHeld(url(), passLock(mei.passUid), async (release) => {
      const asking = askCode(mei)
      await race.waitForLocks(url(), 1)
      const leaving = leave(mei.token)
      if (together) await race.waitForLocks(url(), 2)
      else await leaving
      await release()
      return Promise.all([asking, leaving])
    })
    return [issued.status.code, withdrawal.status.code, await scan(issued.data?.code ?? '')]
  }
  test('a one-time code that was being made is ended by the withdrawal', async () => {
    expect(await leaveWhileAsking(true)).toEqual(['200', '200', 'old_code'])
  })
  test('twin: without the lock on the membership, the one-time code opens a gate', async () => {
    const cut = race.without(/ for key share/, '')
    expect(await leaveWhileAsking(false)).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })

  /** Runs `act` while the withdrawal waits where it ends codes. */
  const actWhileLeaving = async (token: string, act: () => Promise<{ status: { code: string } }>) => {
    const answers = await race.whileHeld(url(), { text: 'lock table one_time_code in share mode' }, async (release) => {
      const leaving = leave(token)
      await race.waitForLocks(url(), 1)
      const acting = act()
      await race.waitForLocks(url(), 2)
      await release()
      return Promise.all([leaving, acting])
    })
    return answers.map(({ status }) => status.code)
  }
  test('a one-time code that is requested during the withdrawal is not made', async () => {
    const mei = await owner()
    expect(await actWhileLeaving(mei.token, () => askCode(mei))).toEqual(['200', 'E_TOKEN'])
  })

  /**
   * A phone's request for a pass waits before the phone is registered while the member withdraws. Returns what its code
   * gets at a gate.
   */
  const leaveWhileShowing = async () => {
    const { token, passUid } = await owner()
    const phone = await makePhone(gates())
    const proof = await phone.proof(await phone.nonce(token))
    const heldNonce = { text: 'select 1 from device_nonce where nonce = $1 for update', values: [proof.nonce] }
    const [binding, withdrawal] = await race.whileHeld(url(), heldNonce, async (release) => {
      const showing = gates().call(device, { token, body: { ...proof, passUid } })
      await race.waitForLocks(url(), 1)
      const leaving = await leave(token)
      await release()
      return [await showing, leaving] as const
    })
    const certificate = binding.data?.list.find((pass) => pass.passUid === passUid)?.certificate ?? null
    return [
      binding.status.code,
      withdrawal.status.code,
      certificate && (await scan(await gates().draw(phone, certificate))),
    ]
  }
  test('a phone that requested a pass before the withdrawal gets none after it', async () => {
    expect(await leaveWhileShowing()).toEqual(['E_TOKEN', '200', null])
  })
  test('twin: without the conditions on member and session, the pass opens a gate', async () => {
    const cut = race.without(CONDITIONS, ' and $1) for key share')
    expect(await leaveWhileShowing()).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })
})
