import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { GATEWAYS } from '#server/outside/payment/registry.ts'
import { ConfigError } from '#server/settings.ts'

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

test.each([
  ['postgres://db.example/harbor', 'postgres://db.example/harbor?sslmode=verify-full'],
  [
    'postgres://db.example/harbor?sslrootcert=/ca.pem',
    'postgres://db.example/harbor?sslrootcert=/ca.pem&sslmode=verify-full',
  ],
  ['postgres://db.example/harbor?sslmode=disable', 'postgres://db.example/harbor?sslmode=disable'],
  ['postgres://db.example/harbor?sslmode=verify-full', 'postgres://db.example/harbor?sslmode=verify-full'],
  ['postgres://localhost:5432/harbor', 'postgres://localhost:5432/harbor'],
  ['postgres://[::1]/harbor', 'postgres://[::1]/harbor'],
])('production connects to %s by verified TLS, unless it is this machine or says otherwise', (url, used) => {
  expect(readConfig({ ...LIVE, DATABASE_URL: url }).databaseUrl).toBe(used)
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each([
  [
    'https://key:se%2Fcret@files.example/pictures',
    { origin: 'https://files.example', region: 'us-east-1', prefix: '' },
  ],
  [
    'https://key:se%2Fcret@files.example:9000/pictures/city/a_b/?region=ap-northeast-2',
    { origin: 'https://files.example:9000', region: 'ap-northeast-2', prefix: 'city/a_b/' },
  ],
  ['http://key:se%2Fcret@127.0.0.1:9000/pictures', { origin: 'http://127.0.0.1:9000' }],
  ['http://key:se%2Fcret@[::1]:9000/pictures', { origin: 'http://[::1]:9000' }],
  ['http://key:se%2Fcret@files.internal/pictures?sslmode=disable', { origin: 'http://files.internal' }],
])('files are stored at %s, also in production', (FILES_S3_URL, files) => {
  const pair = { bucket: 'pictures', accessKeyId: 'key', secretAccessKey: 'se/cret' }
  for (const env of [LIVE, {}]) expect(readConfig({ ...env, FILES_S3_URL }).files).toMatchObject({ ...pair, ...files })
})

test('production sends mail by TLS alone, except to this machine', () => {
  const needsTls = (SMTP_URL: string, env = LIVE) => readConfig({ ...env, SMTP_URL }).smtpTls
  expect(needsTls('smtp://mail.example')).toBe(true)
  expect(needsTls('smtp://localhost:1025')).toBe(false)
  expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).smtpTls).toBe(false)
})

describe('the sentence for the operator', () => {
  const REHEARSAL = { NODE_ENV: 'production', ALLOW_EMBEDDED: '1', ALLOW_SANDBOX: '1' }
  const NAMES = GATEWAYS.map(({ name }) => `"${name}"`).join(', ')
  const FILES =
    'FILES_S3_URL must be https://<key>:<secret>@<host>/<bucket>, the secret percent-encoded, with region=<region> if it is not us-east-1; http:// on a private network needs sslmode=disable.'
  const APPLE = 'SNS_APPLE must be "services id:team id:key id", and SNS_APPLE_KEY the private key as PEM.'
  test.each([
    [{ PORT: '3OOO' }, 'PORT must be a port number, not "3OOO".'],
    [{ PORT: '65536' }, 'PORT must be a port number, not "65536".'],
    [{ PAYMENT_SANDBOX_PORT: '-1' }, 'PAYMENT_SANDBOX_PORT must be a port number, not "-1".'],
    [{ SNS_SANDBOX_PORT: 'any' }, 'SNS_SANDBOX_PORT must be a port number, not "any".'],
    [{ POINTS_VALID_DAYS: '0' }, 'POINTS_VALID_DAYS must be a whole number from 1 to 3650, not "0".'],
    [{ POINTS_VALID_DAYS: '3651' }, 'POINTS_VALID_DAYS must be a whole number from 1 to 3650, not "3651".'],
    [{ POINTS_VALID_DAYS: '1.5' }, 'POINTS_VALID_DAYS must be a whole number from 1 to 3650, not "1.5".'],
    [{ POINTS_EARN_PERCENT: '101' }, 'POINTS_EARN_PERCENT must be a whole number from 0 to 100, not "101".'],
    [{ WRITES_PER_MINUTE: '0' }, 'WRITES_PER_MINUTE must be a whole number from 1, not "0".'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    ...[
      'bucket',
      'ftp://key:secret@files.example/pictures',
      'https://files.example/pictures',
      'https://key@files.example/pictures',
      'https://:secret@files.example/pictures',
      'https://key:se%zzcret@files.example/pictures',
      'https://key:secret@files.example',
      'https://key:secret@files.example/',
      'https://key:secret@files.example/Pictures',
      'https://key:secret@files.example/pictures/a..b',
      'https://key:secret@files.example/pictures?bucket=other',
      'https://key:secret@files.example/pictures?region=a/b',
      'https://key:secret@files.example/pictures?region=',
      'https://key:secret@files.example/pictures?sslmode=disable',
      'https://key:secret@files.example/pictures#files',
      'http://key:secret@files.example/pictures',
      'http://key:secret@files.example/pictures?sslmode=require',
      'http://key:secret@127.0.0.1.example/pictures',
    ].map((FILES_S3_URL): [Record<string, string>, string] => [{ FILES_S3_URL }, FILES]),
    [{ PUBLIC_URL: 'harbor' }, 'PUBLIC_URL must be an address that starts with http:// or https://.'],
    [{ SMTP_URL: 'https://mail' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
    [{ LIVE_CHAT_URL: 'http://chat' }, 'LIVE_CHAT_URL must be an address that starts with https://.'],
    [{ SELLER: 'x'.repeat(301) }, 'SELLER must have at most 300 characters.'],
    [
      { SECURITY_CONTACT: 'me' },
      'SECURITY_CONTACT must be "mailto:" and an address, or an address that starts with https://.',
    ],
    [
      { SECRET_KEY: 'short' },
      'SECRET_KEY must be the base64 of at least 32 random bytes, as "openssl rand -base64 32" writes them.',
    ],
    [{ PAYMENT_GATEWAY: 'other' }, `PAYMENT_GATEWAY must be one of ${NAMES}, not "other".`],
    [{ PAYMENT_GATEWAY: 'portone' }, 'PAYMENT_GATEWAY=portone needs PORTONE_STORE_ID.'],
    [{ ...LIVE, PORTONE_API_URL: 'api' }, 'PORTONE_API_URL must be an address that starts with http:// or https://.'],
    [{ SNS_LINE: 'id' }, 'SNS_LINE must be "client id:secret".'],
    [{ SNS_APPLE: 'id:team' }, APPLE],
    [{ SNS_APPLE: 'id:team:key' }, APPLE],
    [
      { NODE_ENV: 'production' },
      'NODE_ENV=production needs DATABASE_URL; to run on the embedded database all the same, set ALLOW_EMBEDDED=1.',
    ],
    [
      { ...LIVE, PAYMENT_GATEWAY: 'sandbox' },
      'The sandbox payment gateway moves no money, so NODE_ENV=production refuses it; for a rehearsal set ALLOW_SANDBOX=1.',
    ],
    [
      { ...LIVE, SMTP_URL: '' },
      'NODE_ENV=production needs SMTP_URL, or nobody gets a code by mail; for a rehearsal set ALLOW_SANDBOX=1.',
    ],
    [{ ...LIVE, SECRET_KEY: '' }, 'NODE_ENV=production with DATABASE_URL needs SECRET_KEY, the same for all servers.'],
    ...['sslmode=require', 'sslmode=no-verify', 'sslmode=verify-full&ssl=0', 'uselibpqcompat=true'].map(
      (query): [Record<string, string>, string] => [
        { ...LIVE, DATABASE_URL: `postgres://db.example/harbor?${query}` },
        'DATABASE_URL must have no sslmode, sslmode=verify-full, or on a private network sslmode=disable, when NODE_ENV=production.',
      ],
    ),
    [
      { ...LIVE, SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' },
      'SMTP_URL must have no parameters when NODE_ENV=production: certificates are verified.',
    ],
    [{ ...LIVE, PUBLIC_URL: '' }, 'PUBLIC_URL must start with https:// when NODE_ENV=production.'],
    [{ ...REHEARSAL, PORT: 'x', SECRET_KEY: 'x' }, 'PORT must be a port number, not "x".'],
  ])('for %j is %s', (env, sentence) => {
    const refusal = (() => {
      try {
        return readConfig(env)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(refusal).toMatchObject({ message: sentence })
  })

  test('is not needed for empty values, which count as not set', () => {
    const names = [
      ...Object.keys(LIVE),
      'PORT',
      'HOST',
      'DATA_DIR',
      'MAIL_FROM',
      'CURRENCY_RATES',
      'SNS_APPLE',
      'SNS_KAKAO',
      'TRUSTED_PROXIES',
    ]
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const { payment, ...config } = readConfig(empty)
    const { payment: defaultPayment, currencyRates, ...defaults } = readConfig({})
    expect(config).toEqual({ ...defaults, currencyRates })
    expect(payment.gateway).toBe(defaultPayment.gateway)
    expect(defaults).toEqual({
      production: false,
      backupPassphrase: null,
      files: null,
      metrics: null,
      host: 'localhost',
      port: 3000,
      dataDir: resolve('./data'),
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      smtpTls: false,
      mailFrom: 'Harbor Pass <no-reply@harbor-pass.example>',
      securityContact: 'mailto:no-reply@harbor-pass.example',
      identity: { clients: {}, sandboxPort: null },
      points: { earnPercent: 0, spend: false, validDays: 1_825 },
      writesPerMinute: 120,
      stopDelayMs: 0,
      liveChatUrl: null,
      wallets: { apple: null, google: null },
      seller: null,
      trustedProxies: [],
      secretKey: null,
      formerSecretKeys: [],
    })
  })

  test('is not needed for a complete set: each value arrives at its place', () => {
    expect(
      readConfig({
        ...LIVE,
        PORT: '0',
        PUBLIC_URL: 'https://pass.example//',
        POINTS_EARN_PERCENT: '7',
        POINTS_SPEND: '1',
        POINTS_VALID_DAYS: '3650',
        TRUSTED_PROXIES: ' 10.0.0.1, ,10.0.0.2',
        LIVE_CHAT_URL: 'https://chat.example/',
        SELLER: 'Harbor Pass Ltd',
        SNS_SANDBOX_PORT: '0',
        SNS_LINE: 'line:se:cret',
      }),
    ).toMatchObject({
      production: true,
      host: '0.0.0.0',
      port: 0,
      databaseUrl: 'postgres://db.example/harbor?sslmode=verify-full',
      publicUrl: 'https://pass.example',
      smtpUrl: 'smtps://mail.example',
      smtpTls: true,
      payment: { gateway: 'portone', movesMoney: true },
      identity: { clients: { line: { id: 'line', secret: 'se:cret' } }, sandboxPort: 0 },
      points: { earnPercent: 7, spend: true, validDays: 3_650 },
      liveChatUrl: 'https://chat.example',
      seller: 'Harbor Pass Ltd',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      secretKey: SECRET_KEY,
    })
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

describe('SECRET_KEY_FORMER', () => {
  const FORMER = SECRET_KEY.split('').toReversed().join('').replace(/^=+/, '')
  const OLDEST = `q${FORMER.slice(1)}`

  test.each([
    ['a key that is not random', { SECRET_KEY, SECRET_KEY_FORMER: 'short' }, 'former values of SECRET_KEY'],
    ['one key twice', { SECRET_KEY, SECRET_KEY_FORMER: `${FORMER},${FORMER}` }, 'each once'],
    ['former keys without a present one', { SECRET_KEY_FORMER: FORMER }, 'needs the present key'],
    ['the present key', { SECRET_KEY, SECRET_KEY_FORMER: `${FORMER},${SECRET_KEY}` }, 'former ones alone'],
  ])('refuses %s', (_, env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
    expect(() => readConfig(env)).not.toThrow(FORMER)
  })

  test('accepts keys in their order, with spaces and without', () => {
    expect(readConfig({ SECRET_KEY }).formerSecretKeys).toEqual([])
    expect(readConfig({ SECRET_KEY, SECRET_KEY_FORMER: `${FORMER}, ${OLDEST},` }).formerSecretKeys).toEqual([
      FORMER,
      OLDEST,
    ])
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
