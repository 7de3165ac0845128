import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openWorkerScope } from '../tests/harness/workerScope.ts'
import { LOCALE_KEY, SETTINGS_CACHE } from './messages.ts'
import { Precache, type PrecacheEntry } from './precache.ts'
import { respond, type Shells } from './respond.ts'

let scope: ReturnType<typeof openWorkerScope>
const SHELLS: Shells = { exact: { '/home': 'home' }, patterns: [['^/pass/[^/]+$', 'app']] }
const SCRIPT: PrecacheEntry = {
  url: '/assets/a-1.js',
  revision: null,
  integrity: 'sha256-AAAA',
  type: 'text/javascript',
}
const PAGE: PrecacheEntry = {
  url: '/shells/cht/home.html',
  revision: '7',
  integrity: 'sha256-BBBB',
  type: 'text/html',
  locale: 'cht',
}
beforeEach(() => {
  scope = openWorkerScope()
})
afterEach(() => vi.unstubAllGlobals())

const files = new Precache([SCRIPT, PAGE])
const request = (url: string, init: RequestInit & { navigate?: boolean; header?: [string, string] } = {}) => {
  const one = new Request(url, { ...init, ...(init.header && { headers: [init.header] }) })
  return init.navigate ? Object.defineProperty(one, 'mode', { value: 'navigate' }) : one
}
const read = async (one: Request) => (await respond(one, files, SHELLS))?.text()

describe('the worker leaves to the network (S27)', () => {
  // As a GET of this site the worker would answer each of these.
  test.each(['/home', '/assets/a-1.js', '/assets/other-2.js', '/api/v1/catalogue'])('a POST to %s', (url) => {
    expect(respond(request(url, { method: 'POST', navigate: url === '/home' }), files, SHELLS)).toBeUndefined()
  })
  test.each(['/home', '/assets/a-1.js', '/assets/other-2.js', '/api/v1/catalogue'])('another site’s %s', (url) => {
    const foreignRequest = request(`http://there${url}`, { navigate: url === '/home' })
    expect(respond(foreignRequest, files, SHELLS)).toBeUndefined()
  })
  test.each(['/api/v1/mypage/myPass/list', '/api/v1/catalogue/more', '/sandbox/mail', '/sandbox'])('%s', (url) => {
    expect(respond(request(url), files, SHELLS)).toBeUndefined()
    // Even if a shell matched every address.
    const ofAll: Shells = { exact: {}, patterns: [['.*', 'home']] }
    expect(respond(request(url, { navigate: true }), files, ofAll)).toBeUndefined()
  })
  test('a revalidation of the catalogue', () => {
    const asks = request('/api/v1/catalogue', { header: ['if-none-match', '"1"'] })
    expect(respond(asks, files, SHELLS)).toBeUndefined()
  })
  test('an address without a screen, and a file that is not of the build', () => {
    expect(respond(request('/nowhere', { navigate: true }), files, SHELLS)).toBeUndefined()
    expect(respond(request('/robots.txt'), files, SHELLS)).toBeUndefined()
  })
})

describe('the worker answers', () => {
  test('a screen with the shell in the language of the page, else from the network', async () => {
    scope.keep('hp-files', '/shells/cht/home.html?r=7', 'the shell')
    expect(await read(request('/home', { navigate: true }))).toBe('from the network')
    scope.keep(SETTINGS_CACHE, LOCALE_KEY, 'cht')
    expect(await read(request('/home', { navigate: true }))).toBe('the shell')
    expect(await read(request('/pass/big3', { navigate: true }))).toBe('from the network')
    expect(scope.fetched.map(({ url }) => new URL(url).pathname)).toEqual(['/home', '/pass/big3'])
  })
  test('a screen offline with the shell of another language, where that of the active one is missing (S32)', async () => {
    scope.keep('hp-files', '/shells/cht/home.html?r=7', 'the shell')
    scope.keep(SETTINGS_CACHE, LOCALE_KEY, 'ko')
    expect(await read(request('/home', { navigate: true }))).toBe('from the network')
    scope.isOnline = false
    expect(await read(request('/home', { navigate: true }))).toBe('the shell')
    await expect(read(request('/pass/big3', { navigate: true }))).rejects.toThrow('Failed to fetch')
  })
  test('a file of the build from its cache; a missing chunk is fetched and cached', async () => {
    scope.keep('hp-files', '/assets/a-1.js', 'the script')
    expect(await read(request('/assets/a-1.js'))).toBe('the script')
    expect(scope.fetched).toEqual([])
    expect(await read(request('/assets/other-2.js'))).toBe('from the network')
    expect([...(scope.caches.get('hp-used') ?? [])]).toEqual([['http://here/assets/other-2.js', 'from the network']])
  })
  test('a missing shell from the network, without caching it among used chunks', async () => {
    expect(await read(request('/shells/cht/home.html'))).toBe('from the network')
    expect(scope.caches.get('hp-used')).toBeUndefined()
  })
})

test('each file is fetched with its own hash, and only one without a revision may come from the HTTP cache', async () => {
  await files.storeLocale('cht')
  const requests = scope.fetched.map(({ url, integrity, cache }) => [new URL(url).pathname, integrity, cache])
  expect(requests.toSorted()).toEqual([
    ['/api/v1/catalogue', '', 'default'],
    ['/assets/a-1.js', 'sha256-AAAA', 'default'],
    ['/shells/cht/home.html', 'sha256-BBBB', 'no-cache'],
  ])
})
