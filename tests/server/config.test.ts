import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const SECRET_KEY = 'nF7Qd1vXkq3bT0yVgM8eJ2hZsLwUoC5aRi9xPpBt4Yk='
const LIVE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/harbor',
  PUBLIC_URL: 'https://pass.example',
  SMTP_URL: 'smtps://mail.example',
  PAYMENT_GATEWAY: 'portone',
  PORTONE_STORE_ID: 'store',
  PORTONE_CHANNEL_KEY: 'channel',
  PORTONE_API_SECRET: 'secret',
  PORTONE_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
  SECRET_KEY,
}

describe('settings of production', () => {
  test.each(['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY'])('are refused without %s, which the message names', (name) => {
    expect(() => readConfig({ ...LIVE, [name]: undefined })).toThrow(name)
  })

  test('are accepted when complete, and a rehearsal needs no mail server', () => {
    expect(readConfig(LIVE)).toMatchObject({ production: true, securityContact: null })
    expect(readConfig({ ...LIVE, SMTP_URL: undefined, ALLOW_SANDBOX: '1' }).smtpUrl).toBeNull()
  })
})

describe('SECRET_KEY', () => {
  test.each([
    ['32 zero bytes', Buffer.alloc(32).toString('base64')],
    ['one word again and again', Buffer.from('Harbor9!'.repeat(4)).toString('base64')],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['a sentence', 'This is the secret of Harbor Pass 2026, keep it'],
    ['a sentence without spaces', 'ThisIsTheSecretOfHarborPassKeepItToYourselfPlease'],
    ['digits', '1234567890'.repeat(5)],
    ['counting bytes in hexadecimal', '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'],
  ])('refuses %s', (_, key) => {
    for (const env of [{}, LIVE]) expect(() => readConfig({ ...env, SECRET_KEY: key })).toThrow(/SECRET_KEY.*openssl/)
  })

  test('accepts what openssl prints, in both base64 alphabets', () => {
    for (const key of [SECRET_KEY, SECRET_KEY.replaceAll('+', '-').replace(/=+$/, '')])
      expect(readConfig({ SECRET_KEY: key }).secretKey).toBe(key)
  })
})

describe('SECURITY_CONTACT', () => {
  test.each(['security@pass.example', 'http://pass.example/security', 'mailto:', 'mailto:a b@c'])(
    'refuses %s',
    (contact) => {
      expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT')
    },
  )

  test('accepts a mail address or a page, and defaults to the sender of mails outside production', () => {
    for (const contact of ['mailto:security@pass.example', 'https://pass.example/security'])
      expect(readConfig({ ...LIVE, SECURITY_CONTACT: contact }).securityContact).toBe(contact)
    expect(readConfig({ MAIL_FROM: 'Desk <desk@pass.example>' }).securityContact).toBe('mailto:desk@pass.example')
  })
})
