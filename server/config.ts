import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { ProviderId } from '#contract/calls/easyLogin.ts'
import { SECOND_MS } from '#contract/time.ts'
import { readCurrencyRates } from './currencyRates.ts'
import { s3Bucket } from './outside/files/settings.ts'
import type { GatewayEntry } from './outside/payment/define.ts'
import { GATEWAYS } from './outside/payment/registry.ts'
import { readWallets, WALLET_SETTINGS } from './outside/wallet/settings.ts'
import { count, isValue, must, parseSettings, percent, port, stopDelay, url, validDays, type Env } from './settings.ts'

const SECRET_BYTES = 32
const PASSPHRASE_MIN = 16
const BASE64 = /^[\w+/-]+={0,2}$/
/** Of 32 random bytes about 30 are distinct; fewer than 20 occur once in 10^13 keys. */
const DIFFERENT_MIN = 20

/**
 * Returns whether a key looks like random bytes in base64, and not like zeros, a repeated word or a sentence. One in
 * some thousand random keys lacks a kind of character and is rejected as well; generating another costs nothing.
 */
const isRandom = (key: string): boolean => {
  const bytes = Buffer.from(key, 'base64')
  const hasEachSort = [/[a-z]/, /[A-Z]/, /[\d+/_-]/].every((sort) => sort.test(key))
  return BASE64.test(key) && hasEachSort && bytes.length >= SECRET_BYTES && new Set(bytes).size >= DIFFERENT_MIN
}

const RANDOM_KEY = must(
  `be the base64 of at least ${SECRET_BYTES} random bytes, as "openssl rand -base64 ${SECRET_BYTES}" writes them`,
)

const isContact = (value: string): boolean =>
  /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value)
const CONTACT = must('be "mailto:" and an address, or an address that starts with https://')

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const FORMER_KEYS = must('be former values of SECRET_KEY, each once and separated by commas')
const areFormerKeys = (value: string): boolean => {
  const keys = listOf(value)
  return keys.every(isRandom) && new Set(keys).size === keys.length
}
const formerKeys = z.pipe(z._default(z.string().check(z.refine(areFormerKeys, FORMER_KEYS)), ''), z.transform(listOf))

/** The gateway of a name; a name of none stays one and is refused. */
const gateway = z.pipe(
  z.transform((name: string) => GATEWAYS.find((one) => one.name === name) ?? name),
  z.custom<GatewayEntry>(
    (entry) => typeof entry === 'object',
    must(`be one of ${GATEWAYS.map(({ name }) => `"${name}"`).join(', ')}`, true),
  ),
)

/** Parses a value into the named groups of `pattern`. */
const groups = <Groups extends z.core.$ZodType>(pattern: RegExp, schema: Groups) =>
  z.pipe(
    z.transform((value: string): unknown => pattern.exec(value)?.groups),
    schema,
  )
/** Credentials of this server at a provider of social sign-in; the secret for Apple is the private key as PEM. */
const client = z.object(
  { id: z.string(), secret: z.string(), team: z.optional(z.string()), keyId: z.optional(z.string()) },
  must('be "client id:secret"'),
)
const oneClient = z.optional(groups(/^(?<id>[^:\s]+):(?<secret>\S+)$/, client))
const APPLE = must('be "services id:team id:key id", and SNS_APPLE_KEY the private key as PEM')
const apple = z.object({ id: z.string(), team: z.string(), keyId: z.string() }, APPLE)

/** Characters of the seller's name, registration number and address on a receipt. */
const SELLER_MAX = 300

const environment = z.object({
  NODE_ENV: isValue('production'),
  PORT: z._default(port, 3000),
  HOST: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(url('postgres', 'postgresql')),
  FILES_S3_URL: z.optional(s3Bucket),
  PUBLIC_URL: z.optional(url('http', 'https')),
  SMTP_URL: z.optional(url('smtp', 'smtps')),
  MAIL_FROM: z._default(z.string(), 'Harbor Pass <no-reply@harbor-pass.example>'),
  SECURITY_CONTACT: z.optional(z.string().check(z.refine(isContact, CONTACT))),
  PAYMENT_GATEWAY: z.pipe(z._default(z.string(), 'sandbox'), gateway),
  SNS_KAKAO: oneClient,
  SNS_NAVER: oneClient,
  SNS_GOOGLE: oneClient,
  SNS_FACEBOOK: oneClient,
  SNS_LINE: oneClient,
  SNS_APPLE: z.optional(groups(/^(?<id>[^:]+):(?<team>[^:]+):(?<keyId>[^:]+)$/, apple)),
  SNS_APPLE_KEY: z._default(z.string(), ''),
  SNS_SANDBOX_PORT: z.optional(port),
  POINTS_EARN_PERCENT: z._default(percent, 0),
  POINTS_SPEND: isValue('1'),
  POINTS_VALID_DAYS: z._default(validDays, 1_825),
  WRITES_PER_MINUTE: z._default(count, 120),
  LIVE_CHAT_URL: z.optional(url('https')),
  CURRENCY_RATES: z.optional(z.string()),
  SELLER: z.optional(z.string().check(z.maxLength(SELLER_MAX, must(`have at most ${SELLER_MAX} characters`)))),
  ...WALLET_SETTINGS,
  TRUSTED_PROXIES: z._default(z.string(), ''),
  SECRET_KEY: z.optional(z.string().check(z.refine(isRandom, RANDOM_KEY))),
  SECRET_KEY_FORMER: formerKeys,
  STOP_DELAY_S: z._default(stopDelay, 0),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(PASSPHRASE_MIN, must(`have at least ${PASSPHRASE_MIN} characters`))),
  ),
  ALLOW_EMBEDDED: isValue('1'),
  ALLOW_SANDBOX: isValue('1'),
})
type Environment = z.infer<typeof environment>

/** What production needs besides valid settings; the key is the sentence without it. */
const PRODUCTION_NEEDS: Record<string, (env: Environment) => unknown> = {
  'NODE_ENV=production needs DATABASE_URL; to run on the embedded database all the same, set ALLOW_EMBEDDED=1.': (
    env,
  ) => env.DATABASE_URL || env.ALLOW_EMBEDDED,
  'The sandbox payment gateway moves no money, so NODE_ENV=production refuses it; for a rehearsal set ALLOW_SANDBOX=1.':
    (env) => env.PAYMENT_GATEWAY.movesMoney || env.ALLOW_SANDBOX,
  'NODE_ENV=production needs SMTP_URL, or nobody gets a code by mail; for a rehearsal set ALLOW_SANDBOX=1.': (env) =>
    env.SMTP_URL || env.ALLOW_SANDBOX,
  'NODE_ENV=production with DATABASE_URL needs SECRET_KEY, the same for all servers.': (env) =>
    !env.DATABASE_URL || env.SECRET_KEY,
  'DATABASE_URL must have no sslmode, sslmode=verify-full, or on a private network sslmode=disable, when NODE_ENV=production.':
    (env) => !env.DATABASE_URL || hasPlainTls(env.DATABASE_URL),
  'SMTP_URL must have no parameters when NODE_ENV=production: certificates are verified.': (env) =>
    !env.SMTP_URL?.includes('?'),
  'PUBLIC_URL must start with https:// when NODE_ENV=production.': (env) =>
    env.PUBLIC_URL?.startsWith('https:') || env.ALLOW_SANDBOX,
}

/** Hosts to which a connection does not leave this machine; an empty one is a socket. */
const LOOPBACK = new Set(['', 'localhost', '127.0.0.1', '[::1]'])
const isLoopback = (address: string): boolean => LOOPBACK.has(new URL(address).hostname)

const TLS_MODES: readonly (string | null)[] = [null, 'verify-full', 'disable']
/** Parameters that would weaken `sslmode=verify-full`. */
const TLS_OVERRIDES = ['ssl', 'uselibpqcompat']
const hasPlainTls = (address: string): boolean => {
  const { searchParams } = new URL(address)
  return TLS_MODES.includes(searchParams.get('sslmode')) && !TLS_OVERRIDES.some((name) => searchParams.has(name))
}

/** Adds `sslmode=verify-full` to the address of a database on another machine that names no mode. */
const withVerifiedTls = (address: string): string => {
  if (isLoopback(address) || new URL(address).searchParams.has('sslmode')) return address
  return `${address}${address.includes('?') ? '&' : '?'}sslmode=verify-full`
}

const clientsOf = (env: Environment): Partial<Record<ProviderId, IdentityClient>> => {
  const { SNS_APPLE, SNS_APPLE_KEY, SNS_KAKAO: kakao, SNS_NAVER: naver, SNS_GOOGLE: google } = env
  const apple = SNS_APPLE && { ...SNS_APPLE, secret: SNS_APPLE_KEY.replaceAll('\\n', '\n') }
  const clients = { kakao, naver, google, apple, facebook: env.SNS_FACEBOOK, line: env.SNS_LINE }
  return Object.fromEntries(Object.entries(clients).filter(([, one]) => one !== undefined))
}

/** Returns `SECURITY_CONTACT`; without it the sender of mails in development, and null in production. */
const contactOf = ({ NODE_ENV, SECURITY_CONTACT, MAIL_FROM }: Environment): string | null =>
  SECURITY_CONTACT ?? (NODE_ENV ? null : `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`)

const settings = z.pipe(
  environment.check(
    z.refine((env) => !env.SNS_APPLE || env.SNS_APPLE_KEY.includes('PRIVATE KEY'), { path: ['SNS_APPLE'], ...APPLE }),
    z.refine<Environment>(
      ({ SECRET_KEY, SECRET_KEY_FORMER: former }) =>
        former.length === 0 || (SECRET_KEY !== undefined && !former.includes(SECRET_KEY)),
      'SECRET_KEY_FORMER needs the present key in SECRET_KEY, and former ones alone.',
    ),
    ...Object.entries(PRODUCTION_NEEDS).map(([sentence, hasNeed]) =>
      z.refine<Environment>((env) => !env.NODE_ENV || hasNeed(env), sentence),
    ),
  ),
  z.transform((env: Environment) => ({
    production: env.NODE_ENV,
    host: env.HOST ?? (env.NODE_ENV ? '0.0.0.0' : 'localhost'),
    /** 0 lets the system choose (tests). */
    port: env.PORT,
    /** Absolute path. */
    dataDir: resolve(env.DATA_DIR),
    /** null: the embedded database in `dataDir/db`. */
    databaseUrl: env.DATABASE_URL ? (env.NODE_ENV ? withVerifiedTls(env.DATABASE_URL) : env.DATABASE_URL) : null,
    /** Bucket for the bytes of files; null: they are in the database. */
    files: env.FILES_S3_URL ?? null,
    /** Address at which browsers reach this server, without a trailing slash. */
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** null: mails are written to `dataDir/mail`. */
    smtpUrl: env.SMTP_URL ?? null,
    /** Mail is sent by verified TLS alone; false in development and to a mail server on this machine. */
    smtpTls: env.NODE_ENV && env.SMTP_URL !== undefined && !isLoopback(env.SMTP_URL),
    mailFrom: env.MAIL_FROM,
    /** Contact for vulnerabilities, a `mailto:` or https address; null: `security.txt` is not served. */
    securityContact: contactOf(env),
    payment: env.PAYMENT_GATEWAY,
    /** `sandboxPort`: port of the sandbox Google; the sandbox Naver gets the next port. null: no sandbox. */
    identity: { clients: clientsOf(env), sandboxPort: env.SNS_SANDBOX_PORT ?? null },
    /**
     * `earnPercent`: percentage of the payment that is earned as points. `spend`: points can be spent on orders.
     * `validDays`: days after the one on which points can first be spent, until they expire.
     */
    points: { earnPercent: env.POINTS_EARN_PERCENT, spend: env.POINTS_SPEND, validDays: env.POINTS_VALID_DAYS },
    /** Writes that one member may make in a minute. */
    writesPerMinute: env.WRITES_PER_MINUTE,
    /** How long a server that is to stop still serves, while `/readyz` is not ready. */
    stopDelayMs: env.STOP_DELAY_S * SECOND_MS,
    /** The operator's chat page; null: the app offers the 1:1 inquiry instead. */
    liveChatUrl: env.LIVE_CHAT_URL ?? null,
    /** The seller that receipts name; null: they name none. */
    seller: env.SELLER ?? null,
    /** Path of the file with the operator's currency rates. */
    ratesFile: env.CURRENCY_RATES,
    walletSettings: env,
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: listOf(env.TRUSTED_PROXIES),
    /** Root of all secrets, base64 of at least 32 bytes; null: generated in the data folder. */
    secretKey: env.SECRET_KEY ?? null,
    /** Former roots, the newest first, for what was signed and stored under them. */
    formerSecretKeys: env.SECRET_KEY_FORMER,
    /** Where `/metrics` is served; null: nowhere. */
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    /** Encrypts backups; null: none can be made. */
    backupPassphrase: env.BACKUP_PASSPHRASE ?? null,
  })),
)

export type IdentityClient = z.infer<typeof client>
/** Settings of one server; the README has a table of them. */
export type Config = ReturnType<typeof readConfig>
export type IdentityConfig = Config['identity']

/** Names of the environment variables that are read whichever payment gateway is chosen. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape)

/**
 * Parses and validates the settings, the file of currency rates at `now` (ms), and the certificates of wallet passes.
 * Throws `ConfigError`.
 */
export const readConfig = (env: Env, now = Date.now()) => {
  const { ratesFile, walletSettings, ...config } = parseSettings(settings, env, 'The server')
  /** Rates for prices in other currencies; null: none are shown. */
  const currencyRates = readCurrencyRates(ratesFile, { now, movesMoney: config.payment.movesMoney })
  const wallets = readWallets(walletSettings)
  return { ...config, currencyRates, wallets, payment: config.payment.configure(env) }
}

/**
 * Reads the settings of `npm run restore`: without `SECRET_KEY` the secret is that of the backup, also in production.
 * Throws `ConfigError`.
 */
export const readRestoreConfig = (env: Env): ReturnType<typeof readConfig> => {
  if (env.SECRET_KEY) return readConfig(env)
  // Satisfies the check of production, and is not used.
  const unused = createHash('sha256').update('restore').digest('base64')
  return { ...readConfig({ ...env, SECRET_KEY: unused }), secretKey: null }
}
