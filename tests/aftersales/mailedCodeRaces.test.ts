import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendOwnMail } from '#contract/calls/cert.ts'
import { giftInsert } from '#contract/calls/gift.ts'
import { CERT_RESEND_MS } from '#contract/limits.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { codeFor, type signUpMember } from '../harness/factories.ts'
import { openRace, type Race } from '../harness/race.ts'
import { makePhone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

/** One less than the tries of a code: the first `send` below uses one. */
const MANY = 4

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('one mailed code for several gifts at once, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  let mei: Awaited<ReturnType<typeof signUpMember>>
  let jun: Awaited<ReturnType<typeof signUpMember>>
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres' })
    ;[mei, jun] = [await shop.member(), await shop.member()]
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const send = async (passUid: string, code: string, to = jun.email) => {
    const body = { passUid, id: to, code }
    return (await shop.call(giftInsert, { token: mei.accessToken, body, key: randomUUID() })).status.code
  }
  /** Sends several bound passes of one member at once with one code. */
  const sendTogether = async () => {
    shop.advance(CERT_RESEND_MS)
    const { passUids } = await shop.buyPaid(mei.accessToken, MANY)
    const phone = await makePhone(shop)
    for (const passUid of passUids) expect((await phone.show(mei.accessToken, { passUid })).status.code).toBe('200')
    await shop.call(sendOwnMail, { token: mei.accessToken, body: { purpose: 'gift' } })
    const code = await codeFor(shop, mei.email)
    // Checks the code once, which creates its proof; the refused gift does not use it up.
    expect(await send(passUids[0] ?? '', code, mei.email)).toBe('E_GIFT_SELF')
    const lock = { text: 'select 1 from cert_proof where email = $1 for update', values: [mei.email] }
    const codes = await race.runTogether(
      shop.deps.config.databaseUrl ?? '',
      lock,
      passUids.map((passUid) => () => send(passUid, code)),
    )
    const giftRows = await shop.deps.db.select().from(giftTable).where(eq(giftTable.senderId, mei.memberId))
    return { codes: codes.toSorted(), gifts: giftRows.filter(({ passUid }) => passUids.includes(passUid)).length }
  }

  test('makes one gift', async () => {
    expect(await sendTogether()).toEqual({
      codes: ['200', 'E_CERT_EXPIRED', 'E_CERT_EXPIRED', 'E_CERT_EXPIRED'],
      gifts: 1,
    })
  })
  test('twin: without the condition that the code’s proof is unused, it makes four gifts', async () => {
    const cut = race.without(/"cert_proof"\."used_at" is null/, 'true')
    expect(await sendTogether()).toEqual({ codes: ['200', '200', '200', '200'], gifts: 4 })
    expect(cut.count).toBeGreaterThanOrEqual(4)
  })
})
