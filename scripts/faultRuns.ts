import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The runs of `npm run faults`, and their sizes. `tests/faultRuns.test.ts` checks that all files and numbers exist. */

/** Environment of `npm run faults`: the promised size of each run. In `npm test` each test has a smaller default. */
export const NUMBERS = {
  KILL_ROUNDS: '200',
  /** Rounds of accept, decline, cancel and refund on one gift. */
  GIFT_ROUNDS: '500',
  /** Rounds of a refund against an entry. */
  REFUND_ROUNDS: '1000',
  /** Rounds of twenty gates that admit one pass. */
  GATE_ROUNDS: '200',
  /** Buyers who compete for the last seven units. */
  STOCK_BUYERS: '200',
  /** Rounds of fifty orders of 100 points each, from a balance of 1,000. */
  POINT_ROUNDS: '100',
  /** Random histories of a member's points against a model of single points. */
  POINT_HISTORIES: '1000',
  /** Jobs that two processes share. */
  JOB_COUNT: '5000',
  /** Rounds of fifty visitors who reserve one room, and of a cancellation against a bank's dispute. */
  ROOM_ROUNDS: '20',
  /** Bad requests of each sort, for each call. */
  FUZZ_RUNS: '200',
  /** Histories of the phone's model against the real server, and against the one in memory. */
  MODEL_HISTORIES: '2000',
  MODEL_MEMORY: '20000',
}

/** A call of the test runner: its options and files. Each file names its vitest project itself. */
export interface Run {
  options: string[]
  files: string[]
}

/** A history of the phone's model that failed, as its test writes it to a file. */
export interface FailedHistory<Step = unknown> {
  /** File of the test, relative to the repository. */
  file: string
  seed: number
  steps: readonly Step[]
}

/** Returns the run of the failed history in a file, and the environment that the run reads. */
export const replayRun = (path: string): { run: Run; env: { MODEL_REPLAY: string } } => {
  const { file } = JSON.parse(readFileSync(path, 'utf8')) as FailedHistory
  return { run: { options: [], files: [file] }, env: { MODEL_REPLAY: resolve(path) } }
}

export const RUNS: readonly Run[] = [
  { options: ['--config', 'tests/faults/vitest.config.ts'], files: ['tests/faults/kill.test.ts'] },
  // They skip themselves, with a message, where Debian's packages cannot be had.
  {
    options: ['--config', 'tests/ha/vitest.config.ts'],
    files: ['tests/ha/drills.test.ts', 'tests/ha/pointInTime.test.ts'],
  },
  {
    options: ['--testTimeout', '3600000'],
    files: [
      'tests/aftersales/lockOrderRaces.test.ts',
      'tests/aftersales/mailedCodeRaces.test.ts',
      'tests/aftersales/pointHistories.test.ts',
      'tests/aftersales/pointRaces.test.ts',
      'tests/aftersales/giftLinkRaces.test.ts',
      'tests/aftersales/giftNameRaces.test.ts',
      'tests/aftersales/races.test.ts',
      'tests/content/photoRaces.test.ts',
      'tests/coupons/races.test.ts',
      'tests/gate/race.test.ts',
      'tests/gate/signedOutRaces.test.ts',
      'tests/gate/voucherRaces.test.ts',
      'tests/gate/walletRaces.test.ts',
      'tests/gate/withdrawnRaces.test.ts',
      'tests/members/accountRaces.test.ts',
      'tests/members/fileRaces.test.ts',
      'tests/members/guessRaces.test.ts',
      'tests/members/passkeyRaces.test.ts',
      'tests/members/phoneLinkRaces.test.ts',
      'tests/members/quotaRaces.test.ts',
      'tests/members/races.test.ts',
      'tests/news/campaignRaces.test.ts',
      'tests/news/pushRaces.test.ts',
      'tests/payment/cartCodeRaces.test.ts',
      'tests/payment/cartHoldRaces.test.ts',
      'tests/payment/cartRaces.test.ts',
      'tests/payment/promoLockOrderRaces.test.ts',
      'tests/payment/promoRaces.test.ts',
      'tests/payment/race.test.ts',
      'tests/news/jobs.test.ts',
      'tests/reserve/closureRaces.test.ts',
      'tests/reserve/codeRaces.test.ts',
      'tests/reserve/fuzz.test.ts',
      'tests/reserve/ownHoldRaces.test.ts',
      'tests/reserve/questionRaces.test.ts',
      'tests/reserve/races.test.ts',
      'tests/server/oldTablesRaces.test.ts',
      'tests/wire/bytes.test.ts',
      'tests/wire/fuzz.test.ts',
    ],
  },
  {
    options: ['--testTimeout', '86400000'],
    files: ['tests/offline/model.test.ts', 'tests/offline/server/model.test.ts'],
  },
  // These skip themselves, with a message, where the engine is not installed.
  {
    options: ['--config', 'e2e/engines/vitest.config.ts'],
    files: ['e2e/engines/journey.test.ts', 'e2e/engines/consoleErrors.test.ts'],
  },
]
