import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './withTimeout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('withTimeout resolves or rejects like a promise that settles in time, and clears the timer', async () => {
  expect(await withTimeout(Promise.resolve('here'), 1_000)).toBe('here')
  await expect(withTimeout(Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})

test('withTimeout resolves undefined at the timeout, and ignores a later rejection', async () => {
  let fail: ((error: Error) => void) | undefined
  const slow = new Promise<string>((_, reject) => (fail = reject))
  let ended = false
  const answer = withTimeout(slow, 1_000).finally(() => (ended = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBeUndefined()
  // An unhandled rejection would fail this run.
  fail?.(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
