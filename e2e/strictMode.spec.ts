import { expect, test, type Browser, type Page } from '@playwright/test'
import { drawnByte } from '../scripts/draw.ts'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen } from './harness/browser.ts'
import { pageActivity, countOn, type PageActivity } from './harness/pageActivity.ts'
import { Dev } from './harness/dev.ts'
import { SCREENS } from './harness/screens.ts'
import { freePort } from '../scripts/freePort.ts'
import { Server } from './harness/server.ts'
import { favouriteButton, signIn, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * In development React mounts everything, unmounts it and mounts it again. An effect that leaks or runs twice shows
 * against a page that mounts once. A run visits half of the screens, another half with each commit; `LARGE=all` visits
 * all.
 */

let server: Server
let dev: Dev
let translate: Translator
let person: Person
let ordUid: string

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000)
  server = await Server.open()
  dev = await Dev.open(server, await freePort())
  // Vite compiles files on their first request, which on a busy machine takes longer than a screen may take to open.
  const first = await browser.newPage()
  await first.goto(`${dev.url}/login`)
  await expect(first.locator('html[data-app]')).toBeAttached({ timeout: 240_000 })
  await first.close()
  translate = await loadTranslator('en')
  person = await signUpMember(server)
  const { accessToken: token } = person
  await buyPass(server, token, 'pass-24h-mobile-std', 2)
  const { list } = await api<{ list: { ordUid: string }[] }>(server, '/mypage/myPass/list', { token })
  ordUid = list[0]?.ordUid ?? ''
  await api(server, '/inquiry/insertInquiry', {
    method: 'POST',
    token,
    body: { email: person.email, content: 'Is the cable car open in light rain?' },
  })
})
test.afterAll(async () => {
  await dev.close()
  await server.close()
})

/** Screens that redirect, or are not for members, are not counted. */
const ELSEWHERE = new Set(['/login', '/login/findPw01', '/join', '/join/terms', '/splash', '/load'])
const isVisited = (path: string): boolean => process.env.LARGE === 'all' || drawnByte(`mounts ${path}`) % 2 === 0
/** Each drawn screen once: its other states mount the same components. */
const tour = (): { path: string; ready: string }[] => {
  const screens = SCREENS.filter(
    ({ path, viewer, setup }) => !ELSEWHERE.has(path) && viewer !== 'newcomer' && !setup,
  ).map(({ path, ready = path }) => ({ path, ready }))
  return [
    ...[...new Map(screens.map((screen) => [screen.ready, screen])).values()].filter(({ path }) => isVisited(path)),
    { path: `/pass/completed?ord=${ordUid}`, ready: '/pass/completed' },
  ]
}

/** The page that mounts once: replaces StrictMode while the page loads the file. */
const mountOnce = (page: Page) =>
  page.route('**/src/main.tsx', async (route) => {
    const answer = await route.fetch()
    const [before, after, ...surplus] = (await answer.text()).split('jsxDEV(StrictMode,')
    if (before === undefined || after === undefined || surplus.length > 0) throw new Error('where is StrictMode?')
    await route.fulfill({ response: answer, body: `${before}jsxDEV(_Fragment,${after}` })
  })

const opened = async (browser: Browser, strict: boolean): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await countOn(page)
  if (!strict) await mountOnce(page)
  await signIn(page, dev, translate, person.email)
  await page.goto(`${dev.url}/home`)
  await waitForScreen(page, '/home')
  // The first touch starts what a first visit does without.
  await page.keyboard.press('Shift')
  return page
}
const go = async (page: Page, { path, ready }: { path: string; ready: string }) => {
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await waitForScreen(page, ready)
}
/** Samples that must be equal in a row: on a busy machine a part may mount between two. */
const EQUAL_SAMPLES = 3

/** Waits until no request is under way and nothing changes any more. */
const settled = async (page: Page): Promise<PageActivity> => {
  let before = ''
  let equal = 0
  let last: PageActivity | undefined
  await expect
    .poll(
      async () => {
        last = await pageActivity(page)
        const sample = JSON.stringify(last)
        equal = last.underWay === 0 && sample === before ? equal + 1 : 1
        before = sample
        return equal
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(EQUAL_SAMPLES)
  return last as PageActivity
}
const since = (before: PageActivity, after: PageActivity): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after.done)
      .map(([name, count]) => [name, count - (before.done[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )

interface Visit {
  done: Record<string, number>
  alive: Record<string, number>
}
interface Tour {
  visits: Map<string, Visit>
  page: PageActivity
  /** What is active on the home screen after each of two tours. */
  left: Visit['alive'][]
}
const activeAtHome = async (page: Page): Promise<PageActivity> => {
  await go(page, { path: '/home', ready: '/home' })
  return settled(page)
}
/**
 * Visits all screens twice: counts what each requests at the first visit, and what is active after the second. Waits for
 * what was active in `once`, the tour of a page that mounts once.
 */
const visited = async (page: Page, once?: Tour): Promise<Tour> => {
  const visits = new Map<string, Visit>()
  let before = await settled(page)
  for (const screen of tour()) {
    await go(page, screen)
    const after = await settled(page)
    visits.set(screen.path, { done: since(before, after), alive: {} })
    before = after
  }
  const { alive: first } = await activeAtHome(page)
  for (const screen of tour()) {
    await go(page, screen)
    let { alive } = await settled(page)
    // What differs for longer is reported with the others.
    if (once)
      await expect
        .poll(async () => (alive = (await settled(page)).alive))
        .toEqual(once.visits.get(screen.path)?.alive)
        .catch(() => undefined)
    visits.set(screen.path, { done: visits.get(screen.path)?.done ?? {}, alive })
  }
  const end = await activeAtHome(page)
  return { visits, page: end, left: [first, end.alive] }
}

test('mounting twice has the effects of mounting once: one outbox, one set of listeners, one registration, one call', async ({
  browser,
}) => {
  // Four tours of all screens, on a busy machine.
  test.setTimeout(1_500_000)
  const plain = await opened(browser, false)
  const once = await visited(plain)
  await plain.context().close()

  const page = await opened(browser, true)
  const twice = await visited(page, once)
  // Otherwise nothing was mounted twice, and the test would prove nothing.
  expect(twice.page.added).toBeGreaterThan(once.page.added * 1.2)
  for (const [path, { done: actionCounts, alive }] of twice.visits) {
    const onceVisit = once.visits.get(path)
    const doubled = Object.entries(actionCounts).filter(
      ([name, count]) => count > Math.max(1, onceVisit?.done[name] ?? 0),
    )
    expect.soft(doubled, `asked twice by ${path}`).toEqual([])
    expect.soft(alive, `alive on ${path}`).toEqual(onceVisit?.alive)
  }
  expect.soft(twice.left, 'left behind by all of them').toEqual(once.left)
  expect.soft(once.left[1], 'left behind by a second tour').toEqual(once.left[0])
  expect(twice.page.done).toMatchObject({ 'opens hp-device': 1, 'opens hp-member': 1, 'registers a worker': 1 })

  await test.step('one wish is sent once', async () => {
    await go(page, { path: '/attractions', ready: '/attractions' })
    const place = await page.locator('main ul > li a[href^="/attractions/"]').first().textContent()
    const before = await settled(page)
    await favouriteButton(page, translate, place ?? '').click()
    await expect
      .poll(async () => {
        const sent = Object.entries(since(before, await settled(page)))
        return sent.filter(([name]) => name.startsWith('POST /api/v1/attraction/interest')).map(([, count]) => count)
      })
      .toEqual([1])
  })
  await page.context().close()
})
