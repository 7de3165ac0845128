import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { IDEMPOTENCY_DAYS, REFRESH_TOKEN_S } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { openKeys } from '#server/keys.ts'
import { JOB_KINDS } from '#server/modules/index.ts'
import { BRIEF_KEEP_MS, BRIEF_KINDS, KEEP_MS } from '#server/modules/job/service.ts'
import { hashPassword, openSession, tokensOf } from '#server/modules/session/service.ts'
import { fill, insertMembers } from './fill.ts'
import { issue, makeGates, makePhone } from './gates.ts'
import type { Row } from './pages.ts'
import { optionsAt } from './purchases.ts'
import { withServers } from './server.ts'
import { SIGN_IN_EVERY, startLoad, UPLOAD_ENTRIES, type Crowd, type Tally, type Visitor } from './soakLoad.ts'
import type { Question, Sample } from './soakProbe.ts'
import { growthVerdict, ratios, SOAK_SAMPLES, soakWindows } from './statistics.ts'

/** Half of the required purchases for an hour: whether memory grows, and whether rows outlive their retention. */

const PASSWORD = 'Haeundae-2026!'
/** Purchases of one member in a soak. */
const PURCHASES_EACH = 8
const BATCH = 500
/** Growth that is allowed after the first ten minutes. */
const GROWTH_MAX = 1.1
/** Part of the required purchases that must be answered when the soak ends; the last ones are under way. */
const PURCHASES_MIN = 0.98
/** Part of the arrivals that may be late, %. */
const LATE_MAX = 1
/** Jobs that delete rows run once an hour. */
const FORGET_MS = HOUR_MS + 5 * MINUTE_MS
/** `NONCE_TTL_MS` in `server/modules/device/service.ts`. */
const NONCE_MS = 5 * MINUTE_MS

/** A table that grows with use: how long its rows stay after the instant in a column. */
interface Table {
  table: string
  column: string
  keepMs: number
  /** Which rows are counted, if not all. */
  where?: string
}
const BRIEF_NAMES = BRIEF_KINDS.map((kind) => `'${kind}'`).join(', ')
const TABLES: Record<string, Table> = {
  throttles: { table: 'throttle', column: 'next_at', keepMs: DAY_MS },
  nonces: { table: 'device_nonce', column: 'expires_at', keepMs: NONCE_MS },
  'idempotency keys': { table: 'idempotency', column: 'at', keepMs: IDEMPOTENCY_DAYS * DAY_MS },
  'done jobs of purchases': {
    table: 'job',
    column: 'done_at',
    keepMs: BRIEF_KEEP_MS,
    where: `done_at is not null and kind in (${BRIEF_NAMES})`,
  },
  'other done jobs': {
    table: 'job',
    column: 'done_at',
    keepMs: KEEP_MS,
    where: `done_at is not null and kind not in (${BRIEF_NAMES})`,
  },
  'ended sessions': {
    table: 'session',
    column: 'expires_at',
    keepMs: REFRESH_TOKEN_S * SECOND_MS,
    where: 'ended_at is not null',
  },
  quotes: { table: 'quote', column: 'expires_at', keepMs: DAY_MS },
}
/** The jobs that delete these rows, and how far ahead a clock makes them delete all: sessions last 30 days themselves. */
const FORGET_JOBS = ['session-forget', 'nonces-forget', 'idempotency-forget', 'jobs-forget', 'quotes-forget']
const AHEAD_DAYS = 61

const beyond = (name: string): string => `${name} beyond their retention`
const countOf = (name: string): string => {
  const { table, where = 'true' } = TABLES[name] ?? { table: name }
  return `select count(*)::int as n from ${table} where ${where}`
}
/** Statements that count the rows of each table, and those that should have been deleted at `now`, ms UTC. */
const questionAt = (now: number): Question => {
  const counts: Record<string, string> = {}
  for (const [name, { column, keepMs }] of Object.entries(TABLES)) {
    counts[name] = countOf(name)
    counts[beyond(name)] = `${countOf(name)} and ${column} < ${now - keepMs - FORGET_MS}`
  }
  return { counts }
}

/** Runs the jobs that delete on the database of a soak that is over, with a clock ahead, and counts what they leave. */
const forget = (folder: string): Promise<Row[]> =>
  fill(folder, async (db) => {
    const now = Date.now() + AHEAD_DAYS * DAY_MS
    for (const kind of JOB_KINDS)
      if ('everyMs' in kind && FORGET_JOBS.includes(kind.kind)) await kind.run({ db, clock: () => now } as Deps)
    const rows: Row[] = []
    for (const name of Object.keys(TABLES)) {
      const { rows: counted } = await db.execute<{ n: number }>(countOf(name))
      const figure = `soak: ${name}, ${AHEAD_DAYS} days later`
      rows.push({ figure, values: [counted[0]?.n ?? Number.NaN], limit: 0, unit: 'rows' })
    }
    return rows
  })

const insertVisitors = async (db: Database, count: number, passwordHash: string) => {
  const rows = []
  for (let from = 0; from < count; from += BATCH)
    rows.push(...(await insertMembers(db, Math.min(BATCH, count - from), { passwordHash })))
  return rows
}

const prepare = (folder: string, { minutes, perSecond }: { minutes: number; perSecond: number }): Promise<Crowd> =>
  fill(folder, async (db, config) => {
    const keys = openKeys(config)
    const deps = { keys, clock: Date.now }
    const passwordHash = await hashPassword(PASSWORD)
    const purchases = perSecond * minutes * 60
    const regulars: Visitor[] = []
    for (const { id, email } of await insertVisitors(db, Math.ceil(purchases / PURCHASES_EACH), passwordHash)) {
      const row = await db.transaction((tx) =>
        openSession(tx, deps, { memberId: id, keep: true, label: null, locale: 'en' }),
      )
      const { accessToken, refreshToken } = await tokensOf(deps, row)
      regulars.push({ email, token: accessToken, refreshToken, cursor: '' })
    }
    const newcomers = (await insertVisitors(db, Math.ceil(purchases / SIGN_IN_EVERY), passwordHash)).map(
      ({ email }): Visitor => ({ email, token: null, refreshToken: '', cursor: '' }),
    )
    const gateTokens = await makeGates(db)
    const phone = await makePhone(db)
    const passes = await issue(db, phone, Math.ceil((minutes * 60) / gateTokens.length + 1) * UPLOAD_ENTRIES)
    return { keys, password: PASSWORD, regulars, newcomers, gateTokens, phone, passes }
  })

/** Returns what asks the server; it throws when the server has ended. */
const createQuestions = (server: ChildProcess): ((question: Question) => Promise<Sample>) => {
  const ended = once(server, 'exit').then(([code, signal]): never => {
    throw new Error(`the server ended with ${code ?? signal}`)
  })
  // It also ends when the soak is over.
  ended.catch(() => undefined)
  return async (question) => {
    const answered = once(server, 'message')
    server.send(question)
    const [sample] = (await Promise.race([answered, ended])) as [Sample]
    return sample
  }
}

const p99 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
const print = (...cells: (string | number)[]): void =>
  console.log(
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 1 : 0) : cell)).join(' | ')} |`,
  )

/** A sample, and what happened since the one before. */
interface Minute extends Sample, Tally {
  /** ms that it covers: a busy server answers late. */
  ms: number
}

/** Takes a sample every `sampleMs` while the load runs. */
const observe = async (
  server: ChildProcess,
  load: ReturnType<typeof startLoad>,
  { count, sampleMs }: { count: number; sampleMs: number },
): Promise<Minute[]> => {
  const samples: Minute[] = []
  const ask = createQuestions(server)
  const names = Object.keys(TABLES)
  print('minute', 'heap MB', 'RSS MB', 'loop p99 ms', 'purchases/s', 'p99 ms', 'late', ...names, 'errors')
  print(...Array.from({ length: 8 + names.length }, () => '---'))
  const began = performance.now()
  let before = began
  for (let nth = 1; nth <= count; nth += 1) {
    await setTimeout(Math.max(0, began + nth * sampleMs - performance.now()))
    const [now, tally] = [performance.now(), load.take()]
    const sample = await ask(questionAt(Date.now()))
    samples.push({ ...sample, ...tally, ms: now - before })
    print(
      (now - began) / MINUTE_MS,
      sample.heapMb,
      sample.rssMb,
      sample.eventLoopP99Ms,
      (tally.purchaseMs.length / (now - before)) * SECOND_MS,
      p99(tally.purchaseMs),
      tally.late,
      ...names.map((name) => String(sample.counts[name])),
      JSON.stringify(tally.errors),
    )
    before = now
  }
  return samples
}

const rowsOf = (samples: Minute[], required: number): Row[] => {
  const rows: Row[] = []
  for (const [figure, values] of [
    ['soak: heap after a collection', samples.map(({ heapMb }) => heapMb)],
    ['soak: resident memory', samples.map(({ rssMb }) => rssMb)],
  ] as const) {
    const windows = soakWindows(values)
    const unit = '× after ten minutes'
    const verdict = growthVerdict(windows, GROWTH_MAX)
    rows.push({ figure, values: ratios(windows.last, windows.first), limit: GROWTH_MAX, unit, verdict })
  }
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  const purchases = sum(samples.map(({ purchaseMs }) => purchaseMs.length))
  const errors = sum(samples.flatMap((sample) => Object.values(sample.errors)))
  const latePercent = (sum(samples.map((sample) => sample.late)) / sum(samples.map(({ arrivals }) => arrivals))) * 100
  const reached = (purchases / sum(samples.map(({ ms }) => ms))) * SECOND_MS
  rows.push(
    { figure: 'soak: purchases', values: [reached], limit: required * PURCHASES_MIN, unit: '/s', least: true },
    { figure: 'soak: late arrivals', values: [latePercent], limit: LATE_MAX, unit: '%' },
    { figure: 'soak: errors', values: [errors], limit: 0, unit: '' },
  )
  const [start, end] = [samples[0]?.counts ?? {}, samples.at(-1)?.counts ?? {}]
  const bought = purchases - (samples[0]?.purchaseMs.length ?? 0)
  for (const [name, { column, keepMs }] of Object.entries(TABLES)) {
    rows.push({ figure: `soak: ${beyond(name)}`, values: [end[beyond(name)] ?? Number.NaN], limit: 0, unit: 'rows' })
    const each = ((end[name] ?? Number.NaN) - (start[name] ?? Number.NaN)) / bought
    const days = keepMs / DAY_MS
    const keep = days < 1 ? `${keepMs / MINUTE_MS} minutes` : `${days} days`
    console.log(`${name}: ${each.toFixed(2)} rows for a purchase, deleted ${keep} after ${column}`)
  }
  return rows
}

/**
 * Soaks a server of its own for `minutes` at `perSecond` purchases, of which `required` must be reached, on
 * `DATABASE_URL` if set, else on the embedded database. Prints a line for each sample: one a minute, in a soak of less
 * than an hour sixty in all.
 */
export const soak = (
  minutes: number,
  { perSecond, required }: { perSecond: number; required: number },
): Promise<Row[]> =>
  withServers({
    prepare: (folder) => prepare(folder, { minutes, perSecond }),
    nodeArguments: ['--expose-gc', '--import', './bench/soakProbe.ts'],
    afterwards: async (folder, rows) => [...rows, ...(await forget(folder))],
    // Each visitor has an address of its own.
    env: { TRUSTED_PROXIES: '127.0.0.1,::1' },
    work: async ([port = 0], crowd, _pids, [server]) => {
      if (!server) throw new Error('no server')
      const origin = `http://localhost:${port}`
      const sampleMs = Math.min(MINUTE_MS, (minutes * MINUTE_MS) / SOAK_SAMPLES)
      const load = startLoad(origin, crowd, { options: await optionsAt(origin), perSecond })
      const count = Math.round((minutes * MINUTE_MS) / sampleMs)
      try {
        return rowsOf(await observe(server, load, { count, sampleMs }), required)
      } finally {
        await load.stop()
      }
    },
  })
