import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWorkerScope, urlOf } from '../tests/harness/workerScope.ts'
import { LOCALE_KEY, SETTINGS_CACHE } from './messages.ts'

/** The worker's global scope: listeners, clients, caches and a network that can fail. */
type Listener = (event: Record<string, unknown>) => void
const listeners = new Map<string, Listener>()
const posted: unknown[] = []
let claimed = 0
let skipped = 0
let scope: ReturnType<typeof openWorkerScope>
let registration: { active: object | null; waiting: { postMessage: (message: unknown) => void } | null }
/** A file that a first visit does not need. */
const LATER = {
  url: '/assets/later-new00001.js',
  revision: null,
  integrity: '',
  type: 'text/javascript',
  pack: '/assets/pack-0-a.json',
}

beforeEach(async () => {
  scope = openWorkerScope()
  listeners.clear()
  posted.length = 0
  claimed = skipped = 0
  registration = { active: null, waiting: null }
  const shell = (locale: string) => ({
    url: `/shells/${locale}/home.html`,
    revision: '1',
    integrity: '',
    type: 'text/html',
    locale,
  })
  vi.stubGlobal('SHELLS', { exact: { '/home': 'home' }, patterns: [] })
  vi.stubGlobal('self', {
    __WB_MANIFEST: [shell('en'), shell('ko'), LATER, { ...LATER, url: LATER.pack, pack: undefined }],
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: async () => void (skipped += 1),
    clients: {
      claim: async () => void (claimed += 1),
      matchAll: async () => [1, 2].map((page) => ({ postMessage: (message: unknown) => posted.push([page, message]) })),
    },
    registration,
  })
  vi.resetModules()
  await import('./sw.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** Dispatches an event and awaits everything passed to `waitUntil`. */
const send = async (type: string, event: Record<string, unknown> = {}): Promise<void> => {
  const waits: Promise<unknown>[] = []
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => waits.push(promise) })
  await Promise.all(waits)
}
const cachedFiles = () => scope.urls('hp-files')
const answered = () => {
  const port: unknown[] = []
  return { port, ports: [{ postMessage: (message: unknown) => port.push(message) }] }
}

test('an installation precaches the files of the page’s language, and fails when one is missing', async () => {
  scope.keep(SETTINGS_CACHE, LOCALE_KEY, 'ko')
  await send('install')
  expect(cachedFiles()).toEqual(['http://here/shells/ko/home.html?r=1'])
  scope.caches.delete('hp-files')
  scope.isOnline = false
  await expect(send('install')).rejects.toThrow('Failed to fetch')
})

test('an update stores the later files too before it takes over (S31)', async () => {
  registration.active = {}
  await send('install')
  expect(cachedFiles()).toContain('http://here/assets/later-new00001.js')
})

test.each([
  [{ saveData: true }, 'hp-files'],
  [{ effectiveType: '2g' }, 'hp-files'],
  // A screen that was opened before the later files were stored: on such a connection it is stored alone.
  [{ saveData: true }, 'hp-used'],
] as const)(
  'an update with %j leaves the later files out where none was stored, and stores them where one is in %s (S31)',
  async (connection, cache) => {
    vi.stubGlobal('navigator', { connection })
    registration.active = {}
    scope.keep('hp-used', '/assets/scanner-old00001.js', 'of no screen that works offline')
    await send('install')
    expect(cachedFiles()).toEqual(['http://here/shells/en/home.html?r=1'])
    scope.keep(cache, '/assets/later-old00001.js', 'of the former build')
    await send('install')
    expect(cachedFiles()).toContain('http://here/assets/later-new00001.js')
  },
)

test('the page asks for the later files; without a network it learns that they are missing (S31)', async () => {
  await send('install')
  scope.isOnline = false
  const offline = answered()
  await send('message', { data: { type: 'REST' }, ports: offline.ports })
  expect(offline.port).toEqual([{ kept: false }])
  scope.isOnline = true
  const online = answered()
  await send('message', { data: { type: 'REST' }, ports: online.ports })
  expect(online.port).toEqual([{ kept: true }])
  expect(cachedFiles()).toEqual(['http://here/shells/en/home.html?r=1', 'http://here/assets/later-new00001.js'])
})

test('an activation deletes the files of other builds, then claims the open pages', async () => {
  scope.keep('hp-files', '/old.js', '')
  scope.keep('hp-files', '/shells/en/home.html?r=1', '')
  await send('activate')
  expect(cachedFiles()).toEqual(['http://here/shells/en/home.html?r=1'])
  expect(claimed).toBe(1)
})

test('a new version takes over on SKIP_WAITING, and not when the language changes', async () => {
  await send('message', { data: { type: 'LOCALE', locale: 'ko' }, ...answered() })
  expect(skipped).toBe(0)
  await send('message', { data: { type: 'SKIP_WAITING' }, ports: [] })
  expect(skipped).toBe(1)
})

test('a new language is stored once all its files are cached', async () => {
  const { port, ports } = answered()
  await send('message', { data: { type: 'LOCALE', locale: 'ko' }, ports })
  expect(port).toEqual([{ kept: true }])
  expect(cachedFiles()).toEqual(['http://here/shells/ko/home.html?r=1'])
  expect(scope.caches.get(SETTINGS_CACHE)?.get(urlOf(LOCALE_KEY))).toBe('ko')
})

test('an update that was installed in a language that changed before it took over opens offline (S32)', async () => {
  registration.active = {}
  await send('install')
  // The active worker stores the files of its own build.
  scope.keep('hp-files', '/shells/ko/home.html?r=0', '')
  scope.keep(SETTINGS_CACHE, LOCALE_KEY, 'ko')
  await send('activate')
  scope.isOnline = false
  const answers: Promise<Response>[] = []
  listeners.get('fetch')?.({
    request: Object.defineProperty(new Request('/home'), 'mode', { value: 'navigate' }),
    respondWith: (response: Promise<Response>) => answers.push(response),
  })
  expect((await answers[0])?.status).toBe(200)
})

test('a new language is passed on to a version that waits once it is stored, and not by that version (S32)', async () => {
  const passedOn: unknown[] = []
  registration.waiting = { postMessage: (message) => passedOn.push(message) }
  const data = { type: 'LOCALE', locale: 'ko' }
  scope.isOnline = false
  await send('message', { data, ...answered() })
  expect(passedOn).toEqual([])
  scope.isOnline = true
  await send('message', { data, ...answered() })
  expect(passedOn).toEqual([data])
  await send('message', { data, ports: [] })
  expect(passedOn).toEqual([data])
})

test.each([
  ['is none of ours', 'fr', true],
  ['has files that cannot be fetched', 'ko', false],
])('a language that %s is refused, and the old one stays', async (_why, locale, online) => {
  scope.isOnline = online
  const { port, ports } = answered()
  await send('message', { data: { type: 'LOCALE', locale }, ports })
  expect(port).toEqual([{ kept: false }])
  expect(scope.caches.get(SETTINGS_CACHE)?.get(urlOf(LOCALE_KEY))).toBeUndefined()
})

test('a background sync nudges every open page (O25)', async () => {
  await send('sync')
  expect(posted).toEqual([
    [1, { type: 'NUDGE' }],
    [2, { type: 'NUDGE' }],
  ])
})

test('a fetch is answered where the worker has an answer, and otherwise left to the network', async () => {
  const answers: Promise<Response>[] = []
  const fetchOf = (request: Request) =>
    listeners.get('fetch')?.({ request, respondWith: (response: Promise<Response>) => answers.push(response) })
  fetchOf(new Request('/api/v1/mypage/myPage'))
  expect(answers).toEqual([])
  fetchOf(Object.defineProperty(new Request('/home'), 'mode', { value: 'navigate' }))
  expect(await Promise.all(answers.map(async (response) => (await response).text()))).toEqual(['from the network'])
})
