import { spawn } from 'node:child_process'

/**
 * The long runs: 200 kills of the server instead of 20, and the races, the bad requests and the histories of the model
 * in the numbers that were promised; the journey with no signal in Firefox and WebKitGTK. Arguments go on to the test runner.
 */
const ENV = {
  KILL_ROUNDS: '200',
  /** Accept, decline, cancel and refund of one gift. */
  GIFT_ROUNDS: '500',
  /** A refund against an entry. */
  REFUND_ROUNDS: '1000',
  /** Twenty gates at one pass. */
  GATE_ROUNDS: '200',
  /** For the last seven. */
  STOCK_BUYERS: '200',
  /** Between two processes. */
  JOB_COUNT: '5000',
  /** Fifty visitors for one room. */
  ROOM_ROUNDS: '20',
  /** Bad requests of each sort and call. */
  FUZZ_RUNS: '200',
  /** Histories of the phone's model against the real server, and against the one in memory. */
  MODEL_HISTORIES: '2000',
  MODEL_MEMORY: '20000',
}
const MODEL = ['--testTimeout', '86400000', 'tests/offline/model.test.ts', 'tests/offline/server/model.test.ts']
const KILLS = ['--config', 'tests/faults/vitest.config.ts']
/** Skipped, and said why, where one is not installed. */
const ENGINES = ['--config', 'e2e/engines/vitest.config.ts']
const RACES = [
  '--project',
  'served',
  '--testTimeout',
  '3600000',
  'tests/after/races.test.ts',
  'tests/coupons/races.test.ts',
  'tests/gate/race.test.ts',
  'tests/news/jobs.test.ts',
  'tests/reserve/races.test.ts',
  'tests/wire/bytes.test.ts',
  'tests/wire/fuzz.test.ts',
]

const run = (args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn('vitest', ['run', ...args, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...ENV, ...process.env },
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })

const codes = [await run(KILLS), await run(RACES), await run(MODEL), await run(ENGINES)]
process.exit(codes.find((code) => code !== 0) ?? 0)
