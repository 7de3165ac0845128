// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { yieldToMain } from './yieldToMain.ts'

/** Loads the modules anew, as in a page that has just been opened by a new visitor; there is no network. */
const openPage = async () => {
  vi.resetModules()
  const { runtime, startRuntime } = await import('./runtime.ts')
  const { defer, loadDeferred, watchTouches } = await import('./deferred.ts')
  // Load the runtime's module now, so that a runtime that is started comes within a few turns.
  await import('#sync/lazyEntry.ts')
  startRuntime({ locale: () => 'en', idle: () => Promise.resolve() }, false)
  watchTouches()
  return { defer, loadDeferred, runtime }
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await yieldToMain()
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each(['pointerdown', 'keydown'])('a first %s loads the runtime, then the lazy parts', async (touch) => {
  const page = await openPage()
  const hadRuntime: boolean[] = []
  page.defer(() => Promise.resolve(hadRuntime.push(page.runtime() !== null)))
  await turns()
  expect([page.runtime(), hadRuntime]).toEqual([null, []])
  dispatchEvent(new Event(touch))
  await expect.poll(() => hadRuntime).toEqual([true])
})

test('everything is loaded once, and touches are no longer listened for', async () => {
  const page = await openPage()
  const removed = vi.spyOn(globalThis, 'removeEventListener')
  let loads = 0
  page.defer(() => Promise.resolve((loads += 1)))
  await Promise.all([page.loadDeferred(), page.loadDeferred()])
  dispatchEvent(new Event('pointerdown'))
  await page.loadDeferred()
  expect(loads).toBe(1)
  expect(removed.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['pointerdown', 'keydown', 'online']))
})

test('what could not be loaded is tried again when the network is back', async () => {
  const page = await openPage()
  let loads = 0
  page.defer(() => {
    loads += 1
    return loads === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve()
  })
  await page.loadDeferred()
  expect(loads).toBe(1)
  dispatchEvent(new Event('online'))
  await expect.poll(() => loads).toBe(2)
})

test('with `atOnce`, a lazy part does not wait for the runtime', async () => {
  const page = await openPage()
  const hadRuntime: boolean[] = []
  page.defer(() => Promise.resolve(hadRuntime.push(page.runtime() !== null)))
  const loaded = page.loadDeferred({ atOnce: true })
  expect(hadRuntime).toEqual([false])
  await loaded
  expect(page.runtime()).not.toBeNull()
})
