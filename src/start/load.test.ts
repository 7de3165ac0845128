// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RELOADED_KEY } from '#contract/rules/reload.ts'
import { loadAfterFrame } from './load.ts'

/** `/app.js` does not exist in tests: each start fails, as on a page whose files are gone from the server. */
let reloads: () => number
/** The server answers the question whether `/app.js` can be had. */
const asServer = (answer: () => Promise<Response>) => {
  const fetchFile = vi.fn<typeof fetch>(answer)
  vi.stubGlobal('fetch', fetchFile)
  return fetchFile
}

const notice = () => document.querySelector('[data-incomplete]')
beforeEach(() => {
  sessionStorage.clear()
  document.body.innerHTML =
    '<main>The shell</main><template id="incomplete"><p data-incomplete>Incomplete <button>Try again</button></p></template>'
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  reloads = () => reload.mock.calls.length
  asServer(() => Promise.resolve(new Response()))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const asOnline = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
const asVisible = (state: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
/** Polls until what would have led to a reload has been called, because a missing reload gives no signal. */
const untilTruthy = (read: () => unknown) => expect.poll(read).toBeTruthy()

test.each(['visible', 'hidden'] as const)(
  'a %s page whose application is gone reloads itself once a minute',
  async (state) => {
    asVisible(state)
    loadAfterFrame()
    await untilTruthy(() => reloads() === 1)
    expect(notice()).toBeNull()
    const first = Number(sessionStorage.getItem(RELOADED_KEY))
    expect(Math.abs(Date.now() - first)).toBeLessThan(60_000)
    const read = vi.spyOn(Storage.prototype, 'getItem')
    loadAfterFrame()
    await untilTruthy(() => read.mock.calls.length === 1)
    expect(reloads()).toBe(1)
    await untilTruthy(notice)
    sessionStorage.setItem(RELOADED_KEY, String(Date.now() - 60_001))
    loadAfterFrame()
    await untilTruthy(() => reloads() === 2)
  },
)

test('without network the page does not reload: it stays, says once that it is incomplete, and reloads at the press', async () => {
  const line = asOnline(false)
  loadAfterFrame()
  await untilTruthy(() => line.mock.calls.length > 0)
  await untilTruthy(notice)
  loadAfterFrame()
  await untilTruthy(() => line.mock.calls.length > 1)
  expect(document.body.textContent).toBe('The shellIncomplete Try again')
  expect(reloads()).toBe(0)
  expect(sessionStorage.getItem(RELOADED_KEY)).toBeNull()
  document.querySelector('button')?.click()
  expect(reloads()).toBe(1)
})

test('without session storage to remember the reload, the page does not reload', async () => {
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  loadAfterFrame()
  await untilTruthy(() => write.mock.calls.length === 1)
  expect(reloads()).toBe(0)
})

test('a visible page loads the application after its first frame, and a hidden one at once', async () => {
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
  asVisible('hidden')
  loadAfterFrame()
  expect(frame).not.toHaveBeenCalled()
  await untilTruthy(() => reloads() === 1)
  asVisible('visible')
  loadAfterFrame()
  expect(frame).toHaveBeenCalledOnce()
})

test.each<[string, () => Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers with a fault', () => Promise.resolve(new Response(null, { status: 503 }))],
])(
  'while the server %s, a page without a worker does not reload, although the browser is online',
  async (_, answer) => {
    asOnline(true)
    const fetchFile = asServer(answer)
    loadAfterFrame()
    await untilTruthy(() => fetchFile.mock.results.length > 0)
    await Promise.allSettled(fetchFile.mock.results.map(({ value }) => value as Promise<Response>))
    expect(reloads()).toBe(0)
    expect(sessionStorage.getItem(RELOADED_KEY)).toBeNull()
    await untilTruthy(notice)
  },
)

test('a page with a worker, which has its files, reloads without a question to the server', async () => {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} } })
  const fetchFile = asServer(() => Promise.reject(new TypeError('Failed to fetch')))
  loadAfterFrame()
  await untilTruthy(() => reloads() === 1)
  expect(fetchFile).not.toHaveBeenCalled()
})
