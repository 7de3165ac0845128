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
import { type Counter, openCounter } from './counter.ts'

/** As many at once as a code has tries, but the one before. */
const MANY = 4

/** An embedded engine on one connection cannot show a race: PostgreSQL alone. */
describe('one mailed code for many gifts at once, on postgres', () => {
  let race: Race
  let shop: Counter
  let mei: Awaited<ReturnType<typeof signUpMember>>
  let jun: Awaited<ReturnType<typeof signUpMember>>
  beforeAll(async () => {
    race = openRace()
    shop = await openCounter({ engine: 'postgres' })
    ;[mei, jun] = [await shop.member(), await shop.member()]
  })
  afterEach(() => race.whole())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const send = async (passUid: string, code: string, to = jun.email) => {
    const body = { passUid, id: to, code }
    return (await shop.call(giftInsert, { token: mei.accessToken, body, key: randomUUID() })).status.code
  }
  /** Passes of one member, each on a phone, sent at once with one code. */
  const sendTogether = async () => {
    shop.advance(CERT_RESEND_MS)
    const { passUids } = await shop.bought(mei.accessToken, MANY)
    const phone = await makePhone(shop)
    for (const passUid of passUids) expect((await phone.show(mei.accessToken, { passUid })).status.code).toBe('200')
    await shop.call(sendOwnMail, { token: mei.accessToken, body: { purpose: 'gift' } })
    const code = await codeFor(shop, mei.email)
    // The proof of the code is there once it was right; a refused gift uses nothing up.
    expect(await send(passUids[0] ?? '', code, mei.email)).toBe('E_GIFT_SELF')
    const lock = { text: 'select 1 from cert_proof where email = $1 for update', values: [mei.email] }
    const codes = await race.atOnce(
      shop.deps.config.databaseUrl ?? '',
      lock,
      passUids.map((passUid) => () => send(passUid, code)),
    )
    const made = await shop.deps.db.select().from(giftTable).where(eq(giftTable.senderId, mei.memberId))
    return { codes: codes.toSorted(), gifts: made.filter(({ passUid }) => passUids.includes(passUid)).length }
  }

  test('makes one gift', async () => {
    expect(await sendTogether()).toEqual({
      codes: ['200', 'E_CERT_EXPIRED', 'E_CERT_EXPIRED', 'E_CERT_EXPIRED'],
      gifts: 1,
    })
  })
  test('twin: a code that may be used when it was used makes many', async () => {
    const cut = race.without(/"cert_proof"\."used_at" is null/, 'true')
    expect(await sendTogether()).toEqual({ codes: ['200', '200', '200', '200'], gifts: 4 })
    expect(cut.count).toBeGreaterThanOrEqual(4)
  })
})
