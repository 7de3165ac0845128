import { expect, test } from 'vitest'
import { cacheVersion } from '#server/modules/catalogue/version.ts'

/** Starts a cache with a clock that the test sets; `answers` holds the started reads. */
const startCache = () => {
  const clock = { nowMs: 1_000 }
  const reads: PromiseWithResolvers<string>[] = []
  const version = cacheVersion(
    () => {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return read.promise
    },
    () => clock.nowMs,
  )
  return { clock, reads, version }
}

/** A cache whose first read has started at 1,000 ms and was answered with `v1`. */
const startFilled = async () => {
  const cache = startCache()
  const first = cache.version()
  cache.reads[0]?.resolve('v1')
  await first
  return cache
}

test('concurrent callers share one read', async () => {
  const { reads, version } = startCache()
  const both = Promise.all([version(), version()])
  reads[0]?.resolve('v1')
  expect(await both).toEqual(['v1', 'v1'])
  expect(reads).toHaveLength(1)
})

test('a young version is served without a read', async () => {
  const { clock, reads, version } = await startFilled()
  clock.nowMs = 1_249
  expect(await version()).toBe('v1')
  expect(reads).toHaveLength(1)
})

test('nobody waits while an ageing version is renewed by one read', async () => {
  const { clock, reads, version } = await startFilled()
  clock.nowMs = 1_250
  expect(await version()).toBe('v1')
  clock.nowMs = 1_499
  expect(await version()).toBe('v1')
  expect(reads).toHaveLength(2)
})

test('the renewed version counts its age from the start of its read', async () => {
  const { clock, reads, version } = await startFilled()
  clock.nowMs = 1_300
  await version()
  clock.nowMs = 1_480
  reads[1]?.resolve('v2')
  await reads[1]?.promise
  expect(await version()).toBe('v2')
  clock.nowMs = 1_549
  await version()
  expect(reads).toHaveLength(2)
  clock.nowMs = 1_550
  await version()
  expect(reads).toHaveLength(3)
})

test('a version of half a second is not served: callers wait for the read', async () => {
  const { clock, reads, version } = await startFilled()
  clock.nowMs = 1_400
  await version()
  clock.nowMs = 1_500
  const waiting = version()
  reads[1]?.resolve('v2')
  expect(await waiting).toBe('v2')
  expect(reads).toHaveLength(2)
})

test('a read without an answer is replaced after half a second, and its late answer is ignored', async () => {
  const { clock, reads, version } = startCache()
  void version()
  clock.nowMs = 1_500
  const second = version()
  expect(reads).toHaveLength(2)
  reads[1]?.resolve('v2')
  expect(await second).toBe('v2')
  reads[0]?.resolve('v1')
  await reads[0]?.promise
  expect(await version()).toBe('v2')
})

test('a failed read reaches those who wait for it and is not cached', async () => {
  const { reads, version } = startCache()
  const failed = version()
  reads[0]?.reject(new Error('the database is away'))
  await expect(failed).rejects.toThrow('the database is away')
  const next = version()
  reads[1]?.resolve('v2')
  expect(await next).toBe('v2')
})

test('a failed renewal reaches nobody while the version is fresh enough', async () => {
  const { clock, reads, version } = await startFilled()
  clock.nowMs = 1_300
  await version()
  reads[1]?.reject(new Error('the database is away'))
  await expect(reads[1]?.promise).rejects.toThrow('away')
  expect(await version()).toBe('v1')
  expect(reads).toHaveLength(3)
})
