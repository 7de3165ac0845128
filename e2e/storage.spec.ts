import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { api, signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { favouriteButton, signIn, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** What a real browser does to the storage of an open page, with its own quota and eviction. */

let server: Server
let profile: Profile
let page: Page
let chromium: CDPSession
let translate: Translator
let token: string
let places: string[]

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(400_000)
  server = await Server.open()
  profile = await Profile.open(DESKTOP)
  translate = await loadTranslator(DESKTOP.locale)
  const person = await signUpMember(server)
  token = person.accessToken
  page = await profile.page()
  // Collects every database connection that the page opens, to close them later.
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    const connections: IDBDatabase[] = []
    Object.assign(window, { connections })
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args)
      request.addEventListener('success', () => connections.push(request.result))
      return request
    }
  })
  chromium = await profile.context.newCDPSession(page)
  await signIn(page, server, translate, person.email)
  await page.goto(`${server.url}/attractions`)
  await waitForScreen(page, '/attractions')
  await workerReady(page)
  const names = page.locator('main ul > li a[href^="/attractions/"]')
  await expect(names.first()).toBeVisible()
  places = (await names.allTextContents()).slice(0, 5)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const favourites = async () =>
  (await api<{ list: unknown[] }>(server, '/mypage/myAttraction/list', { token })).list.length
/** Sets a favourite, which is shown at once, and waits until the server has it. */
const wishes = async (place: string, count: number) => {
  await favouriteButton(page, translate, place).click()
  await expect(favouriteButton(page, translate, place)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(favourites, { timeout: 60_000 }).toBe(count)
}
/** Runs in the page: returns whether the browser accepts a write now. */
const takesWrites = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('room')
    opening.addEventListener('error', () => resolve(false))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('room'))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('room', 'readwrite')
      writing.objectStore('room').put(new Uint8Array(100_000), 'room')
      const end = (taken: boolean) => {
        opening.result.close()
        resolve(taken)
      }
      writing.addEventListener('complete', () => end(true))
      writing.addEventListener('abort', () => end(false))
    })
  })
const banner = (sentence: string) => page.getByText(translate(sentence), { exact: true })

test('a page goes on after a newer build in another tab has upgraded the databases', async () => {
  const newer = await profile.context.newPage()
  await newer.goto(`${server.url}/robots.txt`)
  const changed = await newer.evaluate(async () => {
    const databases = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('hp-'))
    for (const { name = '', version = 0 } of databases)
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, version + 10)
        request.addEventListener('upgradeneeded', () => request.result.createObjectStore('later'))
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    return databases.length
  })
  expect(changed).toBeGreaterThan(1)
  await wishes(places[0] ?? '', 1)
  await newer.close()
})

test('a page reopens its databases after their connections were closed, as when a phone wakes up', async () => {
  const lost = await page.evaluate(() => {
    const { connections } = window as Window & { connections?: IDBDatabase[] }
    for (const connection of connections?.splice(0) ?? []) {
      connection.close()
      connection.dispatchEvent(new Event('close'))
    }
    return connections?.length
  })
  expect(lost).toBe(0)
  await wishes(places[1] ?? '', 2)
})

test('a full disk is announced and nothing is shown as stored, and with space again everything works', async () => {
  const place = places[2] ?? ''
  // Chromium caches for a while that there was enough space.
  await profile.stop()
  await profile.start()
  page = await profile.page()
  chromium = await profile.context.newCDPSession(page)
  await chromium.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
  await page.goto(`${server.url}/attractions`)
  await waitForScreen(page, '/attractions')
  await favouriteButton(page, translate, place).click()
  await expect(banner('This device is out of storage. Free up space to keep your passes up to date.')).toBeVisible()
  await expect(favouriteButton(page, translate, place)).toHaveAttribute('aria-pressed', 'false')
  await chromium.send('Storage.overrideQuotaForOrigin', { origin: server.url })
  // Chromium also caches for a while that there was none.
  await expect.poll(() => page.evaluate(takesWrites), { timeout: 60_000 }).toBe(true)
  // The favourite was sent directly to the server.
  await expect.poll(favourites).toBe(3)
  await page.reload()
  await waitForScreen(page, '/attractions')
  await expect(favouriteButton(page, translate, place)).toHaveAttribute('aria-pressed', 'true')
  await wishes(places[3] ?? '', 4)
  await expect(banner('This device is out of storage. Free up space to keep your passes up to date.')).toBeHidden()
})

test('a page notices that the browser emptied its storage, says so, and fetches the data again', async () => {
  await chromium.send('Storage.clearDataForOrigin', {
    origin: server.url,
    storageTypes: 'indexeddb,cache_storage,service_workers',
  })
  await favouriteButton(page, translate, places[4] ?? '').click()
  await expect(
    banner(
      'Your browser cleared Harbor Pass data from this device. While you are online, open My Pass to check that your passes are ready.',
    ),
  ).toBeVisible()
  await expect(favouriteButton(page, translate, places[4] ?? '')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(favourites, { timeout: 60_000 }).toBe(5)
  await page.reload()
  await waitForScreen(page, '/attractions')
  await expect(favouriteButton(page, translate, places[4] ?? '')).toHaveAttribute('aria-pressed', 'true')
  expect(profile.errors).toEqual([])
})
