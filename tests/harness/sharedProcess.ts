import { afterAll, expect, vi } from 'vitest'

/**
 * Set-up of files that share a process: a file that leaves a global, a setting of the environment or a listener of the
 * process behind fails, because the result of the files after it would depend on their order.
 */

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const
/** What unpdf adds on its first use, for good: which file that is depends on their order. */
const READER_OF_PDF = ['DOMMatrix', '_pdfjsTestingUtils', 'pdfjsLib', 'pdfjsWorker']

const readState = () => ({
  // Libraries keep registries under names that begin with underscores.
  globals: Object.getOwnPropertyNames(globalThis)
    .filter((name) => !name.startsWith('__') && !READER_OF_PDF.includes(name))
    .toSorted(),
  environment: { ...process.env },
  listeners: EVENTS.map((event) => process.listenerCount(event)),
})

const before = readState()
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(readState()).toEqual(before)
})
