import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { offeredWallets } from '#server/outside/wallet/settings.ts'
import { ACCOUNT, appleSettings, googleSettings, ISSUER, PASS_TYPE, TEAM } from '../harness/wallets.ts'

/** The operator's certificates for passes in wallet apps: all of them, or none. */

const { env: apple, wrong, dir } = appleSettings()
const { env: google } = googleSettings()
const walletsOf = (env: Record<string, string>) => readConfig(env).wallets

/** The settings without one of them. */
const without = (env: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(env).filter(([each]) => each !== name))

test('without settings no wallet app is offered', () => {
  expect(walletsOf({})).toEqual({ apple: null, google: null })
  expect(offeredWallets(walletsOf({}))).toEqual([])
})

test('each wallet app is offered by its own settings', () => {
  expect(walletsOf(apple)).toMatchObject({
    apple: { passTypeIdentifier: PASS_TYPE, teamIdentifier: TEAM },
    google: null,
  })
  expect(walletsOf(google)).toMatchObject({ apple: null, google: { issuerId: ISSUER, email: ACCOUNT } })
  expect(offeredWallets(walletsOf({ ...apple, ...google }))).toEqual(['apple', 'google'])
})

test('the key may be protected by a passphrase', () => {
  const { env } = appleSettings({ passphrase: 'harbour' })
  expect(walletsOf(env).apple?.key).toContain('BEGIN RSA PRIVATE KEY')
  for (const refused of [without(env, 'APPLE_WALLET_KEY_PASSPHRASE'), { ...env, APPLE_WALLET_KEY_PASSPHRASE: 'x' }])
    expect(() => walletsOf(refused)).toThrow(
      `APPLE_WALLET_KEY: ${env.APPLE_WALLET_KEY} is not an RSA key as PEM, or APPLE_WALLET_KEY_PASSPHRASE does not open it.`,
    )
})

test.each([
  ['APPLE_WALLET', apple, 'APPLE_WALLET_CERT needs APPLE_WALLET as well.'],
  ['APPLE_WALLET_CERT', apple, 'APPLE_WALLET needs APPLE_WALLET_CERT as well.'],
  ['APPLE_WALLET_KEY', apple, 'APPLE_WALLET needs APPLE_WALLET_KEY as well.'],
  ['APPLE_WALLET_WWDR', apple, 'APPLE_WALLET needs APPLE_WALLET_WWDR as well.'],
  ['GOOGLE_WALLET_ISSUER', google, 'GOOGLE_WALLET_KEY needs GOOGLE_WALLET_ISSUER as well.'],
  ['GOOGLE_WALLET_KEY', google, 'GOOGLE_WALLET_ISSUER needs GOOGLE_WALLET_KEY as well.'],
])('without %s the server does not start', (name, env, sentence) => {
  expect(() => walletsOf(without(env, name))).toThrow(sentence)
})

test('a setting that names another file, or has another form, is refused in one sentence', () => {
  const notJson = join(dir, 'account.json')
  writeFileSync(notJson, '{"client_email": 1}')
  const cases: [Record<string, string>, string][] = [
    [{ APPLE_WALLET: PASS_TYPE }, `APPLE_WALLET must be "pass type identifier:team identifier", not "${PASS_TYPE}".`],
    [{ APPLE_WALLET_CERT: '/none' }, 'APPLE_WALLET_CERT: /none cannot be read.'],
    [{ APPLE_WALLET_CERT: wrong.key }, `APPLE_WALLET_CERT: ${wrong.key} is not a certificate as PEM.`],
    [{ APPLE_WALLET_KEY: wrong.key }, 'APPLE_WALLET_KEY: the key is not that of APPLE_WALLET_CERT.'],
    [{ APPLE_WALLET_WWDR: wrong.authority }, 'APPLE_WALLET_WWDR: this certificate has not issued APPLE_WALLET_CERT.'],
    [{ GOOGLE_WALLET_ISSUER: 'x' }, 'GOOGLE_WALLET_ISSUER must be the digits of an issuer id, not "x".'],
    [{ GOOGLE_WALLET_KEY: notJson }, `GOOGLE_WALLET_KEY: ${notJson} is not the JSON key of a service account.`],
  ]
  for (const [env, sentence] of cases) expect(() => walletsOf({ ...apple, ...google, ...env })).toThrow(sentence)
  expect(() => walletsOf({ APPLE_WALLET_KEY_PASSPHRASE: 'x' })).toThrow(/^APPLE_WALLET_KEY_PASSPHRASE needs/)
})
