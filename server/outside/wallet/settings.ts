import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { WALLETS, type Wallet } from '#contract/codes.ts'
import { ConfigError, must } from '#server/settings.ts'

/** The operator's certificates for passes in wallet apps. Without them the server offers no wallet app. */

/** What signs passes for Apple Wallet; plain strings, because a thread gets them. */
export interface AppleWallet {
  passTypeIdentifier: string
  teamIdentifier: string
  /** PEM. */
  certificate: string
  /** PEM, decrypted. */
  key: string
  /** The certificate of Apple that issued `certificate`; PEM. */
  issuer: string
}

/** What signs links that add a pass to Google Wallet. */
export interface GoogleWallet {
  issuerId: string
  /** Address of the service account. */
  email: string
  key: KeyObject
}

export interface WalletConfig {
  apple: AppleWallet | null
  google: GoogleWallet | null
}

const APPLE_FORM = must('be "pass type identifier:team identifier"', true)
const GOOGLE_FORM = must('be the digits of an issuer id', true)

/** The settings of wallet passes, for the schema of all settings. */
export const WALLET_SETTINGS = {
  APPLE_WALLET: z.optional(z.string().check(z.regex(/^pass\.[\w.-]+:[A-Z\d]{10}$/, APPLE_FORM))),
  APPLE_WALLET_CERT: z.optional(z.string()),
  APPLE_WALLET_KEY: z.optional(z.string()),
  APPLE_WALLET_KEY_PASSPHRASE: z.optional(z.string()),
  APPLE_WALLET_WWDR: z.optional(z.string()),
  GOOGLE_WALLET_ISSUER: z.optional(z.string().check(z.regex(/^\d{1,20}$/, GOOGLE_FORM))),
  GOOGLE_WALLET_KEY: z.optional(z.string()),
}
type Name = keyof typeof WALLET_SETTINGS
type Settings = { [Key in Name]?: string | undefined }

const refuse = (name: Name, what: string): never => {
  throw new ConfigError(`${name}: ${what}.`)
}

/** Reads what `read` makes of the file that a setting names. Throws `ConfigError` when it is none of that. */
const fromFile = <T>(name: Name, path: string, what: string, read: (text: string) => T): T => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    refuse(name, `${path} cannot be read`)
  }
  try {
    return read(text)
  } catch {
    return refuse(name, `${path} is not ${what}`)
  }
}

/** Returns the settings when all of `needed` are set, null when none is. Throws `ConfigError` for one without another. */
const allOrNone = <Needed extends Name>(
  settings: Settings,
  needed: readonly Needed[],
): Record<Needed, string> | null => {
  const missing = needed.filter((name) => settings[name] === undefined)
  if (missing.length === needed.length) return null
  if (missing.length > 0) {
    const present = needed.find((name) => settings[name] !== undefined) ?? ''
    throw new ConfigError(`${present} needs ${missing.join(', ')} as well.`)
  }
  return settings as Record<Needed, string>
}

const rsaKey = (pem: string, passphrase?: string): KeyObject => {
  const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) })
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA')
  return key
}

const APPLE_NEEDS = ['APPLE_WALLET', 'APPLE_WALLET_CERT', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR'] as const

const readApple = (settings: Settings): AppleWallet | null => {
  const named = allOrNone(settings, APPLE_NEEDS)
  const { APPLE_WALLET_KEY_PASSPHRASE: passphrase } = settings
  if (!named && passphrase !== undefined)
    throw new ConfigError(`APPLE_WALLET_KEY_PASSPHRASE needs ${APPLE_NEEDS.join(', ')} as well.`)
  if (!named) return null
  const certificateOf = (name: 'APPLE_WALLET_CERT' | 'APPLE_WALLET_WWDR') =>
    fromFile(name, named[name], 'a certificate as PEM', (pem) => new X509Certificate(pem))
  const certificate = certificateOf('APPLE_WALLET_CERT')
  const issuer = certificateOf('APPLE_WALLET_WWDR')
  const key = fromFile(
    'APPLE_WALLET_KEY',
    named.APPLE_WALLET_KEY,
    'an RSA key as PEM, or APPLE_WALLET_KEY_PASSPHRASE does not open it',
    (pem) => rsaKey(pem, passphrase),
  )
  if (!certificate.checkPrivateKey(key)) refuse('APPLE_WALLET_KEY', 'the key is not that of APPLE_WALLET_CERT')
  // The phone refuses a pass whose chain is another generation of Apple's certificate, and says nothing of it.
  if (!certificate.checkIssued(issuer)) refuse('APPLE_WALLET_WWDR', 'this certificate has not issued APPLE_WALLET_CERT')
  const [passTypeIdentifier = '', teamIdentifier = ''] = named.APPLE_WALLET.split(':')
  return {
    passTypeIdentifier,
    teamIdentifier,
    certificate: certificate.toString(),
    key: key.export({ format: 'pem', type: 'pkcs1' }).toString(),
    issuer: issuer.toString(),
  }
}

const account = z.object({ client_email: z.string(), private_key: z.string() })

const readGoogle = (settings: Settings): GoogleWallet | null => {
  const named = allOrNone(settings, ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_KEY'])
  return (
    named &&
    fromFile('GOOGLE_WALLET_KEY', named.GOOGLE_WALLET_KEY, 'the JSON key of a service account', (text) => {
      const { client_email: email, private_key: pem } = account.parse(JSON.parse(text))
      return { issuerId: named.GOOGLE_WALLET_ISSUER, email, key: rsaKey(pem) }
    })
  )
}

/** Reads and validates the certificates and keys that the settings name. Throws `ConfigError` with one sentence. */
export const readWallets = (settings: Settings): WalletConfig => ({
  apple: readApple(settings),
  google: readGoogle(settings),
})

/** Returns the wallet apps that the operator has certificates for. */
export const offeredWallets = (config: WalletConfig): Wallet[] => WALLETS.filter((wallet) => config[wallet] !== null)
