import { afterAll, expect, vi } from 'vitest'

/**
 * Set-up of files that share a process: a file that leaves a global, a setting of the environment or a listener of the
 * process behind fails, because the result of the files after it would depend on their order.
 */

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const

const look = () => ({
  // Libraries keep registries under names that begin with underscores.
  globals: Object.getOwnPropertyNames(globalThis)
    .filter((name) => !name.startsWith('__'))
    .toSorted(),
  environment: { ...process.env },
  listeners: EVENTS.map((event) => process.listenerCount(event)),
})

const before = look()
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(look()).toEqual(before)
})
