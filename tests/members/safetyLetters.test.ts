import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as mypage from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import { pass } from '#server/db/schema/pass.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailTo, mailsTo, PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { IPHONE } from '../harness/userAgents.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0.0.0 Mobile Safari/537.36'

describe.each(drawnEngines())('security mails on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1_000) })
  })
  afterAll(() => app.close())

  const from = (email: string, agent: string, locale: Locale) =>
    app.call(account.login, { body: { id: email, password: PASSWORD }, headers: { 'user-agent': agent }, locale })
  /** Returns how many mails with this subject were sent to an address. */
  const countOf = async (email: string, subject: string) => {
    await runDueJobs(app.deps)
    return (await mailsTo(app, email)).filter((mail) => readLetter(mail).subject === subject).length
  }

  test.each(LOCALES)("a sign-in on a new phone is mailed once, in the member's own language: %s", async (locale) => {
    const { email } = await signUpMember(app)
    await from(email, IPHONE, locale)
    const subject = translate(locale, 'news.sign_in_new_device.title')
    await countOf(email, subject)
    now += 60_000
    const before = await countOf(email, subject)
    // A stranger who knows the password may use another language.
    const stranger: Locale = locale === 'ko' ? 'en' : 'ko'
    const { data } = await from(email, ANDROID, stranger)
    await from(email, ANDROID, stranger)
    expect(await countOf(email, subject)).toBe(before + 1)
    const letter = readLetter(await mailTo(app, email))
    expect(letter.to).toContain(email)
    expect(letter.subject).toBe(subject)
    expect(letter.text).toContain('2026')
    for (const token of [data?.accessToken, data?.refreshToken, data?.endToken])
      expect(`${letter.text}${letter.html}`).not.toContain(token ?? 'missing')
  })

  test('a first sign-in and a sign-in on a known phone are not mailed', async () => {
    const { email } = await signUpMember(app)
    await app.call(account.login, { body: { id: email, password: PASSWORD } })
    expect(await countOf(email, translate('en', 'news.sign_in_new_device.title'))).toBe(0)
  })

  test('a changed password is mailed once', async () => {
    const { email, accessToken: token } = await signUpMember(app)
    const body = { currentPassword: PASSWORD, password: 'Gwangalli-2026!' }
    const key = crypto.randomUUID()
    for (let sent = 0; sent < 2; sent += 1)
      await app.call(profile.changePassword, { token, body, key, locale: 'jp' as const })
    expect(await countOf(email, translate('jp', 'mail.passwordChanged.subject'))).toBe(1)
  })

  test('a pass that moves to another phone is mailed once; one that is bound for the first time is not', async () => {
    const { email, memberId, accessToken: token } = await signUpMember(app)
    const passUid = crypto.randomUUID()
    await app.deps.db.insert(pass).values({
      passUid,
      ordUid: crypto.randomUUID(),
      unit: 0,
      orderNumber: 'HP-261121-MOVE',
      memberId,
      gdsUid: 'pass-48h',
      passType: '48H',
      medium: 'mobile',
      holder: 'MEI LIN',
      windowHours: 48,
      purchasedAt: now,
      validUntil: now + 86_400_000_000,
    })
    const show = async (password?: string) => {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const { data } = await app.call(mypage.deviceNonce, { token })
      const nonce = data?.nonce ?? ''
      const body = {
        algorithm: 'Ed25519' as const,
        publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
        nonce,
        signature: signBytes(null, deviceProofBytes(nonce), privateKey).toString('base64url'),
        passUid,
        ...(password !== undefined && { password }),
      }
      return (await app.call(mypage.device, { token, body })).status.code
    }
    const subject = translate('en', 'news.pass_moved.title', { pass: '48H' })
    expect(await show()).toBe('200')
    expect(await show()).toBe('E_PASS_ELSEWHERE')
    expect(await countOf(email, subject)).toBe(0)
    expect(await show(PASSWORD)).toBe('200')
    expect(await countOf(email, subject)).toBe(1)
  })
})
