import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './inTime.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('what comes in time is what it brings, its failure too, and nobody waits on', async () => {
  expect(await inTime(Promise.resolve('here'), 1_000)).toBe('here')
  await expect(inTime(Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})

test('what does not come in time is undefined, and its failure afterwards disturbs nobody', async () => {
  let fail: ((error: Error) => void) | undefined
  const slow = new Promise<string>((_, reject) => (fail = reject))
  let ended = false
  const answer = inTime(slow, 1_000).finally(() => (ended = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBeUndefined()
  // A failure that nobody heard would end this run.
  fail?.(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
