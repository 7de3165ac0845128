import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/account.ts'
import { addToWallet, attractionHistory, endWalletPass } from '#contract/calls/admission.ts'
import { copyMyData, changePassword, signOut } from '#contract/calls/profile.ts'
import * as session from '#contract/calls/session.ts'
import { WALLET_ENDED_DAYS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { walletPass } from '#server/db/schema/pass.ts'
import { JOB_KINDS } from '#server/modules/admission/jobs.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signIn, signUpMember } from '../harness/factories.ts'
import { googleSettings } from '../harness/wallets.ts'
import { openGates, VENUE, type EnrolledGate, type Gates } from './gates.ts'

/** What gates answer to a pass in a wallet app (G38), and what ends it. */

const { env } = googleSettings()
const START = Date.UTC(2026, 10, 21, 3)

describe.each(drawnEngines())('a wallet pass at a gate, on %s', (engine) => {
  let gates: Gates
  let door: EnrolledGate
  let otherDoor: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine, START, env)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
    otherDoor = await gates.gate(gates.inGroup('B')[0] ?? '')
  })
  afterAll(() => gates.close())

  /** Adds the pass to Google Wallet and returns the text of its code. */
  const add = async ({ token, passUid }: { token: string; passUid: string }): Promise<string> => {
    const body = { passUid, wallet: 'google' as const, password: PASSWORD }
    const { data, status } = await gates.call(addToWallet, { token, body })
    if (!data) throw new Error(`not added: ${status.code}`)
    const claims = decodeJwt<{ payload: { genericObjects: { barcode: { value: string } }[] } }>(
      data.url.split('/').at(-1) ?? '',
    )
    return claims.payload.genericObjects[0]?.barcode.value ?? ''
  }
  const scan = async (code: string, at = door) => (await at.scan(code)).data
  const reasonAt = async (code: string, at = door) => {
    const verdict = await scan(code, at)
    return verdict?.reason ?? verdict?.verdict
  }

  test('it is refused before it is known, and then opens once at each place with the holder’s name, and is not spent', async () => {
    const mei = await gates.traveller()
    expect(await scan('HP1W:0000000000000000')).toMatchObject({ reason: 'unreadable', pass: null })
    const code = await add(mei)
    const altered = code.replace(/.$/, (letter) => (letter === '0' ? '1' : '0'))
    expect(await reasonAt(altered)).toBe('unreadable')

    const entryUid = randomUUID()
    const first = (await door.scan(code.toLowerCase(), entryUid)).data
    expect(first).toMatchObject({ verdict: 'admitted', by: 'wallet', skewMs: null, pass: { holder: 'Mei Lin' } })
    expect((await mei.pass()).state).toBe('in_use')
    expect((await door.scan(code, entryUid)).data).toEqual(first)
    expect(await scan(code)).toMatchObject({ verdict: 'refused', reason: 'used_here', pass: { holder: 'Mei Lin' } })
    expect(await scan(code, otherDoor)).toMatchObject({ verdict: 'admitted', by: 'wallet' })
    const venue = await gates.gate(VENUE)
    expect(await scan(code, venue)).toMatchObject({ verdict: 'recorded', by: 'wallet', pass: { holder: 'Mei Lin' } })
    // The live code of the same pass counts at the same places.
    expect(await reasonAt(await mei.code())).toBe('used_here')
    const history = await gates.call(attractionHistory, { token: mei.token, query: { qrcode: code } })
    expect(history.data?.total).toBe(3)

    gates.advance(24 * HOUR_MS)
    expect(await reasonAt(code, await gates.gate(gates.inGroup('B')[1] ?? ''))).toBe('expired')
  })

  test('an entry whose answer was lost is answered again after the copy was ended', async () => {
    const mei = await gates.traveller()
    const code = await add(mei)
    const entryUid = randomUUID()
    const first = (await door.scan(code, entryUid)).data
    await gates.call(endWalletPass, { token: mei.token, body: { passUid: mei.passUid, wallet: 'google' } })
    expect((await door.scan(code, entryUid)).data).toEqual(first)
    expect(await reasonAt(code, otherDoor)).toBe('revoked')
  })

  test('an offline gate cannot have judged it: its entry in a journal is unreadable', async () => {
    const code = await add(await gates.traveller())
    const entry = { entryUid: randomUUID(), seq: 1, at: gates.time.now, code }
    const { data } = await (await gates.gate(gates.inGroup('A')[1] ?? '')).upload([entry])
    expect(data?.results).toEqual([{ entryUid: entry.entryUid, outcome: 'conflict', reason: 'unreadable' }])
  })

  test('a gift and a refund stop it while they are open, and another holder cannot use it', async () => {
    const mei = await gates.traveller()
    const code = await add(mei)
    await mei.set({ giftUid: randomUUID() })
    expect(await reasonAt(code)).toBe('gift_pending')
    await mei.set({ giftUid: null, refundUid: randomUUID() })
    expect(await reasonAt(code)).toBe('refunded')
    await mei.set({ refundUid: null })
    const jun = await signUpMember(gates)
    await mei.set({ memberId: jun.memberId, deviceUid: null })
    expect(await reasonAt(code)).toBe('revoked')
    // The copy of the new holder ends that of the giver.
    const next = await add({ token: jun.accessToken, passUid: mei.passUid })
    await mei.set({ memberId: mei.memberId })
    expect(await reasonAt(code)).toBe('revoked')
    await mei.set({ memberId: jun.memberId })
    expect(await reasonAt(next)).toBe('admitted')
  })

  test('adding it again, ending it, a new password and signing out everywhere end it, and say nothing of the pass', async () => {
    const [mei, tom] = [await gates.traveller(), await gates.traveller()]
    const [first, toms] = [await add(mei), await add(tom)]
    const second = await add(mei)
    expect(second).not.toBe(first)
    expect(await scan(first)).toMatchObject({ verdict: 'refused', reason: 'revoked', pass: null })
    await gates.call(endWalletPass, { token: mei.token, body: { passUid: mei.passUid, wallet: 'apple' } })
    expect(await reasonAt(second)).toBe('admitted')
    await gates.call(endWalletPass, { token: mei.token, body: { passUid: mei.passUid, wallet: 'google' } })
    expect(await reasonAt(second, otherDoor)).toBe('revoked')

    const third = await add(mei)
    const body = { currentPassword: PASSWORD, password: 'Gwangan-bridge-2027!' }
    expect((await gates.call(changePassword, { token: mei.token, body })).status.code).toBe('200')
    expect(await reasonAt(third, otherDoor)).toBe('revoked')
    expect((await gates.call(session.endOthers, { token: tom.token })).status.code).toBe('200')
    expect(await reasonAt(toms)).toBe('revoked')
  })

  test('signing out one session ends what was added in it, and a withdrawal everything', async () => {
    const mei = await gates.traveller()
    const second = await signIn(gates, mei)
    const unbound = await gates.issue(mei.memberId)
    const [own, elsewhere] = [
      await add({ token: mei.token, passUid: unbound }),
      await add({ token: second.accessToken, passUid: mei.passUid }),
    ]
    const sessions = (await gates.call(session.list, { token: mei.token })).data?.list ?? []
    const id = sessions.find(({ current }) => !current)?.id ?? ''
    expect((await gates.call(session.end, { token: mei.token, params: { id } })).status.code).toBe('200')
    expect([await reasonAt(elsewhere), await reasonAt(own)]).toEqual(['revoked', 'admitted'])
    // Signing out on the device itself, which asks with its token alone.
    const third = await signIn(gates, mei)
    const signedOut = await add({ token: third.accessToken, passUid: await gates.issue(mei.memberId) })
    const { status } = await gates.call(logout, { body: { refreshToken: third.refreshToken } })
    expect(status.code).toBe('200')
    expect([await reasonAt(signedOut), await reasonAt(own, otherDoor)]).toEqual(['revoked', 'admitted'])
    const leaving = { agreeYn: 'Y' as const, loseYn: 'Y' as const, password: PASSWORD }
    expect((await gates.call(signOut, { token: mei.token, body: leaving })).status.code).toBe('200')
    expect(await reasonAt(own, await gates.gate(gates.inGroup('A')[1] ?? ''))).toBe('revoked')
  })

  test('signing a phone out ends what was added on it in its earlier sessions, and nothing of other devices', async () => {
    const mei = await gates.traveller()
    const computer = await signIn(gates, mei)
    const [own, elsewhere] = [
      await add(mei),
      await add({ token: computer.accessToken, passUid: await gates.issue(mei.memberId) }),
    ]
    const signOutOf = async ({ refreshToken }: { refreshToken: string }) =>
      expect((await gates.call(logout, { body: { refreshToken } })).status.code).toBe('200')
    // A browser that has not proven to be that phone.
    await signOutOf(await signIn(gates, mei))
    expect(await reasonAt(own)).toBe('admitted')
    const next = await signIn(gates, mei)
    expect((await mei.phone.show(next.accessToken)).status.code).toBe('200')
    await signOutOf(next)
    expect([await reasonAt(own, otherDoor), await reasonAt(elsewhere)]).toEqual(['revoked', 'admitted'])
  })

  test('the copy of a member’s data has it without its code, and ended ones are deleted after their time', async () => {
    const mei = await gates.traveller()
    const code = await add(mei)
    const { data } = await gates.call(copyMyData, { token: mei.token, body: { password: PASSWORD } })
    expect(data?.sections.walletPasses).toMatchObject([{ passUid: mei.passUid, wallet: 'google', endedAt: null }])
    expect(JSON.stringify(data)).not.toContain(code.slice('HP1W:'.length))
    gates.advance(2 * HOUR_MS)
    await gates.call(endWalletPass, { token: mei.token, body: { passUid: mei.passUid, wallet: 'google' } })
    const job = JOB_KINDS.find(({ kind }) => kind === 'wallet-pass-forget')
    const forget = async () => (job && 'run' in job ? job.run(gates.deps) : Promise.reject(new Error('no such job')))
    const rows = async () =>
      (await gates.deps.db.select().from(walletPass).where(eq(walletPass.passUid, mei.passUid))).length
    gates.advance(WALLET_ENDED_DAYS * DAY_MS - HOUR_MS)
    await forget()
    expect(await rows()).toBe(1)
    gates.advance(2 * HOUR_MS)
    await forget()
    expect(await rows()).toBe(0)
  })
})
