// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REFRESH_COOKIE } from '#contract/limits.ts'
import { EPOCH_KEY } from '#contract/shells.ts'
import { yieldToMain } from './yieldToMain.ts'

const SETTINGS = { locale: () => 'en' as const, idle: () => Promise.resolve() }

/** Loads the module anew, as in a page that has just been opened; there is no network. */
const openPage = async () => {
  vi.resetModules()
  const page = await import('./runtime.ts')
  // Load the runtime's module now, so that a runtime that is started comes within a few turns.
  await import('#sync/lazyEntry.ts')
  return page
}
const comes = (page: Awaited<ReturnType<typeof openPage>>) => expect.poll(page.runtime).not.toBeNull()
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await yieldToMain()
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  document.cookie = `${REFRESH_COOKIE}=; max-age=0`
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a first visit has no runtime until something needs it', async () => {
  const page = await openPage()
  expect(page.startRuntime(SETTINGS, false)).toBe('deferred')
  await turns()
  expect(page.runtime()).toBeNull()
})

test('a first screen that needs the runtime gets it without a touch', async () => {
  const page = await openPage()
  expect(page.startRuntime(SETTINGS, true)).toBe('deferred')
  await comes(page)
})

test.each([
  ['has been here before', () => localStorage.setItem(EPOCH_KEY, '1')],
  ['holds a session', () => void (document.cookie = `${REFRESH_COOKIE}=token`)],
  [
    'does not tell',
    () =>
      void vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError')
      }),
  ],
])('a browser that %s gets its runtime at once', async (_, prepare) => {
  const page = await openPage()
  prepare()
  expect(page.startRuntime(SETTINGS, false)).toBe('loading')
  await comes(page)
})
