import { resolve } from 'node:path'
import type { ProviderId } from '#contract/calls/easyLogin.ts'

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
  payment:
    | {
        gateway: 'sandbox'
        /** Port of the process of the sandbox gateway. */
        sandboxPort: number
      }
    | { gateway: 'portone'; portOne: PortOneConfig }
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

/** One store at PortOne (version 2); the page, the API and the webhooks each have a key of their own. */
export interface PortOneConfig {
  storeId: string
  channelKey: string
  apiSecret: string
  /** `whsec_…`. */
  webhookSecret: string
  apiUrl: string
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

/** An invalid setting; the message is the sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const port = (name: string, value: string | undefined, fallback: number): number => {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d{1,5}$/.test(value) || number > 65_535)
    throw new ConfigError(`${name} must be a port number, not "${value}".`)
  return number
}

const percent = (name: string, value: string | undefined): number => {
  if (value === undefined || value === '') return 0
  if (!/^\d{1,3}$/.test(value) || Number(value) > 100)
    throw new ConfigError(`${name} must be a whole number from 0 to 100, not "${value}".`)
  return Number(value)
}

const count = (name: string, value: string | undefined, fallback: number): number => {
  if (value === undefined || value === '') return fallback
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new ConfigError(`${name} must be a whole number from 1, not "${value}".`)
  return Number(value)
}

const url = (name: string, value: string, protocols: readonly string[]): string => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return value.replace(/\/+$/, '')
}

const needed = (name: string, value: string | undefined): string => {
  if (!value) throw new ConfigError(`PAYMENT_GATEWAY=portone needs ${name}.`)
  return value
}

/** Returns `SECURITY_CONTACT`; without it the sender of mails in development, and null in production. */
const contactOf = (env: Record<string, string | undefined>, production: boolean): string | null => {
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

const paymentOf = (env: Record<string, string | undefined>, chosenPort: number): Config['payment'] => {
  const gateway = env.PAYMENT_GATEWAY || 'sandbox'
  if (gateway === 'sandbox') {
    const fallback = chosenPort === 0 ? 0 : chosenPort + 1
    return { gateway, sandboxPort: port('PAYMENT_SANDBOX_PORT', env.PAYMENT_SANDBOX_PORT, fallback) }
  }
  if (gateway !== 'portone') throw new ConfigError(`PAYMENT_GATEWAY knows "sandbox" and "portone", not "${gateway}".`)
  return {
    gateway,
    portOne: {
      storeId: needed('PORTONE_STORE_ID', env.PORTONE_STORE_ID),
      channelKey: needed('PORTONE_CHANNEL_KEY', env.PORTONE_CHANNEL_KEY),
      apiSecret: needed('PORTONE_API_SECRET', env.PORTONE_API_SECRET),
      webhookSecret: needed('PORTONE_WEBHOOK_SECRET', env.PORTONE_WEBHOOK_SECRET),
      apiUrl: url('PORTONE_API_URL', env.PORTONE_API_URL || 'https://api.portone.io', ['http:', 'https:']),
    },
  }
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

const identityOf = (env: Record<string, string | undefined>): IdentityConfig => {
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
export const readConfig = (env: Record<string, string | undefined>): Config => {
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
const refuseUnsafe = (config: Config, env: Record<string, string | undefined>): void => {
  if (config.databaseUrl === null && env.ALLOW_EMBEDDED !== '1')
    throw new ConfigError(
      'NODE_ENV=production needs DATABASE_URL; to run on the embedded database all the same, set ALLOW_EMBEDDED=1.',
    )
  if (config.payment.gateway === 'sandbox' && env.ALLOW_SANDBOX !== '1')
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
