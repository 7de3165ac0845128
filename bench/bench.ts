import { build } from '../scripts/build/build.ts'
import { changeCost } from './change.ts'
import { drainTimes } from './drain.ts'
import { score } from './lighthouse.ts'
import { gateRates } from './gates.ts'
import { heaps } from './heap.ts'
import { listRates } from './lists.ts'
import { busySignIns, loginRates } from './logins.ts'
import { purchaseRates } from './purchases.ts'
import { motionFrames } from './motion.ts'
import { applicationOrigin } from './origin.ts'
import { afterFortnight, pages, type Row } from './pages.ts'
import { receiptTimes } from './receipts.ts'
import { rowTimes } from './rows.ts'
import { startPostgres } from './postgres.ts'
import { starts } from './server.ts'
import { soak } from './soak.ts'
import { interval, median, ratios, verdict } from './statistics.ts'
import { questionRates } from './watch.ts'

/**
 * Measures the figures of pages, phone and server, and compares each with its limit (performance 2, 3 and 5).
 * `npm run bench -- --rounds 15 --lighthouse 5 --only <part>`; parts: pages, fortnight, heap, queue, rows, motion, lighthouse,
 * start, change, lists, logins, gates, watch, purchases, receipts, growth, processes,
 * and soak, which is run by its name alone: `--only soak --minutes 60`; `--rate` sets its
 * purchases a second, for a machine that cannot do what is required.
 * `--postgres`: runs the server's figures on a PostgreSQL of its own instead of the embedded database.
 */

const option = (name: string): string | undefined =>
  process.argv[process.argv.indexOf(`--${name}`) + 1 || process.argv.length]
const ROUNDS = Number(option('rounds') ?? 15)
const RUNS = Number(option('lighthouse') ?? 5)
const ONLY = option('only')
const postgres = process.argv.includes('--postgres') ? await startPostgres() : null
/** Gives the next figure an empty PostgreSQL database; no-op for the embedded one, which is always new. */
const freshDatabase = async (): Promise<void> => {
  if (postgres) process.env.DATABASE_URL = await postgres.fresh()
}
const MINUTES = Number(option('minutes') ?? 60)
const GROWN = Number(option('grown') ?? 1_000_000)
const onPostgres = postgres !== null || process.env.DATABASE_URL !== undefined
const wants = (benchmark: string): boolean => ONLY === undefined || ONLY === benchmark

const rows: Row[] = []

const lighthouses = async (): Promise<void> => {
  const app = await applicationOrigin()
  for (const path of ['/home', '/attractions', '/attractions/busan-tower', '/pass']) {
    const runs: number[][] = []
    for (let run = 0; run < RUNS; run += 1) {
      const { scores, failed } = await score(`https://localhost:${app.port}${path}`)
      console.log(`lighthouse ${path}: ${scores.join('/')} ${failed.join(' ')}`)
      runs.push(scores)
    }
    for (const [index, name] of ['performance', 'accessibility', 'best practices', 'SEO'].entries())
      rows.push({
        figure: `Lighthouse ${path}: ${name}`,
        values: runs.map((scores) => scores[index] ?? 0),
        limit: 100,
        unit: '',
        least: true,
      })
  }
  app.close()
}

const memory = async (): Promise<void> => {
  const { one, many } = await heaps(5)
  rows.push(
    { figure: 'heap on My Pass, one pass', values: one, limit: 4, unit: 'MB' },
    { figure: 'heap on My Pass, 20 passes and 200 waiting actions', values: many, limit: 12, unit: 'MB' },
  )
}

const longLists = async (): Promise<void> => {
  const { interaction, scroll } = await rowTimes(5)
  rows.push(
    { figure: 'list of 200 rows: next paint', values: interaction, limit: 200, unit: 'ms' },
    { figure: 'list of 1,000 rows: frames while scrolling', values: scroll, limit: 60, unit: '/s', least: true },
  )
}

const rate = (figure: string, values: { perSecond: number; p99Ms: number }[], limit: number, p99Ms = 50): void => {
  rows.push(
    { figure, values: values.map(({ perSecond }) => perSecond), limit, unit: '/s', least: true },
    { figure: `${figure}: p99`, values: values.map(({ p99Ms }) => p99Ms), limit: p99Ms, unit: 'ms' },
  )
}

const lists = async (): Promise<void> => {
  const { cached, uncached } = await listRates(5)
  rate('server: a page of ten attractions, kept', cached, 8000)
  rate('server: a page of ten attractions, made anew', uncached, onPostgres ? 2000 : 1500)
}

/** Compares a purchase and an admission on an empty database with those among a million members' orders and passes. */
const growth = async (): Promise<void> => {
  for (const [figure, rates] of [
    ['a purchase', purchaseRates],
    ['an admission', gateRates],
  ] as const) {
    await freshDatabase()
    const small = await rates(5)
    await freshDatabase()
    const large = await rates(5, { grown: GROWN })
    const values = ratios(
      small.map(({ perSecond }) => perSecond),
      large.map(({ perSecond }) => perSecond),
    )
    rows.push({ figure: `${figure} among ${GROWN.toLocaleString('en')}`, values, limit: 2, unit: '× among none' })
  }
}

try {
  await build()
  if (wants('pages')) rows.push(...(await pages(ROUNDS)))
  if (wants('fortnight')) rows.push(...(await afterFortnight(ROUNDS)))
  if (wants('heap')) await memory()
  if (wants('queue')) rows.push({ figure: 'a queue of 200: sent', values: await drainTimes(5), limit: 20, unit: 's' })
  if (wants('rows')) await longLists()
  if (wants('motion')) {
    const { median: middle, worst } = await motionFrames(5)
    rows.push(
      { figure: 'a ticket travels: work of a frame', values: middle, limit: 16, unit: 'ms' },
      { figure: 'a ticket travels: work of the worst frame', values: worst, limit: 50, unit: 'ms' },
    )
  }
  if (wants('change'))
    rows.push({ figure: 'one line of a screen changed', values: [changeCost()], limit: 60, unit: 'kB' })
  if (wants('start')) {
    await freshDatabase()
    const startups = await starts(5)
    rows.push(
      { figure: 'server: ready on a seeded database', values: startups.map(({ ms }) => ms), limit: 3000, unit: 'ms' },
      {
        figure: 'server: memory at rest',
        values: startups.map(({ mb }) => mb),
        limit: onPostgres ? 200 : 450,
        unit: 'MB',
      },
    )
  }
  if (wants('lists')) {
    await freshDatabase()
    await lists()
  }
  if (wants('logins')) {
    await freshDatabase()
    const { ratio, perSecond } = await loginRates(5)
    rows.push(
      { figure: 'catalogue at 500/s beside sign-ins: p99', values: ratio, limit: 3, unit: '× alone' },
      { figure: 'sign-ins meanwhile', values: perSecond, limit: 1, unit: '/s', least: true },
    )
    await freshDatabase()
    rows.push({
      figure: 'sign-in while all processors are busy: p99',
      values: await busySignIns(3),
      limit: 3_000,
      unit: 'ms',
    })
  }
  if (wants('gates')) {
    await freshDatabase()
    rate('server: admissions', await gateRates(5), onPostgres ? 500 : 150, 100)
  }
  if (wants('watch')) {
    await freshDatabase()
    const { passes, whole } = await questionRates(5)
    rate('server: questions of phones that show a code', passes, onPostgres ? 1_000 : 400)
    const processorMs = passes.map(({ busyMs }) => busyMs)
    rows.push({
      figure: 'processor time of such a question',
      values: processorMs,
      limit: onPostgres ? 0.8 : 2.5,
      unit: 'ms',
    })
    console.log(
      `processor time of the server for a whole question: ${whole.map(({ busyMs }) => busyMs.toFixed(2)).join(' ')} ms`,
    )
  }
  if (wants('purchases')) {
    await freshDatabase()
    // A purchase is four calls and the gateway's page, so its p99 has a wide limit: the figure is the rate.
    const rates = await purchaseRates(5)
    rate('server: purchases', rates, onPostgres ? 250 : 60, 2_000)
    console.log(
      `processor time of the server for a purchase: ${rates.map(({ busyMs }) => busyMs.toFixed(1)).join(' ')} ms`,
    )
  }
  if (wants('receipts')) {
    const { drawingMs, delayMs } = await receiptTimes(5)
    rows.push(
      { figure: 'a receipt as PDF, processor time: p95', values: drawingMs, limit: 50, unit: 'ms' },
      { figure: 'event loop while receipts are drawn: p95', values: delayMs, limit: 50, unit: 'ms' },
    )
  }
  if (wants('growth')) await growth()
  if (wants('processes') && onPostgres) {
    await freshDatabase()
    const one = await purchaseRates(5)
    await freshDatabase()
    const two = await purchaseRates(5, { processes: 2 })
    const against = (of: 'perSecond' | 'busyMs') =>
      ratios(
        two.map((rate) => rate[of]),
        one.map((rate) => rate[of]),
      )
    rows.push(
      { figure: 'purchases of two processes', values: against('perSecond'), limit: 1.5, unit: '× one', least: true },
      // 1.33 is what 1.5 × the purchases cost where each process has a processor of its own.
      { figure: 'processor time of a purchase, two processes', values: against('busyMs'), limit: 1.2, unit: '× one' },
    )
  }
  // An hour, so not among all the others.
  if (ONLY === 'soak') {
    await freshDatabase()
    // Half of what `purchases` requires.
    const required = onPostgres ? 125 : 30
    rows.push(...(await soak(MINUTES, { perSecond: Number(option('rate') ?? required), required })))
  }
  if (wants('lighthouse')) await lighthouses()
} finally {
  await postgres?.stop()
}

const short = (value: number): string => (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0))
console.log('\n| figure | median (95 %) | limit | |\n|---|---|---|---|')
for (const row of rows) {
  const [low, high] = interval(row.values)
  console.log(
    `| ${row.figure} | ${short(median(row.values))} (${short(low)}–${short(high)}) | ${row.least ? '≥' : '≤'} ${row.limit} ${row.unit} | ${row.verdict ?? verdict(row)} |`,
  )
}
process.exit(rows.every((row) => (row.verdict ?? verdict(row)) === 'ok') ? 0 : 1)
