import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { readConfig, type Config, type IdentityConfig } from './config.ts'
import { openDataFolder, tryPort } from './dataFolder.ts'
import { checkPooler } from './db/checkPooler.ts'
import { connect, migrateDatabase, type Connected } from './db/connect.ts'
import { FolderTaken, lockFolder } from './db/lock.ts'
import { withMigrationLock } from './db/migrationLock.ts'
import type { Deps } from './deps.ts'
import { watchDisk } from './disk.ts'
import { openKeys, type Keys } from './keys.ts'
import { startLoops } from './loops.ts'
import { createLog, flushLog } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serveMetrics.ts'
import { hashClearCards, seedCards } from './modules/card/service.ts'
import { seedCity } from './modules/catalogue/service.ts'
import { seedCoupons, seedWelcomeCoupon } from './modules/coupon/service.ts'
import { LOOPS } from './modules/index.ts'
import { readKeyRing } from './modules/key/service.ts'
import { prepareLetters } from './modules/member/password.ts'
import { seedPromoCodes } from './modules/order/service.ts'
import { createS3 } from './outside/files/s3.ts'
import { openIdentity } from './outside/identity/open.ts'
import { createMailQueue } from './outside/mail/mailQueue.ts'
import { openTransport } from './outside/mail/transport.ts'
import { createPush } from './outside/push/webPush.ts'
import { ConfigError } from './settings.ts'

const DRAIN_MS = 20_000
const IDLE_CLOSE_MS = 50
/** Time to close the payment gateway when the process must exit at once. */
const EXIT_MS = 3_000
const STDOUT = 1
const DIST = join(import.meta.dirname, '..', 'dist')

/**
 * Migrates, hashes cards that were stored in plain text, and seeds, on a connection without a deadline; servers that
 * start together do it one after the other. Resolves to the seed records that were skipped because an operator has changed them.
 */
export const prepareDatabase = (
  connected: Connected,
  { keys, now, production }: { keys: Keys; now: number; production: boolean },
): Promise<string[]> =>
  withMigrationLock(connected, () =>
    connected.withDedicatedConnection(async (db) => {
      await migrateDatabase(db)
      await readKeyRing(db, keys, now)
      await hashClearCards(db, keys)
      const edited = await seedCity(db, now)
      await seedWelcomeCoupon(db)
      if (production) return edited
      await seedPromoCodes(db)
      await seedCoupons(db)
      await seedCards(db, keys, now)
      return edited
    }),
  )

/** Host names that only this machine can reach. */
const LOCAL = new Set(['localhost', '127.0.0.1', '::1'])

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`)

const announce = (config: Config, address: string, engine: Connected['engine']): void => {
  printLine(`Harbor Pass is ready at ${address}`)
  printLine(`Data folder: ${config.dataDir} (${engine === 'embedded' ? 'embedded database' : 'PostgreSQL'})`)
  if (!config.payment.movesMoney) printLine('Payments are in sandbox mode: no money moves.')
  if (!config.smtpUrl)
    printLine(`Mail is in sandbox mode: read it in ${join(config.dataDir, 'mail')} or at ${address}/sandbox/mail`)
  if (!config.production && !LOCAL.has(config.host))
    printLine(
      `Others can reach this server at ${config.host}. It is set up for development: set NODE_ENV=production for travellers.`,
    )
  printLine(signInSentence(config.identity))
}

const signInSentence = ({ clients, sandboxPort }: IdentityConfig): string => {
  const names = Object.keys(clients).join(', ')
  if (sandboxPort !== null) return 'Social sign-in is in sandbox mode: anybody may be anybody.'
  return names ? `Social sign-in: ${names}.` : 'Social sign-in is off: no provider is configured.'
}

/** Serves `dist` until SIGTERM or SIGINT. The caller holds the lock of the data folder. */
export const run = async (config: Config, dist = DIST): Promise<void> => {
  // A closed terminal or a full disk behind stdout must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  openDataFolder(config.dataDir)
  const log = createLog(config.production ? STDOUT : join(config.dataDir, 'server.log'))
  const keys = openKeys(config)
  const connected = await connect(config, log)
  await checkPooler(connected)
  const edited = await prepareDatabase(connected, { keys, now: Date.now(), production: config.production })
  if (edited.length > 0) log.warn({ records: edited }, 'the new seed left what operators changed')
  // The gateway may be a second process, which must be stopped even when a signal arrives during the start.
  const stop = listenForStop()
  const gateway = await config.payment.open(config)
  stop.atOnce = gateway.close
  try {
    await serve({ config, dist, log, keys, connected, payment: gateway.payment, stop })
  } finally {
    await gateway.close()
  }
  await flushLog(log)
}

interface Serving extends Pick<Deps, 'config' | 'log' | 'keys' | 'payment'> {
  dist: string
  connected: Connected
  stop: Stop
}

const serve = async ({ config, dist, log, keys, connected, payment, stop }: Serving): Promise<void> => {
  const { db, engine } = connected
  const clock = Date.now
  const metrics = config.metrics && createMetrics()
  const transport = openTransport(config)
  const mail = createMailQueue(
    { config, db, clock, log, keys, prepare: prepareLetters({ db, keys, clock }) },
    metrics ? metrics.countMails(transport) : transport,
  )
  const push = createPush({ config, keys, clock })
  const disk = watchDisk(config, log)
  await disk.check()
  const identities = await openIdentity(config)
  const objects = config.files && createS3(config.files)
  const deps: Deps = {
    config,
    db,
    clock,
    mail,
    payment: metrics ? metrics.countPayments(payment) : payment,
    identity: identities.providers,
    push,
    objects: metrics && objects ? metrics.countObjectRequests(objects) : objects,
    disk,
    keys,
    log,
  }
  let isStopping = false
  const options = { dist, isStopping: () => isStopping, ...(metrics && { onAnswer: metrics.onAnswer }) }
  const app = await createApp(deps, options)
  const scraped = metrics && (await serveMetrics(metrics, deps))
  const stopLoops = startLoops(LOOPS, deps)
  const address = await app.listen({ host: config.host, port: config.port })
  if (objects) printLine(`Pictures are stored in ${objects.name}.`)
  announce(config, config.port === 0 ? address : config.publicUrl, engine)
  await stop.untilSignal
  isStopping = true
  // Proxies notice that it is not ready before they send to a closed port.
  await wait(config.stopDelayMs)
  await closeApp(app)
  await scraped?.close()
  // Together: the loop of the mails ends when the queue is closed.
  await Promise.all([stopLoops(), mail.close()])
  await identities.close()
  await connected.close()
}

/**
 * Sends the last answers and closes. A connection that was busy when closing began becomes idle with its answer, and a
 * proxy would keep it open for a minute.
 */
const closeApp = async (app: FastifyInstance): Promise<void> => {
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CLOSE_MS)
  await app.close()
  clearInterval(timer)
}

interface Stop {
  /** Resolves at SIGTERM or SIGINT. */
  untilSignal: Promise<void>
  /** Cleanup that runs even when the process exits at once. */
  atOnce: () => Promise<void>
}

/** Listens for SIGTERM and SIGINT: the first starts a graceful stop; a second one, or 20 s, ends the process. */
const listenForStop = (): Stop => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop: Stop = { untilSignal: promise, atOnce: () => Promise.resolve() }
  const exit = (): void => {
    setTimeout(() => process.exit(1), EXIT_MS).unref()
    void stop.atOnce().finally(() => process.exit(1))
  }
  let isAsked = false
  const requestStop = (): void => {
    if (isAsked) {
      exit()
      return
    }
    isAsked = true
    printLine('Stopping: the last answers are being sent.')
    setTimeout(exit, DRAIN_MS).unref()
    resolve()
  }
  process.on('SIGTERM', requestStop)
  process.on('SIGINT', requestStop)
  return stop
}

/**
 * Runs `work` and ends the process. When `work` fails, the exit code is 1, and stderr gets one sentence if the operator
 * can fix the error, else its stack.
 */
export const runOrExplain = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
    process.exit(0)
  } catch (error) {
    const sentence = sentenceOf(error)
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`)
    process.exit(1)
  }
}

/** Errors of TLS with a database: it offers none, or its certificate is not believed. */
const isTlsFailure = (error: unknown): boolean => {
  const { code = '', message } = error as { code?: string; message?: string }
  const isCertificate = /CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code)
  return isCertificate || message === 'The server does not support SSL connections'
}

const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof ConfigError || error instanceof FolderTaken) return error.message
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is used by another program; choose another with PORT.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database at ${address ?? 'DATABASE_URL'}${port ? `:${port}` : ''} does not answer.`
  if (isTlsFailure(error))
    return `The database does not prove who it is (${code ?? 'it offers no TLS'}): give it a certificate for its name, name the authority with sslrootcert, or on a private network set sslmode=disable in DATABASE_URL.`
  if (code === '28P01' || code === '3D000') return `The database refused DATABASE_URL: ${(error as Error).message}.`
  return undefined
}

/**
 * Reads the settings and opens the data folder; locks it for the embedded database. Throws `ConfigError`, `FolderTaken`.
 */
export const claim = (): Config => {
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  // PostgreSQL serves several processes; the embedded database belongs to one.
  if (!config.databaseUrl) lockFolder(config.dataDir)
  return config
}

/** Claims the data folder as `claim` does, for a process that will listen: checks first that the port is free. */
export const claimPort = async (): Promise<Config> => {
  await tryPort(readConfig(process.env))
  return claim()
}

if (import.meta.main) await runOrExplain(async () => run(await claimPort()))
