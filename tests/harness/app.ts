import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { pathNames, type Call, type Data, type In } from '#contract/calls/call.ts'
import { HEADER_IDEMPOTENCY, HEADER_LANGUAGE, HEADER_NONCE, HEADER_OWNER, type Envelope } from '#contract/envelope.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { couponIssue } from '#server/db/schema/coupon.ts'
import type { Deps } from '#server/deps.ts'
import { watchDisk, type Statfs } from '#server/disk.ts'
import { openKeys } from '#server/keys.ts'
import { createLog } from '#server/log.ts'
import { prepareLetters } from '#server/modules/member/password.ts'
import { createS3 } from '#server/outside/files/s3.ts'
import { openIdentity } from '#server/outside/identity/open.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { GatewayUnknown, type Gateway } from '#server/outside/payment/gateway.ts'
import { createPush, type Reach } from '#server/outside/push/webPush.ts'
import { checkAnswer } from './answers.ts'
import { copyTemplate } from '../../scripts/postgres.ts'

export const EMBEDDED_OF_PARENT = 'HARBOR_TEST_EMBEDDED'
const ROOT = join(import.meta.dirname, '..', '..')
export type Engine = 'embedded' | 'postgres'

const unreachable = (): never => {
  throw new GatewayUnknown('this test has no payment gateway')
}
/** A gateway that always fails; tests of buying pass the sandbox instead. */
const NO_GATEWAY: Gateway = {
  name: 'none',
  prepare: unreachable,
  confirm: unreachable,
  get: unreachable,
  cancel: unreachable,
  verifyWebhook: () => null,
}

export interface OpenOptions {
  engine: Engine
  /** Milliseconds UTC. */
  clock?: () => number
  payment?: Gateway
  /** Additional settings, as environment variables. */
  env?: Record<string, string>
  /** Keeps the welcome coupon of new members; without it, the only news and pushes are those that the test causes. */
  welcome?: boolean
  /** Transport to push services; the default is that of production. */
  reach?: Reach
  /** Reports the free space on the data folder's disk. */
  statfs?: Statfs
  /** Maps the URL of PostgreSQL to the one that the server connects to, such as that of a relay. */
  mapDatabaseUrl?: (url: string) => string
  /** Also serves the built application. */
  pages?: boolean
  /** An installation that exists, such as a restored one, in place of a seeded copy; it is not removed. */
  existing?: { dataDir: string; databaseUrl: string | null }
}

export interface CallOptions<C extends Call> {
  params?: In<C, 'params'>
  query?: In<C, 'query'> | Record<string, string | number | undefined>
  body?: In<C, 'body'>
  token?: string
  /** `Idempotency-Key`. */
  key?: string
  owner?: string
  nonce?: string
  locale?: Locale
  /** The raw `language` header. */
  language?: string
  /** The remote address of the request. */
  ip?: string
  headers?: Record<string, string>
}

export interface Answer<C extends Call> {
  http: number
  status: Envelope<unknown>['status']
  data: Data<C> | null
  headers: Record<string, string | string[] | number | undefined>
}

/** Copies a subfolder of a data folder that has been seeded. A child process gets that folder from its parent. */
const copySeeded = (subfolder: 'keys' | 'db', dataDir: string): void => {
  const seeded = process.env[EMBEDDED_OF_PARENT] ?? inject('embedded')
  cpSync(join(seeded, subfolder), join(dataDir, subfolder), { recursive: true })
}

/** Fills a new data folder as the first start of a server does. */
export const seedDataFolder = (dataDir: string): void => {
  // The numbers of the sample cards are hashed with the secret.
  copySeeded('keys', dataDir)
  copySeeded('db', dataDir)
}

const databaseFor = async (engine: Engine, dataDir: string) => {
  if (engine === 'postgres') {
    copySeeded('keys', dataDir)
    return copyTemplate(inject('postgres'))
  }
  seedDataFolder(dataDir)
  return { url: null, drop: () => Promise.resolve() }
}

const headersOf = <C extends Call>(options: CallOptions<C>): Record<string, string> => ({
  ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
  ...(options.key !== undefined && { [HEADER_IDEMPOTENCY]: options.key }),
  ...(options.owner !== undefined && { [HEADER_OWNER]: options.owner }),
  ...(options.nonce !== undefined && { [HEADER_NONCE]: options.nonce }),
  ...(options.locale !== undefined && { [HEADER_LANGUAGE]: LANGUAGE_CODE[options.locale] }),
  ...(options.language !== undefined && { [HEADER_LANGUAGE]: options.language }),
  ...options.headers,
})

const addressOf = (entry: Call, params: unknown, query: unknown): string => {
  const values = (params ?? {}) as Record<string, string>
  const path = pathNames(entry.path).reduce(
    (at, name) => at.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
    entry.path,
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value !== undefined) search.set(name, String(value))
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Starts the real server in this process, on a migrated and seeded database of its own. */
export const openApp = async (options: OpenOptions) => {
  const {
    engine,
    clock = Date.now,
    payment,
    env = {},
    pages = false,
    reach,
    statfs,
    mapDatabaseUrl = (url) => url,
  } = options
  const { existing } = options
  const scratch = process.env[EMBEDDED_OF_PARENT] === undefined ? inject('scratch') : tmpdir()
  const dataDir = existing?.dataDir ?? mkdtempSync(join(scratch, 'harbor-app-'))
  const { url, drop } = existing
    ? { url: existing.databaseUrl, drop: () => Promise.resolve() }
    : await databaseFor(engine, dataDir)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // Tests repeat many writes as one member, often with a stopped clock.
    WRITES_PER_MINUTE: '1000000',
    ...(url !== null && { DATABASE_URL: mapDatabaseUrl(url) }),
    ...env,
  })
  const log = createLog(join(dataDir, 'server.log'))
  const connected = await connect(config, log)
  const { db } = connected
  if (!options.welcome && !existing) await db.delete(couponIssue).where(eq(couponIssue.couponPblcnUid, 'welcome-3000'))
  const keys = openKeys(config)
  const mail = createMailQueue({ config, db, clock, log, keys, prepare: prepareLetters({ db, keys, clock }) })
  const push = createPush({ config, keys, clock }, reach)
  const disk = watchDisk(config, log, statfs)
  const identities = await openIdentity(config)
  const deps: Deps = {
    config,
    db,
    clock,
    mail,
    payment: payment ?? NO_GATEWAY,
    identity: identities.providers,
    push,
    objects: config.files && createS3(config.files),
    disk,
    keys,
    log,
  }
  const app = await createApp(deps, pages ? { dist: join(ROOT, 'dist') } : {})

  return {
    app,
    deps,
    connected,
    /** Sends a request to one call of the contract and checks the answer against the API document. */
    call: async <C extends Call>(entry: C, options: CallOptions<C> = {}): Promise<Answer<C>> => {
      const request: InjectOptions = {
        method: entry.method,
        url: addressOf(entry, options.params, options.query),
        headers: headersOf(options),
        remoteAddress: options.ip ?? '127.0.0.1',
        ...(options.body !== undefined && { payload: options.body as object }),
      }
      const response = await app.inject(request)
      const isEnvelope = String(response.headers['content-type'] ?? '').startsWith('application/json')
      const { status, data } = isEnvelope
        ? response.json<Envelope<Data<C> | null>>()
        : { status: { code: '', message: '' }, data: null }
      checkAnswer(entry, { http: response.statusCode, body: isEnvelope ? { status, data } : null })
      return { http: response.statusCode, status, data, headers: response.headers }
    },
    close: async (): Promise<void> => {
      await app.close()
      await mail.close()
      await identities.close()
      await connected.close()
      await drop()
      if (!existing) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
