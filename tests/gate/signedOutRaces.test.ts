import { describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import * as account from '#contract/calls/account.ts'
import { device } from '#contract/calls/mypage.ts'
import { changePassword, update as updateProfile } from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { end as endSession, endOthers } from '#contract/calls/session.ts'
import { SECOND_MS } from '#contract/time.ts'
import { PASSWORD, signIn, signUpMember, temporaryPasswordFor } from '../harness/factories.ts'
import { passLock, type Statement } from '../harness/race.ts'
import { makePhone } from '../passes/phone.ts'
import { raceGates } from './raceKit.ts'

const NEW_PASSWORD = 'Gwangalli-2026!'
/** Answers of requests before or after the end of their own session or of the other one. */
const EXPECTED = ['200', 'E_TOKEN', 'E_NOT_FOUND', 'E_PASSWORD_CURRENT']

/**
 * The owner ends all other sessions while a thief's request for a code, or for a pass on a phone, is under way in one
 * of them. The guard is the row lock on the session; without it the thief gets a code that opens a gate.
 */
describe('the end of a session beside requests for codes in it, on postgres', () => {
  const { race, gates, url } = raceGates()

  /** A member with a pass and two sessions, the second of which is the thief's. */
  const robbed = async () => {
    gates().advance(60 * SECOND_MS)
    const member = await signUpMember(gates())
    const passUid = await gates().issue(member.memberId)
    const { accessToken: stolen } = await signIn(gates(), member)
    return { email: member.email, token: member.accessToken, stolen, passUid }
  }
  type Robbed = Awaited<ReturnType<typeof robbed>>

  const sessionIdOf = (token: string): string => {
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    return sid
  }

  const ENDS = {
    'a new password': ({ token }: Robbed) => {
      const body = { currentPassword: PASSWORD, password: NEW_PASSWORD }
      return () => gates().call(changePassword, { token, body })
    },
    'signing out everywhere':
      ({ token }: Robbed) =>
      () =>
        gates().call(endOthers, { token, body: {} }),
    'signing that device out':
      ({ token, stolen }: Robbed) =>
      () =>
        gates().call(endSession, { token, params: { id: sessionIdOf(stolen) } }),
    'a recovered password': async ({ email }: Robbed) => {
      gates().advance(SECOND_MS)
      await gates().call(recovery.findPassword, { query: { email } })
      const password = await temporaryPasswordFor(gates(), email)
      const { data } = await gates().call(account.login, { body: { id: email, password } })
      const body = { accessToken: data?.accessToken ?? '', password: NEW_PASSWORD }
      return () => gates().call(recovery.changePassword, { body })
    },
  }
  const names = Object.keys(ENDS) as (keyof typeof ENDS)[]
  const HOLD = / for key share/

  const askCode = ({ stolen, passUid }: Robbed) => gates().call(oneTimeCode, { token: stolen, body: { passUid } })
  const scan = async (code: string) => {
    const { data } = await (await gates().gate(gates().inGroup('A')[0] ?? '')).scan(code)
    return data?.reason ?? data?.verdict
  }
  interface Answer {
    status: { code: string }
    data?: { code: string } | null
  }
  const outcome = async (issued: Answer, ended: { status: { code: string } }) => [
    issued.status.code,
    ended.status.code,
    issued.data ? await scan(issued.data.code) : null,
  ]

  /**
   * The request for a code waits for the row of its pass while the sessions end; with `together` the end waits for the
   * request.
   */
  const endWhileAsking = async (name: keyof typeof ENDS, { together }: { together: boolean }) => {
    const mei = await robbed()
    const end = await ENDS[name](mei)
    const [issued, ended] = await race.whileHeld(url(), passLock(mei.passUid), async (release) => {
      const asking = askCode(mei)
      await race.waitForLocks(url(), 1)
      const ending = end()
      await (together ? race.waitForLocks(url(), 2) : ending)
      await release()
      return Promise.all([asking, ending])
    })
    return outcome(issued, ended)
  }
  test.each(names)('%s invalidates a one-time code that is being created', async (name) => {
    expect(await endWhileAsking(name, { together: true })).toEqual(['200', '200', 'old_code'])
  })
  test.each(names)('twin: without the lock on the session %s leaves the code valid', async (name) => {
    const cut = race.without(HOLD, '')
    expect(await endWhileAsking(name, { together: false })).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThan(0)
  })

  const HELD_PHONES: Statement = { text: 'lock table device in share mode' }
  /**
   * The end of the sessions waits where the phones are deleted while a code is requested; with `together` the request
   * waits for it.
   */
  const askWhileEnding = async (name: keyof typeof ENDS, { together }: { together: boolean }) => {
    const mei = await robbed()
    const end = await ENDS[name](mei)
    const [issued, ended] = await race.whileHeld(url(), HELD_PHONES, async (release) => {
      const ending = end()
      await race.waitForLocks(url(), 1)
      const asking = askCode(mei)
      await (together ? race.waitForLocks(url(), 2) : asking)
      await release()
      return Promise.all([asking, ending])
    })
    return outcome(issued, ended)
  }
  test.each(names)('a one-time code that is requested while the sessions end by %s is not created', async (name) => {
    expect(await askWhileEnding(name, { together: true })).toEqual(['E_TOKEN', '200', null])
  })
  test.each(names)(
    'twin: without the lock on the session, a one-time code that is requested during %s is created',
    async (name) => {
      const cut = race.without(HOLD, '')
      expect(await askWhileEnding(name, { together: false })).toEqual(['200', '200', 'admitted'])
      expect(cut.count).toBeGreaterThan(0)
    },
  )

  /**
   * A phone's request for a pass waits before the phone is registered while the sessions end. Returns what its code
   * gets at a gate.
   */
  const endWhileShowing = async (name: keyof typeof ENDS) => {
    const mei = await robbed()
    const end = await ENDS[name](mei)
    const phone = await makePhone(gates())
    const proof = await phone.proof(await phone.nonce(mei.stolen))
    const nonceLock = { text: 'select 1 from device_nonce where nonce = $1 for update', values: [proof.nonce] }
    const [binding, ended] = await race.whileHeld(url(), nonceLock, async (release) => {
      const showing = gates().call(device, { token: mei.stolen, body: { ...proof, passUid: mei.passUid } })
      await race.waitForLocks(url(), 1)
      const ending = await end()
      await release()
      return [await showing, ending] as const
    })
    const certificate = binding.data?.list.find(({ passUid }) => passUid === mei.passUid)?.certificate ?? null
    return [binding.status.code, ended.status.code, certificate && (await scan(await gates().draw(phone, certificate)))]
  }
  test.each(names)('a phone that requested a pass before %s gets none after it', async (name) => {
    expect(await endWhileShowing(name)).toEqual(['E_TOKEN', '200', null])
  })
  test.each(names)(
    'twin: without the condition that the session is open, the phone’s pass opens a gate after %s',
    async (name) => {
      const cut = race.without(/ and "session"\."ended_at" is null\) for key share/, ')')
      expect(await endWhileShowing(name)).toEqual(['200', '200', 'admitted'])
      expect(cut.count).toBeGreaterThan(0)
    },
  )

  const sessionsLock = ({ email }: Robbed) => ({
    text: 'select 1 from session where member_id = (select id from member where email = $1) order by id for update',
    values: [email],
  })

  /** Two sessions of one member sign each other out at the same time. */
  const endEachOther = async () => {
    const mei = await robbed()
    race.takeFailures()
    const answers = await race.runTogether(
      url(),
      sessionsLock(mei),
      [mei.token, mei.stolen].map((token) => () => gates().call(endOthers, { token, body: {} })),
    )
    return answers.map(({ status }) => status.code).toSorted()
  }
  test('of two sessions that sign each other out one stays', async () => {
    expect(await endEachOther()).toEqual(['200', 'E_TOKEN'])
    expect(race.takeDeadlocks()).toBe(0)
  })
  test('twin: without the lock on all sessions of the member none stays', async () => {
    const cut = race.without(/ order by "session"\."id" asc for update$/, '')
    expect(await endEachOther()).toEqual(['200', '200'])
    expect(cut.count).toBeGreaterThan(0)
  })

  test('calls that end sessions, beside calls that write in them, never deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const mei = await robbed()
      race.takeFailures()
      const calls = [mei.token, mei.stolen].flatMap((token, nth) => {
        const otherId = sessionIdOf(nth === 0 ? mei.stolen : mei.token)
        return [
          () => gates().call(updateProfile, { token, body: { ntnCd: 'TW' } }),
          () => gates().call(endOthers, { token, body: {} }),
          () => gates().call(endSession, { token, params: { id: otherId } }),
          () => gates().call(changePassword, { token, body: { currentPassword: PASSWORD, password: NEW_PASSWORD } }),
          () => gates().call(oneTimeCode, { token, body: { passUid: mei.passUid } }),
        ]
      })
      const answers = await race.runTogether<{ status: { code: string } }>(url(), sessionsLock(mei), calls)
      expect(race.takeDeadlocks()).toBe(0)
      const codes = new Set(answers.map(({ status }) => status.code))
      expect(codes.has('200')).toBe(true)
      expect([...codes].filter((code) => !EXPECTED.includes(code))).toEqual([])
    }
  })
})
