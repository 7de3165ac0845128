import { availableParallelism } from 'node:os'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { PRELOADED } from './scripts/serverArguments.ts'
import { variants } from './tests/harness/variants.ts'

/** Folders of `tests` that need a database: one PostgreSQL is started for all of them and the races. */
const DATABASE_FOLDERS = [
  'coupons',
  'reserve',
  'aftersales',
  'compat',
  'content',
  'gate',
  'server',
  'news',
  'members',
  'payment',
  'passes',
  'offline/server',
  'wire',
]
/** Many clients at one lock: run alone, because other load would keep them from blocking at the same time. */
const RACES = 'tests/**/*{race,Race,races,Races}.test.ts'
/** Tests of dates and times that must pass on any machine; run with other calendars and digits too. */
const TIMEZONE_TESTS = [
  'tests/timezones/*.test.{ts,tsx}',
  'src/i18n/format.test.ts',
  'src/routes/myPage/-parts/passSky.test.tsx',
  'src/routes/{-shared/attraction,attractions/-parts}/*.test.ts',
  'contract/rules/{koreanCalendar,openHours,passState,passWindow,startNow,stillOpen}.test.ts',
]
/** The system locale sets a process's default calendar when it starts: the year 2569, and ۱۴۰۵ in other digits. */
const CALENDARS = { buddhist: 'th_TH.UTF-8', persian: 'fa_IR.UTF-8' }
const served = DATABASE_FOLDERS.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    // For slow machines.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 45_000 } },
    // Tests wait for databases, threads and locks as much as they compute.
    maxWorkers: 2 * availableParallelism(),
    // The server of a test loads it as that of production does.
    execArgv: PRELOADED,
    projects: [
      {
        extends: true,
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          name: 'served',
          include: served,
          exclude: [RACES],
          globalSetup: 'tests/harness/postgres.ts',
          // The files of a process load the server once.
          isolate: false,
          setupFiles: 'tests/harness/sharedProcess.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          include: [RACES],
          globalSetup: 'tests/harness/postgres.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [variants(), babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          name: 'plain',
          include: ['tests/**/*.test.{ts,tsx}', '{contract,src,sw,server}/**/*.test.{ts,tsx}'],
          exclude: ['tests/faults/**', 'tests/ha/**', 'node_modules/**', RACES, ...served],
        },
      },
      ...Object.entries(CALENDARS).map(([name, speaks]) => ({
        extends: true as const,
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
        test: { name, include: TIMEZONE_TESTS, env: { LC_ALL: speaks, CALENDAR: name } },
      })),
    ],
  },
})
