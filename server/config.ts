import { resolve } from 'node:path'
import type { ProviderId } from '#contract/calls/easyLogin.ts'
import type { PaymentConfig } from './outside/payment/define.ts'
import { GATEWAYS } from './outside/payment/registry.ts'
import { ConfigError, count, percent, port, url, type Env } from './settings.ts'

/** Settings of one server, parsed once from the environment; the README has a table of them. */
export interface Config {
  production: boolean
  host: string
  /** 0 lets the system choose (tests). */
  port: number
  /** Absolute path. */
  dataDir: string
  /** null: the embedded database in `dataDir/db`. */
  databaseUrl: string | null
  /** Address at which browsers reach this server, without a trailing slash. */
  publicUrl: string
  /** null: mails are written to `dataDir/mail`. */
  smtpUrl: string | null
  mailFrom: string
  /** Contact for vulnerabilities, a `mailto:` or https address; null: `security.txt` is not served. */
  securityContact: string | null
  payment: PaymentConfig
  identity: IdentityConfig
  points: {
    /** Percentage of the payment that is earned as points; 0: none. */
    earnPercent: number
    /** Whether points can be spent on orders. */
    spend: boolean
  }
  /** Writes that one member may make in a minute. */
  writesPerMinute: number
  /** The operator's chat page; null: the app offers the 1:1 inquiry instead. */
  liveChatUrl: string | null
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  /** Root of all secrets, base64 of at least 32 bytes; null: generated in the data folder. */
  secretKey: string | null
}

/** Credentials of this server at a provider of social sign-in. */
export interface IdentityClient {
  id: string
  /** For Apple, which has no client secret: the private key as PEM. */
  secret: string
  team?: string
  keyId?: string
}

export interface IdentityConfig {
  clients: Partial<Record<ProviderId, IdentityClient>>
  /** Port of the sandbox Google; the sandbox Naver gets the next port. null: no sandbox. */
  sandboxPort: number | null
}

const SECRET_BYTES = 32
const MAIL_FROM = 'Harbor Pass <no-reply@harbor-pass.example>'

/** Returns `SECURITY_CONTACT`; without it the sender of mails in development, and null in production. */
const contactOf = (env: Env, production: boolean): string | null => {
  const contact = env.SECURITY_CONTACT
  if (contact) {
    if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact) && URL.canParse(contact)) return contact
    throw new ConfigError('SECURITY_CONTACT must be "mailto:" and an address, or an address that starts with https://.')
  }
  const from = env.MAIL_FROM || MAIL_FROM
  return production ? null : `mailto:${/<([^>]+)>/.exec(from)?.[1] ?? from}`
}

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

const paymentOf = (env: Env, chosenPort: number): PaymentConfig => {
  const name = env.PAYMENT_GATEWAY || 'sandbox'
  const gateway = GATEWAYS.find((one) => one.name === name)
  if (gateway) return gateway.configure(env, chosenPort)
  const names = GATEWAYS.map((one) => `"${one.name}"`).join(', ')
  throw new ConfigError(`PAYMENT_GATEWAY must be one of ${names}, not "${name}".`)
}

/** Parses `client id:secret`; undefined without a value: the provider gets no button. */
const clientOf = (name: string, value: string | undefined): IdentityClient | undefined => {
  if (!value) return undefined
  const [, id, secret] = /^([^:\s]+):(\S+)$/.exec(value) ?? []
  if (!id || !secret) throw new ConfigError(`${name} must be "client id:secret".`)
  return { id, secret }
}

/** Parses `services id:team id:key id` and the separate private key. */
const appleOf = (value: string | undefined, key: string | undefined): IdentityClient | undefined => {
  if (!value) return undefined
  const [id, team, keyId, ...more] = value.split(':')
  if (!id || !team || !keyId || more.length > 0 || !key?.includes('PRIVATE KEY'))
    throw new ConfigError('SNS_APPLE must be "services id:team id:key id", and SNS_APPLE_KEY the private key as PEM.')
  return { id, team, keyId, secret: key.replaceAll('\\n', '\n') }
}

const identityOf = (env: Env): IdentityConfig => {
  const found: Record<ProviderId, IdentityClient | undefined> = {
    kakao: clientOf('SNS_KAKAO', env.SNS_KAKAO),
    naver: clientOf('SNS_NAVER', env.SNS_NAVER),
    google: clientOf('SNS_GOOGLE', env.SNS_GOOGLE),
    apple: appleOf(env.SNS_APPLE, env.SNS_APPLE_KEY),
    facebook: clientOf('SNS_FACEBOOK', env.SNS_FACEBOOK),
    line: clientOf('SNS_LINE', env.SNS_LINE),
  }
  const clients = Object.fromEntries(Object.entries(found).filter(([, client]) => client !== undefined))
  return { clients, sandboxPort: env.SNS_SANDBOX_PORT ? port('SNS_SANDBOX_PORT', env.SNS_SANDBOX_PORT, 0) : null }
}

/** Parses and validates the settings. Throws `ConfigError`. */
export const readConfig = (env: Env): Config => {
  const production = env.NODE_ENV === 'production'
  const chosenPort = port('PORT', env.PORT, 3000)
  const config: Config = {
    production,
    host: env.HOST || (production ? '0.0.0.0' : 'localhost'),
    port: chosenPort,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL ? url('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:']) : null,
    publicUrl: url('PUBLIC_URL', env.PUBLIC_URL || `http://localhost:${chosenPort}`, ['http:', 'https:']),
    smtpUrl: env.SMTP_URL ? url('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']) : null,
    mailFrom: env.MAIL_FROM || MAIL_FROM,
    securityContact: contactOf(env, production),
    payment: paymentOf(env, chosenPort),
    identity: identityOf(env),
    points: { earnPercent: percent('POINTS_EARN_PERCENT', env.POINTS_EARN_PERCENT), spend: env.POINTS_SPEND === '1' },
    writesPerMinute: count('WRITES_PER_MINUTE', env.WRITES_PER_MINUTE, 120),
    liveChatUrl: env.LIVE_CHAT_URL ? url('LIVE_CHAT_URL', env.LIVE_CHAT_URL, ['https:']) : null,
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    secretKey: env.SECRET_KEY || null,
  }
  if (config.secretKey !== null && !isRandom(config.secretKey))
    throw new ConfigError(
      `SECRET_KEY must be the base64 of at least ${SECRET_BYTES} random bytes, as "openssl rand -base64 ${SECRET_BYTES}" writes them.`,
    )
  if (production) refuseUnsafe(config, env)
  return config
}

/** Refuses settings that are fine in development but not in production. Throws `ConfigError`. */
const refuseUnsafe = (config: Config, env: Env): void => {
  if (config.databaseUrl === null && env.ALLOW_EMBEDDED !== '1')
    throw new ConfigError(
      'NODE_ENV=production needs DATABASE_URL; to run on the embedded database all the same, set ALLOW_EMBEDDED=1.',
    )
  if (!config.payment.movesMoney && env.ALLOW_SANDBOX !== '1')
    throw new ConfigError(
      'The sandbox payment gateway moves no money, so NODE_ENV=production refuses it; for a rehearsal set ALLOW_SANDBOX=1.',
    )
  if (config.smtpUrl === null && env.ALLOW_SANDBOX !== '1')
    throw new ConfigError(
      'NODE_ENV=production needs SMTP_URL, or nobody gets a code by mail; for a rehearsal set ALLOW_SANDBOX=1.',
    )
  if (config.databaseUrl !== null && config.secretKey === null)
    throw new ConfigError('NODE_ENV=production with DATABASE_URL needs SECRET_KEY, the same for all servers.')
  if (!config.publicUrl.startsWith('https:') && env.ALLOW_SANDBOX !== '1')
    throw new ConfigError('PUBLIC_URL must start with https:// when NODE_ENV=production.')
}
