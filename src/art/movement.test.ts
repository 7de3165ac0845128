import { expect, test } from 'vitest'
import { recordMovement, whenStill } from './movement.ts'

test('nothing waits while nothing moves', async () => {
  await expect(whenStill()).resolves.toBeUndefined()
})

test('waits for the end of a movement, and of one that began meanwhile', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const events: string[] = []
  recordMovement(first.promise)
  const still = whenStill().then(() => events.push('still'))
  recordMovement(second.promise)
  events.push('first ends')
  first.resolve()
  await first.promise
  // All that waited for the first one has run by the next task.
  await new Promise((resolve) => setImmediate(resolve))
  events.push('second ends')
  second.resolve()
  await still
  expect(events).toEqual(['first ends', 'second ends', 'still'])
})

test('a movement that the browser ends early is over', async () => {
  recordMovement(Promise.reject(new Error('skipped')))
  await expect(whenStill()).resolves.toBeUndefined()
})
