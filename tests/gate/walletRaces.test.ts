import { and, eq, isNull } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { addToWallet } from '#contract/calls/admission.ts'
import { signOut } from '#contract/calls/profile.ts'
import { walletPass } from '#server/db/schema/pass.ts'
import { PASSWORD, signUpMember } from '../harness/factories.ts'
import { passLock } from '../harness/race.ts'
import { googleSettings } from '../harness/wallets.ts'
import { raceGates } from './raceKit.ts'

const MANY = 20
/** One less than the connections of the pool; the other requests wait for a connection. */
const WAITING = 15
const COPIES_LOCK = { text: 'lock table wallet_pass in share mode' }

/**
 * Copies for wallet apps that are made beside each other, beside a scan and beside a withdrawal, on PostgreSQL. The
 * guards are the lock of the pass's row, what is read again under it, and the lock of the session.
 */
describe('wallet passes that are made at once, on postgres', () => {
  const { race, gates, url } = raceGates(googleSettings().env)

  const owner = async () => {
    const { memberId, accessToken: token } = await signUpMember(gates())
    return { token, passUid: await gates().issue(memberId) }
  }
  type Owner = Awaited<ReturnType<typeof owner>>
  const add = ({ token, passUid }: Owner) => gates().call(addToWallet, { token, body: { passUid, wallet: 'google' } })
  const codeIn = (address: string | undefined): string =>
    decodeJwt<{ payload: { genericObjects: { barcode: { value: string } }[] } }>(address?.split('/').at(-1) ?? '')
      .payload.genericObjects[0]?.barcode.value ?? ''
  const scan = async (code: string) => {
    const { data } = await (await gates().gate(gates().inGroup('A')[0] ?? '')).scan(code)
    return data?.reason ?? data?.verdict
  }

  const addTogether = async () => {
    const mei = await owner()
    const calls = Array.from({ length: MANY }, () => () => add(mei))
    const answers = await race.runTogether(url(), COPIES_LOCK, calls, WAITING)
    const rows = await gates()
      .deps.db.select()
      .from(walletPass)
      .where(and(eq(walletPass.passUid, mei.passUid), isNull(walletPass.endedAt)))
    return { codes: new Set(answers.map(({ status }) => status.code)), live: rows.length }
  }
  test('twenty that are made at once leave one', async () => {
    expect(await addTogether()).toEqual({ codes: new Set(['200']), live: 1 })
  })
  test('twin: without the lock of the pass, some fail at the index that lets one live', async () => {
    const cut = race.without(/("pass"\."member_id" = \$\d+\)) for update/, '$1')
    const { codes, live } = await addTogether()
    expect([codes.has('E_INTERNAL'), live]).toEqual([true, 1])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })

  /** A scan of the earlier copy waits for the pass behind the request that makes the next one. */
  const scanWhileAdding = async () => {
    const mei = await owner()
    const code = codeIn((await add(mei)).data?.url)
    const door = await gates().gate(gates().inGroup('A')[0] ?? '')
    const [next, scanned] = await race.whileHeld(url(), passLock(mei.passUid), async (release) => {
      const adding = add(mei)
      await race.waitForLocks(url(), 1)
      const scanning = door.scan(code)
      await race.waitForLocks(url(), 2)
      await release()
      return Promise.all([adding, scanning])
    })
    return [next.status.code, scanned.data?.reason ?? scanned.data?.verdict]
  }
  test('a copy that is replaced while its scan waits is refused', async () => {
    expect(await scanWhileAdding()).toEqual(['200', 'revoked'])
  })
  test('twin: without the condition that it was not ended, it opens', async () => {
    const cut = race.without(
      /("wallet_pass"\."wallet_uid" = \$\d+) and "wallet_pass"\."ended_at" is null/,
      '$1 and true',
    )
    expect(await scanWhileAdding()).toEqual(['200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })

  /** The request waits for the row of its pass while the member withdraws; `together`: the withdrawal waits for it. */
  const leaveWhileAdding = async (together: boolean) => {
    const mei = await owner()
    const leave = () =>
      gates().call(signOut, { token: mei.token, body: { agreeYn: 'Y', password: PASSWORD, loseYn: 'Y' } })
    const [copy, withdrawal] = await race.whileHeld(url(), passLock(mei.passUid), async (release) => {
      const adding = add(mei)
      await race.waitForLocks(url(), 1)
      const leaving = leave()
      if (together) await race.waitForLocks(url(), 2)
      else await leaving
      await release()
      return Promise.all([adding, leaving])
    })
    return [copy.status.code, withdrawal.status.code, await scan(codeIn(copy.data?.url))]
  }
  test('a copy that was being made is ended by the withdrawal', async () => {
    expect(await leaveWhileAdding(true)).toEqual(['200', '200', 'revoked'])
  })
  test('twin: without the lock on the membership, the copy opens a gate', async () => {
    const cut = race.without(/ for key share/, '')
    expect(await leaveWhileAdding(false)).toEqual(['200', '200', 'admitted'])
    expect(cut.count).toBeGreaterThanOrEqual(1)
  })
})
