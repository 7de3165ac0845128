import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftInsert } from '#contract/calls/gift.ts'
import { endOthers } from '#contract/calls/session.ts'
import { requiredProof, sendGift, sendGiftWithProof } from '#data/gifts.ts'
import { showOnThisPhone } from '#data/myPass.ts'
import { requestOwnCode } from '#data/ownCode.ts'
import { member } from '#server/db/schema/member.ts'
import { giftSend } from '#sync/outbox/commands/giftSend.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import { codeFor, PASSWORD, type App } from '../../harness/factories.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { makePhone } from '../../passes/phone.ts'
import { dbOf, giftsOn, reconnect, rowsOf } from '../setup.ts'
import { giftPair, sendAndPull } from './phones.ts'

/** Gifts of a bound pass: from its own phone, also offline, and from other phones. */

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

/** Anna's pass is bound to her phone; Bob is the recipient. */
const pair = async () => {
  const { anna, bob, passUid, gift } = await giftPair(app, clock)
  expect(await anna.as(() => showOnThisPhone(passUid))).toEqual({ ok: true, data: null })
  return { anna, bob, passUid, gift }
}
type Pair = Awaited<ReturnType<typeof pair>>
const gift = async ({ anna }: Pair) => (await giftsOn(anna.tab)).sent[0]
const isRefused = ({ anna }: Pair, code = 'E_GIFT_PROOF') =>
  waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(anna.tab))[0]?.refused?.code === code
  }, 'a refused gift')
/** Binds the pass to another phone of Anna. */
const moveAway = async ({ anna, passUid }: Pair) => {
  const otherPhone = await makePhone(app)
  const moved = await otherPhone.show(anna.member.accessToken, { passUid, password: PASSWORD })
  expect(moved.status.code).toBe('200')
}

test('the phone that shows a pass gives it away offline with its signature (L5)', async () => {
  const one = await pair()
  const { anna } = one
  anna.network.down(true)
  expect(await anna.as(() => requiredProof(one.gift))).toBeNull()
  expect(await anna.as(() => sendGift({ ...one.gift, id: ` ${one.gift.id.toUpperCase()} ` }))).toEqual({
    ok: true,
    data: 'queued',
  })
  expect((await rowsOf(anna.tab))[0]?.args).toMatchObject({ proof: { epoch: 1, signature: expect.any(String) } })
  anna.network.fault(/gift\/insert/, 'lose')
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  expect(await gift(one)).toMatchObject({ state: 'sent', wish: null })
})

test('a gift that the first release queued without a signature is refused and stays visible', async () => {
  const one = await pair()
  const { anna } = one
  const box = anna.tab.runtime.memberOutbox()
  await box?.add(giftSend, one.gift)
  await isRefused(one, 'E_GIFT_PASS')
  expect(await gift(one)).toMatchObject({ state: 'queued', waiting: 'refused', message: one.gift.message })
  // Sent again from this phone, it is signed and replaces the refused one.
  expect(await anna.as(() => sendGift(one.gift))).toEqual({ ok: true, data: 'queued' })
  await sendAndPull(anna.tab, clock)
  expect((await giftsOn(anna.tab)).sent).toMatchObject([{ state: 'sent' }])
})

test('a gift that was signed before the pass moved away is refused and stays visible', async () => {
  const one = await pair()
  const { anna } = one
  anna.network.down(true)
  await anna.as(() => sendGift(one.gift))
  await moveAway(one)
  reconnect(anna.network, anna.tab)
  await isRefused(one)
  expect(await gift(one)).toMatchObject({ state: 'queued', waiting: 'refused', message: one.gift.message })
})

test('a phone that does not show the pass takes the password, stores it nowhere, and deletes the refused action (L5)', async () => {
  const one = await pair()
  const { anna } = one
  await anna.tab.runtime.memberOutbox()?.add(giftSend, one.gift)
  await isRefused(one, 'E_GIFT_PASS')
  await moveAway(one)
  await anna.tab.runtime.pulls.pullChanges(true)
  expect(await anna.as(() => requiredProof(one.gift))).toBe('password')
  expect(await anna.as(() => sendGift(one.gift))).toEqual({ ok: false, code: 'E_GIFT_PROOF' })
  const wrong = await anna.as(() => sendGiftWithProof(one.gift, { password: 'Wrong-2026!' }))
  expect(wrong).toMatchObject({ ok: false, code: 'E_PASSWORD_MISMATCH' })
  expect(await gift(one)).toMatchObject({ state: 'queued', waiting: 'refused' })
  expect(await anna.as(() => sendGiftWithProof(one.gift, { password: PASSWORD }))).toEqual({ ok: true, data: 'sent' })
  const db = dbOf(anna.tab)
  const stored = await Promise.all(db.tables.map((table) => table.toArray()))
  expect(JSON.stringify(stored)).not.toContain(PASSWORD)
  expect((await giftsOn(anna.tab)).sent).toMatchObject([{ state: 'sent' }])
})

test('a member without a password sends the gift with a mailed code, which is stored nowhere (L5)', async () => {
  const one = await pair()
  const { anna } = one
  await moveAway(one)
  await anna.tab.runtime.pulls.pullChanges(true)
  const { memberId, email } = anna.member
  await app.deps.db.update(member).set({ passwordHash: null }).where(eq(member.id, memberId))
  expect(await anna.as(() => requiredProof(one.gift))).toBe('code')
  expect(await anna.as(() => sendGiftWithProof(one.gift, { code: '000000' }))).toEqual({
    ok: false,
    code: 'E_CERT_EXPIRED',
  })
  // Advance past the mail of the sign-up, so that the newest mail is found.
  clock.advance(1_000)
  expect(await anna.as(() => requestOwnCode('gift'))).toMatchObject({ ok: true })
  expect(await anna.as(() => requestOwnCode('gift'))).toMatchObject({ ok: false, code: 'E_CERT_WAIT', retryAfter: 60 })
  const code = await codeFor(app, email)
  anna.network.down(true)
  expect(await anna.as(() => sendGiftWithProof(one.gift, { code }))).toMatchObject({ ok: false, code: 'OFFLINE' })
  expect(await rowsOf(anna.tab)).toEqual([])
  reconnect(anna.network, anna.tab)
  expect(await anna.as(() => sendGiftWithProof(one.gift, { code }))).toEqual({ ok: true, data: 'sent' })
  const db = dbOf(anna.tab)
  const stored = await Promise.all(db.tables.map((table) => table.toArray()))
  expect(JSON.stringify(stored)).not.toContain(`"${code}"`)
  expect((await giftsOn(anna.tab)).sent).toMatchObject([{ state: 'sent' }])
})

test('offline, no code can be requested, and the password is offered as proof', async () => {
  const one = await pair()
  const { anna } = one
  await moveAway(one)
  await anna.tab.runtime.pulls.pullChanges(true)
  anna.network.down(true)
  expect(await anna.as(() => requiredProof(one.gift))).toBe('password')
  expect(await anna.as(() => requestOwnCode('gift'))).toMatchObject({ ok: false, code: 'OFFLINE' })
  expect(await rowsOf(anna.tab)).toEqual([])
})

test('a gift that takes the password is neither sent nor queued offline (L5)', async () => {
  const one = await pair()
  const { anna } = one
  await moveAway(one)
  await anna.tab.runtime.pulls.pullChanges(true)
  anna.network.down(true)
  expect(await anna.as(() => sendGiftWithProof(one.gift, { password: PASSWORD }))).toMatchObject({
    ok: false,
    code: 'OFFLINE',
  })
  expect(await rowsOf(anna.tab)).toEqual([])
})

test('after a “sign out everywhere” on another phone, the server refuses a gift that this phone signs', async () => {
  const one = await pair()
  const { anna, passUid } = one
  const token = anna.member.accessToken
  expect((await app.call(endOthers, { token })).status.code).toBe('200')
  const proof = await anna.tab.runtime.codes.signGift(one.gift)
  const body = { passUid, id: one.gift.id, ...('proof' in proof && { proof: proof.proof }) }
  expect(proof.is).toBe('signed')
  expect((await app.call(giftInsert, { token, body })).status.code).toBe('E_GIFT_PROOF')
})
