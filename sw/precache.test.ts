import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkAnswer, openWorkerScope } from '../tests/harness/workerScope.ts'
import { Precache, type PrecacheEntry } from './precache.ts'
import { respond, shellOf } from './respond.ts'

let scope: ReturnType<typeof openWorkerScope>

const script: PrecacheEntry = { url: '/assets/a-1.js', revision: null, integrity: '', type: 'text/javascript' }
const shell: PrecacheEntry = {
  url: '/shells/ko/home.html',
  revision: '1',
  integrity: '',
  type: 'text/html',
  locale: 'ko',
}
const redirected = (): Response => Object.defineProperty(networkAnswer('/a.js'), 'redirected', { value: true })

beforeEach(() => {
  scope = openWorkerScope()
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a missing file', () => new Response('gone', { status: 404, headers: { 'content-type': 'text/javascript' } })],
  ["a portal's page with 200", () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ["a portal's detour", redirected],
])('%s in place of one file ends the installation and is not stored (S28)', async (_what, bad) => {
  scope.answer = (path) => (path === script.url ? bad() : networkAnswer(path))
  await expect(new Precache([script, shell]).storeLocale('ko')).rejects.toThrow('not ours')
  expect(scope.urls('hp-files')).not.toContain('http://here/assets/a-1.js')
})

test('a phone precaches the files of its language only, and the catalogue in it', async () => {
  const files = new Precache([script, shell])
  await files.storeLocale('en')
  expect(await files.match(shell.url)).toBeUndefined()
  await files.storeLocale('ko')
  expect(await (await files.match(shell.url))?.text()).toBe('from the network')
  expect(scope.urls('hp-catalogue')).toHaveLength(2)
})

test('only the files that a phone lacks are fetched', async () => {
  const scripts = Array.from({ length: 24 }, (_, at): PrecacheEntry => ({ ...script, url: `/assets/${at}.js` }))
  await new Precache(scripts.slice(3)).storeLocale('ko')
  scope.fetched.length = 0
  await new Precache(scripts).storeLocale('ko')
  const requestedPaths = scope.fetched.map(({ url }) => new URL(url).pathname)
  expect(requestedPaths.toSorted()).toEqual(['/api/v1/catalogue', '/assets/0.js', '/assets/1.js', '/assets/2.js'])
})

const PACK = '/assets/pack-0-a.json'
const later = (count: number): PrecacheEntry[] => [
  ...Array.from({ length: count }, (_, at) => ({ ...script, url: `/assets/later-${at}.js`, pack: PACK })),
  { ...script, url: PACK, type: 'application/json' },
]
const packOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/assets/later-${at}.js`, `later ${at}`]))
const answerWithPack = (content: unknown): void => {
  scope.answer = (path) =>
    path === PACK
      ? new Response(JSON.stringify(content), { headers: { 'content-type': 'application/json' } })
      : networkAnswer(path)
}
const fetchedPaths = (): string[] => scope.fetched.map(({ url }) => new URL(url).pathname).toSorted()

test('a first visit leaves out the files of packs; then one request stores them all as scripts, and no second one follows (S31)', async () => {
  const files = new Precache([script, ...later(4)])
  answerWithPack(packOf(4))
  await files.storeLocale('ko')
  expect(fetchedPaths()).toEqual(['/api/v1/catalogue', script.url])
  scope.fetched.length = 0
  await files.storeRest('ko')
  await files.storeRest('ko')
  expect(fetchedPaths()).toEqual([PACK])
  const stored = await files.match('/assets/later-3.js')
  expect(await stored?.text()).toBe('later 3')
  expect(stored?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(files.has(PACK)).toBe(false)
  await files.sweep()
  expect(scope.urls('hp-files')).toHaveLength(5)
})

test('the messages of other screens are left out of a first visit, then stored in one language (S31)', async () => {
  const messages = (locale: 'ko' | 'en'): PrecacheEntry => ({
    ...script,
    url: `/assets/messages-${locale}-screens-1.js`,
    locale,
    pack: null,
  })
  const files = new Precache([script, messages('ko'), messages('en')])
  await files.storeLocale('ko')
  expect(fetchedPaths()).toEqual(['/api/v1/catalogue', script.url])
  scope.fetched.length = 0
  await files.storeRest('ko')
  expect(fetchedPaths()).toEqual(['/assets/messages-ko-screens-1.js'])
})

test('a version that waited while the language changed stores the files of a first visit in it with the rest', async () => {
  const files = new Precache([script, shell])
  await files.storeLocale('en')
  scope.fetched.length = 0
  await files.storeRest('ko')
  expect(fetchedPaths()).toEqual([shell.url])
  expect(await files.match(shell.url)).toBeDefined()
})

test('a pack that lacks two files is not fetched whole, and one that lacks three is', async () => {
  answerWithPack(packOf(5))
  await new Precache(later(3)).storeRest('ko')
  scope.fetched.length = 0
  await new Precache(later(5)).storeRest('ko')
  expect(fetchedPaths()).toEqual(['/assets/later-3.js', '/assets/later-4.js'])
  scope.caches.delete('hp-files')
  scope.fetched.length = 0
  await new Precache(later(3)).storeRest('ko')
  expect(fetchedPaths()).toEqual([PACK])
})

test.each([
  ['that lacks one of its files', () => answerWithPack(packOf(3)), 'without /assets/later-3.js'],
  ['of a portal', () => (scope.answer = () => new Response('<html>')), 'not ours'],
])('a pack %s ends the storing, and the next try fetches what is missing (S28)', async (_what, answer, message) => {
  answer()
  const files = new Precache(later(4))
  await expect(files.storeRest('ko')).rejects.toThrow(message)
  answerWithPack(packOf(4))
  await files.storeRest('ko')
  expect(scope.urls('hp-files')).toHaveLength(4)
})

test('a style sheet that was used once is available offline', async () => {
  const files = new Precache([])
  const ask = () => respond(new Request('/assets/gate-1.css'), files, { exact: {}, patterns: [] })
  scope.answer = () => new Response('.gate{}', { headers: { 'content-type': 'text/css; charset=utf-8' } })
  await ask()
  scope.isOnline = false
  expect(await (await ask())?.text()).toBe('.gate{}')
})

test('the files of a new version stay beside the old ones until it deletes these', async () => {
  const old = new Precache([shell])
  await old.storeLocale('ko')
  const next = new Precache([{ ...shell, revision: '2' }])
  await next.storeLocale('ko')
  expect(await old.match(shell.url)).toBeDefined()
  await next.sweep()
  expect(await old.match(shell.url)).toBeUndefined()
  expect(await next.match(shell.url)).toBeDefined()
})

test('a chunk that was used once is available offline, a portal’s page is not cached, and the oldest chunks are evicted', async () => {
  const files = new Precache([{ ...script, url: '/assets/messages-ko-1.js', locale: 'ko' }])
  const ask = (url: string) => respond(new Request(url), files, { exact: {}, patterns: [] })
  scope.answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  await ask('/assets/scanner-1.js')
  scope.answer = networkAnswer
  for (const url of ['/assets/scanner-1.js', '/assets/messages-ko-1.js']) expect((await ask(url))?.status).toBe(200)
  scope.isOnline = false
  for (const url of ['/assets/scanner-1.js', '/assets/messages-ko-1.js'])
    expect(await (await ask(url))?.text()).toBe('from the network')
  await expect(ask('/assets/scanner-2.js')).rejects.toThrow('Failed to fetch')
  scope.isOnline = true
  for (let at = 0; at < 32; at += 1) await ask(`/assets/next-${at}.js`)
  expect(scope.urls('hp-used')).toHaveLength(32)
  expect(scope.urls('hp-used')).not.toContain('http://here/assets/scanner-1.js')
})

test.each([
  ['opens no cache', () => Promise.reject(new Error('no storage'))],
  [
    'opens and reads none',
    async () => {
      const refused = () => Promise.reject(new Error('no storage'))
      return { match: refused, put: refused, keys: refused, delete: refused }
    },
  ],
])('storage that %s does not prevent answers from the network (S29)', async (_what, open) => {
  const files = new Precache([script, shell])
  const shells = { exact: { '/home': 'home' }, patterns: [] as [string, string][] }
  const navigation = Object.defineProperty(new Request('/home'), 'mode', { value: 'navigate' })
  vi.stubGlobal('caches', { open })
  for (const request of [
    navigation,
    ...[script.url, '/assets/used-1.js', '/api/v1/catalogue'].map((url) => new Request(url)),
  ])
    expect(await (await respond(request, files, shells))?.text(), request.url).toBe('from the network')
  scope.isOnline = false
  await expect(respond(new Request('/api/v1/catalogue'), files, shells)).rejects.toThrow('Failed to fetch')
})

test('the last answer of the catalogue is cached for offline use', async () => {
  const ask = () => respond(new Request('/api/v1/catalogue'), new Precache([]), { exact: {}, patterns: [] })
  for (const body of ['"first"', '"last"']) {
    scope.answer = () => new Response(body, { headers: { 'content-type': 'application/json' } })
    expect(await (await ask())?.text()).toBe(body)
  }
  scope.isOnline = false
  expect(await (await ask())?.text()).toBe('"last"')
})

test('addresses find their shell by name, then by pattern', () => {
  const shells = { exact: { '/home': 'home' }, patterns: [['^/attractions/[^/]+$', 'app']] as [string, string][] }
  expect(shellOf(shells, '/constructor')).toBeUndefined()
  expect(shellOf(shells, '/attractions/a/b')).toBeUndefined()
  expect(shellOf(shells, '/home')).toBe('home')
  expect(shellOf(shells, '/attractions/tower')).toBe('app')
})
