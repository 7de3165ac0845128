import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test, type Page } from '@playwright/test'
import { readCode } from '#contract/rules/passCode.ts'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { textOf } from './harness/checker.ts'
import { freePort } from '../scripts/freePort.ts'
import { Server } from './harness/server.ts'
import { favouriteButton, signIn, signOut, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A page that the browser keeps in the back/forward cache and restores later, possibly after hours. */

const elsewhere = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>')
})
const CODE_PERIOD_MS = 15_000
/** Data that was fetched within this time is not fetched again. */
const FRESH_MS = 10_000

let elsewhereUrl: string
let server: Server
let profile: Profile
let person: Person
/** The page that enters the cache, and a second tab. */
let page: Page
let second: Page
let translate: Translator
let places: string[]

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(400_000)
  const port = await freePort()
  elsewhere.listen(port)
  await once(elsewhere, 'listening')
  elsewhereUrl = `http://localhost:${port}/`
  server = await Server.open()
  profile = await Profile.open({ ...PHONE, scale: 3 }, { without: ['--disable-back-forward-cache'], whole: true })
  translate = await loadTranslator(PHONE.locale)
  person = await signUpMember(server)
  await buyPass(server, person.accessToken)
  page = await profile.page()
  await page.addInitScript(() => {
    const pageShows: boolean[] = []
    Object.assign(window, { shown: pageShows })
    addEventListener('pageshow', ({ persisted }) => pageShows.push(persisted))
  })
  await signIn(page, server, translate, person.email)
  second = await profile.context.newPage()
  for (const tab of [page, second]) await go(tab, '/attractions')
  const names = page.locator('main ul > li a[href^="/attractions/"]')
  await expect(names.first()).toBeVisible()
  places = (await names.allTextContents()).slice(0, 4)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
  elsewhere.close()
})

const go = async (tab: Page, screen: string) => {
  await tab.goto(server.url + screen)
  await waitForScreen(tab, screen)
}
/** Resolves once all transactions that a page has begun have ended: one over all tables comes after them. */
const transactionsEnded = (tab: Page) =>
  tab.evaluate(async () => {
    const ended = (request: IDBOpenDBRequest | IDBTransaction, event: string) =>
      new Promise((resolve, reject) => {
        request.addEventListener(event, resolve)
        request.addEventListener('error', reject)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      await ended(opening, 'success')
      const database = opening.result
      if (database.objectStoreNames.length > 0)
        await ended(database.transaction([...database.objectStoreNames], 'readwrite'), 'complete')
      database.close()
    }
  })
/** Chromium evicts a cached page whose open transaction blocks another tab: wait until the page is quiet. */
const settled = async (tab: Page) => {
  await tab.waitForLoadState('networkidle')
  await transactionsEnded(tab)
}
const quiet = async (screen: string, tab = page) => {
  await go(tab, screen)
  await settled(tab)
}
const reached = (time: number) => expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(time)
/** Identifies a document: a restored page keeps it. */
const documentOf = () => page.evaluate(() => performance.timeOrigin)
/** A page left with an open transaction loads itself again when it is restored (S23): then the cache is not tested. */
const putAside = async (): Promise<number> => {
  await transactionsEnded(page)
  const cached = await documentOf()
  await page.goto(elsewhereUrl)
  await expect(page).toHaveTitle('Elsewhere')
  return cached
}
/**
 * Goes back; returns whether the browser restored the document `cached`. Nothing is evaluated before the browser reports
 * the page: a script that runs while it is still frozen makes Chromium load it again.
 */
const isRestored = async (cached: number): Promise<boolean> => {
  const isBack = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith(server.url))
  await page.evaluate(() => setTimeout(() => history.back()))
  await isBack
  const readState = () =>
    page.evaluate(() => ({
      origin: performance.timeOrigin,
      persisted: (window as Window & { shown?: boolean[] }).shown?.at(-1),
    }))
  let isSame = false
  const isShown = async () => {
    const state = await readState().catch(() => undefined)
    isSame = state?.origin === cached
    // A restored page answers before its event, still with that of its load.
    return isSame ? state?.persisted === true : state?.persisted !== undefined
  }
  await expect.poll(isShown).toBe(true)
  return isSame
}
/**
 * Restores the page that was put aside. Chromium loads it again instead when one of its own messages reaches the frozen
 * page, for example from the database: then it is put aside once more. Fails if that happens every time.
 */
const bringBack = async (cached: number) => {
  for (let attempt = 0, leaving = cached; attempt < 3; attempt++) {
    if (await isRestored(leaving)) return
    await settled(page)
    leaving = await putAside()
  }
  throw new Error('the browser loaded the page again each time')
}
const favourites = async (): Promise<string[]> => {
  const { list } = await api<{ list: { gdsUid: string }[] }>(server, '/mypage/myAttraction/list', {
    token: person.accessToken,
  })
  return list.map(({ gdsUid }) => gdsUid)
}
const locksHeld = async () =>
  (await second.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name ?? ''))) ?? []
const isWished = (tab: Page, place: string) =>
  expect(favouriteButton(tab, translate, place)).toHaveAttribute('aria-pressed', 'true')

test('a page cached during a request gives its lock back, another tab sends, and each action has one effect', async () => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    '**/attraction/interest*',
    async (route) => {
      await held
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  await quiet('/attractions')
  // A second tab with the application could send the action first.
  await second.goto('about:blank')
  const underWay = page.waitForRequest('**/attraction/interest*')
  await favouriteButton(page, translate, places[0] ?? '').click()
  await underWay
  await quiet('/attractions', second)
  expect(await locksHeld()).toHaveLength(1)
  const cached = await putAside()
  await expect.poll(locksHeld).toEqual([])
  await favouriteButton(second, translate, places[1] ?? '').click()
  await expect.poll(async () => (await favourites()).length).toBe(2)
  letGo()
  await bringBack(cached)
  for (const place of places.slice(0, 2)) await isWished(page, place)
  await favouriteButton(page, translate, places[2] ?? '').click()
  await expect.poll(async () => (await favourites()).length).toBe(3)
})

test('a restored page shows what another tab and another phone have changed meanwhile', async () => {
  await quiet('/attractions')
  const brought = Date.now()
  const wished = favouriteButton(page, translate, places[2] ?? '')
  const before = await wished.getAttribute('aria-pressed')
  const count = (await favourites()).length
  const cached = await putAside()
  await favouriteButton(second, translate, places[2] ?? '').click()
  await expect.poll(async () => (await favourites()).length).not.toBe(count)
  const fourth = (await second.locator('main li[data-place]').nth(3).getAttribute('data-place')) ?? ''
  await api(server, `/attraction/interest?gdsUid=${fourth}`, { method: 'POST', token: person.accessToken })
  await reached(brought + FRESH_MS)
  await bringBack(cached)
  await expect(wished).toHaveAttribute('aria-pressed', String(before === 'false'))
  await isWished(page, places[3] ?? '')
})

test('a restored page checks whether the server can be reached', async () => {
  await quiet('/attractions')
  const away = page.getByRole('button', {
    name: translate('Server not responding. No pass is ready on this device yet.'),
    exact: true,
  })
  await expect(away).toBeHidden()
  const cached = await putAside()
  await server.kill()
  await bringBack(cached)
  await expect(away).toBeVisible()
  const cachedOffline = await putAside()
  await server.start()
  await bringBack(cachedOffline)
  await expect(away).toBeHidden()
})

test('a restored page draws a new live code', async () => {
  await quiet('/myPage/myPass')
  await page
    .getByRole('button', { name: translate('Show on this phone'), exact: true })
    .first()
    .click()
  const live = page.locator('[data-live="true"] [data-qr]').first()
  await expect(live).toBeVisible()
  await expect(page.locator('button[data-live="true"]').first()).toBeFocused()
  const madeAt = async () => {
    const code = readCode(textOf(await live.screenshot()) ?? '')
    return code?.time ?? 0
  }
  await expect.poll(madeAt).toBeGreaterThan(0)
  const before = await madeAt()
  await settled(page)
  const cached = await putAside()
  await reached(before + 2 * CODE_PERIOD_MS)
  await bringBack(cached)
  // Sooner than the next regular code, also on a busy machine.
  await expect.poll(madeAt, { timeout: 12_000 }).toBeGreaterThan(before + 2 * CODE_PERIOD_MS)
})

test('a page restored after a sign-out in another tab shows no member', async () => {
  await quiet('/home')
  const name = page.locator('main').getByText('MEI-HUA')
  await expect(name).toBeVisible()
  const cached = await putAside()
  await signOut(second, server, translate)
  await bringBack(cached)
  await expect(name).toBeHidden()
  expect(profile.errors).toEqual([])
})
