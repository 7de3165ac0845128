import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import * as cert from '#contract/calls/cert.ts'
import { giftCancel, giftInsert } from '#contract/calls/gift.ts'
import { signOutCode } from '#contract/calls/profile.ts'
import { CERT_RESEND_MS, CERT_TRIES, CERT_TTL_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { certProof } from '#server/db/schema/cert.ts'
import { gift as giftTable } from '#server/db/schema/gift.ts'
import { member } from '#server/db/schema/member.ts'
import { translate } from '#server/texts.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, mailTo, type signUpMember } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { makePhone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

type Person = Awaited<ReturnType<typeof signUpMember>>
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(drawnEngines())('a mailed code in place of the password, on %s', (engine) => {
  let shop: AftersalesShop
  let mei: Person
  let jun: Person
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    jun = await shop.member()
  })
  // A new member for each test: gifts, codes and guesses are throttled for each member.
  beforeEach(async () => {
    mei = await shop.member()
  })
  afterAll(() => shop.close())

  /** Buys a pass for this member and binds it to a new phone. */
  const bound = async (who: Person = mei) => {
    const { passUids } = await shop.buyPaid(who.accessToken)
    const passUid = passUids[0] ?? ''
    const phone = await makePhone(shop)
    expect((await phone.show(who.accessToken, { passUid })).status.code).toBe('200')
    return passUid
  }
  const askCode = (purpose: 'gift' | 'one_time', who: Person = mei) =>
    shop.call(cert.sendOwnMail, { token: who.accessToken, body: { purpose } })
  const mailed = async (purpose: 'gift' | 'one_time', who: Person = mei) => {
    expect((await askCode(purpose, who)).status.code).toBe('200')
    return codeFor(shop, who.email)
  }
  const send = async (passUid: string, overrides: { code?: string; to?: string; key?: string } = {}) => {
    const { to = jun.email, key, ...proof } = overrides
    const body = { passUid, id: to, ...(proof.code === undefined ? { proof: null } : proof) }
    const options = { token: mei.accessToken, body, ...(key !== undefined && { key }) }
    return (await shop.call(giftInsert, options)).status.code
  }
  const oneTime = async (passUid: string, code?: string) =>
    (
      await shop.call(oneTimeCode, {
        token: mei.accessToken,
        body: { passUid, ...(code !== undefined && { code }) },
      })
    ).status.code
  const gifts = (passUid: string) => shop.deps.db.select().from(giftTable).where(eq(giftTable.passUid, passUid))
  const withoutPassword = async () => {
    await shop.deps.db.update(member).set({ passwordHash: null }).where(eq(member.id, mei.memberId))
    return mei
  }

  test('a code is mailed with a token only, for its two purposes only, and once a minute', async () => {
    expect((await shop.call(cert.sendOwnMail, { body: { purpose: 'gift' } })).status.code).toBe('E_TOKEN')
    for (const body of [{}, { purpose: 'join' }, { purpose: 'withdraw' }, { purpose: 'gift', email: jun.email }])
      expect((await shop.call(cert.sendOwnMail, { token: mei.accessToken, body: body as never })).http).toBe(422)
    expect((await askCode('gift')).status.code).toBe('200')
    expect((await askCode('gift')).status).toMatchObject({ code: 'E_CERT_WAIT', retryAfter: CERT_RESEND_MS / 1000 })
  })

  test('no proof, a wrong code, and a code that was not requested are refused', async () => {
    const passUid = await bound()
    expect([await send(passUid), await oneTime(passUid)]).toEqual(['E_GIFT_PROOF', 'E_PASS_ELSEWHERE'])
    expect([await send(passUid, { code: '123456' }), await oneTime(passUid, '123456')]).toEqual([
      'E_CERT_EXPIRED',
      'E_CERT_EXPIRED',
    ])
    const code = await mailed('gift')
    expect(await send(passUid, { code: wrongFor(code) })).toBe('E_CERT_MISMATCH')
    const once = await mailed('one_time')
    expect(await oneTime(passUid, wrongFor(once))).toBe('E_CERT_MISMATCH')
    const { http } = await shop.call(giftInsert, {
      token: mei.accessToken,
      body: { passUid, id: jun.email, code: '12345' },
    })
    expect(http).toBe(422)
    expect(await gifts(passUid)).toEqual([])
  })

  test('a code is valid for its own purpose alone', async () => {
    const passUid = await bound()
    shop.advance(CERT_RESEND_MS)
    await shop.call(cert.sendMail, { body: { email: mei.email } })
    const join = await codeFor(shop, mei.email)
    expect([await send(passUid, { code: join }), await oneTime(passUid, join)]).toEqual([
      'E_CERT_EXPIRED',
      'E_CERT_EXPIRED',
    ])
    const code = await mailed('gift')
    expect(await oneTime(passUid, code)).toBe('E_CERT_EXPIRED')
    const once = await mailed('one_time')
    if (once !== code) expect(await send(passUid, { code: once })).toBe('E_CERT_MISMATCH')
    if (once !== code && join !== code)
      expect((await shop.call(cert.check, { body: { email: mei.email, code } })).status.code).toBe('E_CERT_MISMATCH')
    expect(await gifts(passUid)).toEqual([])
    expect(await oneTime(passUid, once)).toBe('200')
    expect(await send(passUid, { code })).toBe('200')
  })

  test('the code of another member proves nothing', async () => {
    const passUid = await bound()
    const [code, theirs] = [await mailed('gift'), await mailed('gift', jun)]
    if (code !== theirs) expect(await send(passUid, { code: theirs })).toBe('E_CERT_MISMATCH')
    const foreign = await shop.call(giftInsert, {
      token: jun.accessToken,
      body: { passUid, id: mei.email, code: theirs },
    })
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect(await gifts(passUid)).toEqual([])
    expect(await send(passUid, { code })).toBe('200')
  })

  test('a code has five tries and is valid for five minutes', async () => {
    const passUid = await bound()
    const code = await mailed('gift')
    for (let tried = 0; tried < CERT_TRIES; tried += 1)
      expect(await send(passUid, { code: wrongFor(code) })).toBe('E_CERT_MISMATCH')
    expect(await send(passUid, { code })).toBe('E_CERT_TRIES')
    shop.advance(CERT_RESEND_MS)
    const next = await mailed('gift')
    shop.advance(CERT_TTL_MS)
    expect(await send(passUid, { code: next })).toBe('E_CERT_EXPIRED')
    expect(await gifts(passUid)).toEqual([])
  })

  test('a code makes one gift: a refusal does not use it up, and a success does', async () => {
    const [first, second] = [await bound(), await bound()]
    const code = await mailed('gift')
    expect(await send(first, { code, to: mei.email })).toBe('E_GIFT_SELF')
    const key = randomUUID()
    expect(await send(first, { code, key })).toBe('200')
    // The answer was lost: the same key gets the same answer.
    expect(await send(first, { code, key })).toBe('200')
    expect(await send(second, { code })).toBe('E_CERT_EXPIRED')
    const [gift] = await gifts(first)
    const giftUid = gift?.giftUid ?? ''
    expect((await shop.call(giftCancel, { token: mei.accessToken, body: { giftUid } })).status.code).toBe('200')
    expect(await send(first, { code })).toBe('E_CERT_EXPIRED')
    expect(await gifts(second)).toEqual([])
    const proofs = await shop.deps.db.select().from(certProof).where(eq(certProof.email, mei.email))
    expect(proofs.filter(({ purpose }) => purpose === 'gift')).toMatchObject([{ usedAt: expect.any(Number) }])
  })

  test('a code makes one one-time code', async () => {
    const passUid = await bound()
    const code = await mailed('one_time')
    expect([await oneTime(passUid, code), await oneTime(passUid, code)]).toEqual(['200', 'E_CERT_EXPIRED'])
  })

  test('a code proves a member without a password', async () => {
    const passUid = await bound(await withoutPassword())
    const body = { passUid, id: jun.email, password: 'Anything-2026!' }
    const refused = await shop.call(giftInsert, { token: mei.accessToken, body })
    expect(refused.status.code).toBe('E_PASSWORD_MISMATCH')
    expect(await oneTime(passUid, await mailed('one_time'))).toBe('200')
    expect(await send(passUid, { code: await mailed('gift') })).toBe('200')
  })

  test("sign-up codes that strangers request do not use up the member's allowance", async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      shop.advance(CERT_RESEND_MS)
      await shop.call(cert.sendMail, { body: { email: mei.email }, ip: `10.95.${nth}.1` })
    }
    // Past the pause after the last code, and before the allowance has refilled.
    shop.advance(CERT_RESEND_MS)
    const refused = await shop.call(cert.sendMail, { body: { email: mei.email }, ip: '10.96.1.1' })
    expect(refused.status.code).toBe('E_THROTTLED')
    expect((await askCode('gift')).status.code).toBe('200')
  })

  test.each(LOCALES)(
    'the mail says in %s what the code is for, and what to do if it was not requested',
    async (locale) => {
      for (const [purpose, id] of [
        ['gift', 'giftCode'],
        ['one_time', 'oneTimeCode'],
        ['withdraw', 'withdrawalCode'],
      ] as const) {
        if (purpose === 'withdraw') await shop.call(signOutCode, { token: mei.accessToken, locale })
        else await shop.call(cert.sendOwnMail, { token: mei.accessToken, body: { purpose }, locale })
        const code = await codeFor(shop, mei.email)
        const { to, subject, text } = readLetter(await mailTo(shop, mei.email))
        expect(to).toContain(mei.email)
        expect(subject).toBe(translate(locale, `mail.${id}.subject`))
        expect(text.split(/(?:\r?\n)+/).filter(Boolean)).toEqual([
          translate(locale, `mail.${id}.hello`),
          code,
          translate(locale, 'mail.ownCode.body', { minutes: '5' }),
          translate(locale, 'mail.ownCode.secret'),
          translate(locale, 'mail.ownCode.notYou'),
          translate(locale, 'mail.sign'),
        ])
      }
    },
  )
})
