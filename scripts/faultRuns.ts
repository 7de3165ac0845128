/** What `npm run faults` runs, and in which numbers. `tests/faultRuns.test.ts` looks that all of it is there. */

/** The numbers that were promised; each test has a smaller one of its own for `npm test`. */
export const NUMBERS = {
  KILL_ROUNDS: '200',
  /** Accept, decline, cancel and refund of one gift. */
  GIFT_ROUNDS: '500',
  /** A refund against an entry. */
  REFUND_ROUNDS: '1000',
  /** Twenty gates at one pass. */
  GATE_ROUNDS: '200',
  /** For the last seven. */
  STOCK_BUYERS: '200',
  /** Fifty orders of a hundred points each, from a thousand. */
  POINT_ROUNDS: '100',
  /** Between two processes. */
  JOB_COUNT: '5000',
  /** Fifty visitors for one room; a cancellation against the bank. */
  ROOM_ROUNDS: '20',
  /** Bad requests of each sort and call. */
  FUZZ_RUNS: '200',
  /** Histories of the phone's model against the real server, and against the one in memory. */
  MODEL_HISTORIES: '2000',
  MODEL_MEMORY: '20000',
}

/** A call of the test runner: its options, and the files it is to find. Each file says its project itself. */
export interface Run {
  options: string[]
  files: string[]
}

export const RUNS: readonly Run[] = [
  { options: ['--config', 'tests/faults/vitest.config.ts'], files: ['tests/faults/kill.test.ts'] },
  {
    options: ['--testTimeout', '3600000'],
    files: [
      'tests/after/lockOrderRaces.test.ts',
      'tests/after/mailedCodeRaces.test.ts',
      'tests/after/pointRaces.test.ts',
      'tests/after/races.test.ts',
      'tests/coupons/races.test.ts',
      'tests/gate/race.test.ts',
      'tests/gate/signedOutRaces.test.ts',
      'tests/gate/withdrawnRaces.test.ts',
      'tests/members/accountRaces.test.ts',
      'tests/members/guessRaces.test.ts',
      'tests/members/quotaRaces.test.ts',
      'tests/members/races.test.ts',
      'tests/money/race.test.ts',
      'tests/news/jobs.test.ts',
      'tests/reserve/fuzz.test.ts',
      'tests/reserve/races.test.ts',
      'tests/wire/bytes.test.ts',
      'tests/wire/fuzz.test.ts',
    ],
  },
  {
    options: ['--testTimeout', '86400000'],
    files: ['tests/offline/model.test.ts', 'tests/offline/server/model.test.ts'],
  },
  // Skipped, and said why, where it is not installed.
  {
    options: ['--config', 'e2e/engines/vitest.config.ts'],
    files: ['e2e/engines/journey.test.ts', 'e2e/engines/unread.test.ts'],
  },
]
