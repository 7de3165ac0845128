import { afterEach, expect, test, vi } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { download, upload } from '#contract/calls/file.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { catalogue, time } from '#contract/calls/main.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { buyPassPayInfo } from '#contract/calls/pass.ts'
import * as passkey from '#contract/calls/passkey.ts'
import { createRuntime } from '#sync/clientRuntime.ts'
import { HOUR_MS } from '#contract/time.ts'
import { answer, html } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openSignedIn, openWithPeer, person, waitForFirstPulls } from './setup.ts'

afterEach(() => vi.restoreAllMocks())

const UNREACHED = { ok: false, failure: { kind: 'transport', reached: false } }

test.each([
  ['302 to a page', async () => html(302, { location: 'http://portal.test/' })],
  ['300 with an answer like ours', async () => answer(300, '200')],
  ['399 with an answer like ours', async () => answer(399, '200')],
  ['200 with a page', async () => html()],
  ['204 with nothing', async () => new Response(null, { status: 204 })],
  ['502 of a proxy', async () => html(502)],
  ['JSON that is not ours', async () => Response.json({ ok: true })],
  ['a body that breaks off', async () => new Response('{"status":{"code":"200"')],
] as const)('an answer of a captive portal or a proxy (%s) means offline (O29)', async (_name, fault) => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  expect(await runtime.api.call(time)).toMatchObject({ ok: true })
  expect(runtime.online.get()).toBe(true)
  network.fault(/time/, fault)
  expect(await runtime.api.call(time)).toEqual(UNREACHED)
  expect(runtime.online.get()).toBe(false)
})

test('an answer from the worker’s cache leaves the page offline (O40)', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.fault(/time/, async () => html(502))
  await runtime.api.call(time)
  network.fault(/catalogue/, async () => answer(200, '200', null, { 'x-kept': '1' }))
  expect(await runtime.api.call(catalogue)).toMatchObject({ ok: true })
  expect(runtime.online.get()).toBe(false)
})

test('a server error with an envelope of ours means online (O39)', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.fault(/time/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '7' }))
  expect(await runtime.api.call(time)).toEqual({
    ok: false,
    failure: { kind: 'transport', reached: true, code: 'E_UNAVAILABLE', retryAfter: 7 },
  })
  expect(runtime.online.get()).toBe(true)
})

test('HTTP 400 with an envelope of ours means online (O39)', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  network.fault(/time/, async () => html(502))
  await runtime.api.call(time)
  network.fault(/time/, async () => answer(400, 'E_TOKEN'))
  expect(await runtime.api.call(time)).toEqual({ ok: false, failure: { kind: 'auth' } })
  expect(runtime.online.get()).toBe(true)
})

test('a request times out when the head or the body of its answer never comes (O29)', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  const quick = createRuntime({
    platform: runtime.platform,
    locale: () => 'en',
    idle: async () => undefined,
    timeoutMs: 20,
  })
  const ending = (request: Request) =>
    new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  network.fault(/time/, ending)
  expect(await quick.api.call(time)).toEqual(UNREACHED)
  network.fault(/time/, async (request) => {
    const body = new ReadableStream({
      start: (stream) => request.signal.addEventListener('abort', () => stream.error(request.signal.reason)),
    })
    return new Response(body)
  })
  expect(await quick.api.call(time)).toEqual(UNREACHED)
})

test('a call carries the language, a key when it writes, a nonce when it is not shared, and a token only for a member (S15)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab({ locale: () => 'cht' })
  const headers: Record<string, Headers> = {}
  network.fault(
    /./,
    async (request, pass) => {
      headers[new URL(request.url).pathname.replace('/api/v1', '')] = request.headers
      return pass()
    },
    100,
  )
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const { api } = tab.runtime
  await api.call(catalogue)
  await api.call(buyPassPayInfo, { body: { gdsDtlUid: 'x', passCnt: 1 } })
  await api.call(insertInquiry, { body: { email: 'a@example.com', content: 'Hello there' } }, { owner: null })
  expect(headers['/catalogue']?.get('language')).toBe('CD0000000547')
  expect(headers['/catalogue']?.get('nonce')).toBe(null)
  expect(headers['/catalogue']?.get('authorization')).toBe(null)
  expect(headers['/account/login']?.get('authorization')).toBe(null)
  expect(headers['/mypage/myPass/list']?.get('nonce')).toMatch(/^[\da-f-]{36}$/)
  expect(headers['/mypage/myPass/list']?.get('owner')).toBe('mina')
  expect(headers['/mypage/myPass/list']?.get('authorization')).toMatch(/^Bearer a\.mina\./)
  expect(headers['/mypage/myPass/list']?.get('idempotency-key')).toBe(null)
  expect(headers['/pass/buyPassPayInfo']?.get('idempotency-key')).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
  expect(headers['/inquiry/insertInquiry']?.get('authorization')).toBe(null)
  expect(headers['/inquiry/insertInquiry']?.get('owner')).toBe(null)
})

test('the clock follows the time of an answer with the nonce of its request, and of no other (L17)', async () => {
  const { browser, network, clock } = openWithPeer()
  const { runtime } = await browser.tab()
  await runtime.api.call(time)
  const serverNow = clock.wall() - 3 * HOUR_MS
  const answerWith = (nonceOf: (request: Request) => string | null) =>
    network.fault(/GET \/time/, async (request) =>
      Response.json({ status: { code: '200', message: '200', serverNow, nonce: nonceOf(request) }, data: {} }),
    )
  answerWith(() => crypto.randomUUID())
  expect(await runtime.api.call(time)).toMatchObject({ ok: true })
  expect(runtime.clock.now()).toBe(clock.wall())
  answerWith(({ headers }) => headers.get('nonce'))
  expect(await runtime.api.call(time)).toMatchObject({ ok: true })
  expect(runtime.clock.now()).toBe(serverNow)
})

test('a call for members makes no request while nobody is signed in (S14)', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  const before = network.sentRequests.length
  expect(await runtime.api.call(myPassList)).toEqual({ ok: false, failure: { kind: 'auth' } })
  expect(network.sentRequests.length).toBe(before)
})

test('an action of one member is not sent with the token of the next (P3, O43)', async () => {
  const { network, tab } = await openSignedIn()
  const inquiry = { id: crypto.randomUUID(), email: 'mina@example.com', content: 'Where is the desk?' }
  const written = () => network.sentRequests.filter(({ path }) => path === '/inquiry/insertInquiry').length
  const send = (owner: string) => tab.runtime.api.call(insertInquiry, { body: inquiry }, { owner })
  expect(await send('joon')).toEqual({ ok: false, failure: { kind: 'auth' } })
  expect(written()).toBe(0)
  expect(await send('mina')).toMatchObject({ ok: true })

  // The next member signs in before the server answers that the token is no longer valid.
  let answerNow: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  network.fault(/insertInquiry/, async () => {
    await waiting
    return answer(400, 'E_TOKEN')
  })
  const lateSend = send('mina')
  await waitUntil(() => written() === 2)
  await person(tab).signOut()
  await person(tab).signIn('joon')
  answerNow()
  expect(await lateSend).toEqual({ ok: false, failure: { kind: 'auth' } })
  expect(written()).toBe(2)
})

test('a second 400 after a good renewal ends no session and starts no loop (O34)', async () => {
  const { network, tab } = await openSignedIn()
  const before = network.sentRequests.length
  network.fault(/myPass\/list/, async () => answer(400, 'E_TOKEN'), 2)
  expect(await tab.runtime.api.call(myPassList)).toEqual({ ok: false, failure: { kind: 'auth' } })
  expect(network.sentRequests.slice(before).map(({ path }) => path)).toEqual([
    '/mypage/myPass/list',
    account.updateToken.path,
    '/mypage/myPass/list',
  ])
  expect(tab.runtime.session.state.get().state).toBe('member')
})

test('token cookies that the answer has set are not written again by the page (S16)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  const set = vi.spyOn(tab.runtime.platform.jar, 'set')
  browser.cookies.set('accessToken', { value: 'same', maxAge: 43_200 })
  browser.cookies.set('refreshToken', { value: 'same too', maxAge: 2_592_000 })
  tab.runtime.tokens.store({ accessToken: 'same', refreshToken: 'same too' }, true)
  expect(set).not.toHaveBeenCalled()
  tab.runtime.tokens.store({ accessToken: 'other', refreshToken: 'other too' }, true)
  expect([...browser.cookies.values()]).toEqual([
    { value: 'other', maxAge: 43_200 },
    { value: 'other too', maxAge: 2_592_000 },
  ])
})

test('cookies go with the calls that set or read them, a sign-in by a passkey among them, and with no other', async () => {
  const { browser, network } = openWithPeer()
  const { runtime } = await browser.tab()
  const credentials: Record<string, string> = {}
  const note = async (request: Request) => {
    credentials[new URL(request.url).pathname] = request.credentials
    return answer(503, 'E_UNAVAILABLE')
  }
  network.fault(/account\/|time/, note, Infinity)
  const signed = { credentialId: 'a', clientData: 'a', authenticatorData: 'a', signature: 'a', userHandle: null }
  await runtime.api.call(account.login, { body: { id: 'mina', password: 'right' } })
  await runtime.api.call(passkey.signIn, { body: signed })
  await runtime.api.call(account.logout, { body: { refreshToken: 'a' } })
  await runtime.api.call(time)
  expect(credentials).toEqual({
    '/api/v1/account/login': 'same-origin',
    '/api/v1/account/passkey': 'same-origin',
    '/api/v1/account/logout': 'omit',
    '/api/v1/time': 'omit',
  })
})

test('an offline page probes the server less and less often, and stops once it answers (O41)', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  network.down(true)
  await tab.runtime.online.probe()
  const probes = () => network.sentRequests.filter(({ path }) => path === '/time').length
  const first = probes()
  /** The second of each probe. */
  const seconds: number[] = []
  for (let second = 1; second <= 120; second += 1) {
    clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
    if (probes() > first + seconds.length) seconds.push(second)
  }
  // After 1 to 2 s, then after twice as long each time, up to 15 to 30 s.
  const gaps = seconds.map((second, index) => second - (seconds[index - 1] ?? 0))
  expect(gaps[0]).toBeLessThanOrEqual(2)
  expect(gaps[1]).toBeLessThanOrEqual(4)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(15)
  expect(gaps.at(-1)).toBeLessThanOrEqual(30)
  network.down(false)
  await tab.runtime.online.probe()
  const finalCount = probes()
  clock.advance(600_000)
  expect(probes()).toBe(finalCount)
})

test('an upload is sent as a form with the bytes of the file', async () => {
  const { network, tab } = await openSignedIn()
  let form: FormData | undefined
  network.fault(/POST \/file/, async (request) => {
    form = await request.formData()
    return answer(200, '200', { fileUid: 'file' })
  })
  const file = new Uint8Array([1, 2, 3])
  expect(await tab.runtime.api.call(upload, { body: { kind: 'profile', file } })).toMatchObject({ ok: true })
  expect(form?.get('kind')).toBe('profile')
  const sent = form?.get('file')
  expect(sent instanceof File && new Uint8Array(await sent.arrayBuffer())).toEqual(file)
})

test('a file is answered with its bytes; a page of a portal in its place means offline (O29)', async () => {
  const { network, tab } = await openSignedIn()
  const bytes = new Uint8Array([82, 73, 70, 70])
  network.fault(/GET \/file/, async () => new Response(bytes, { headers: { 'content-type': 'image/webp' } }))
  expect(await tab.runtime.api.file(download, { params: { id: 'photo' } })).toEqual({ ok: true, data: bytes })
  // A file of another type than the call's is none of ours.
  network.fault(/GET \/file/, async () => new Response(bytes, { headers: { 'content-type': 'application/pdf' } }))
  expect(await tab.runtime.api.file(download, { params: { id: 'photo' } })).toEqual(UNREACHED)
  network.fault(/GET \/file/, async () => html())
  expect(await tab.runtime.api.file(download, { params: { id: 'photo' } })).toEqual(UNREACHED)
  network.fault(/GET \/file/, async () => answer(404, 'E_NOT_FOUND'))
  expect(await tab.runtime.api.file(download, { params: { id: 'photo' } })).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'E_NOT_FOUND' },
  })
})
