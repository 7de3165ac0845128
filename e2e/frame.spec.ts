import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { DIST } from '../scripts/build/paths.ts'
import { versionOf } from '../scripts/build/stamp.ts'
import { api, signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, type Device } from './harness/browser.ts'
import { chunksOf } from './harness/chunks.ts'
import { Server } from './harness/server.ts'
import { favouriteButton, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

const BRAND = 'Harbor Pass'

/** The frame around the screens: navigation, the signed-in member, favourites. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const on = async (device: Device, work: (page: Page, profile: Profile) => Promise<void>): Promise<void> => {
  const profile = await Profile.open(device)
  try {
    await work(await profile.page(), profile)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
}
const open = async (page: Page, screen: string): Promise<void> => {
  await page.goto(server.url + screen)
  await waitForScreen(page, screen)
}

test('a screen is fetched when it is opened, not before', async () => {
  const screens = ['/login', '/pass', '/myPage/myPass', '/setting', '/join', '/service/inquiry', '/test']
  await on(DESKTOP, async (page) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      // The worker fetches everything later, for another visit.
      if (!request.serviceWorker()) fetched.add(request.url().split('/').at(-1) ?? '')
    })
    await open(page, '/home')
    await page.waitForLoadState('networkidle')
    for (const screen of screens) {
      const files = await chunksOf(screen)
      expect(files, screen).not.toEqual([])
      expect(
        files.filter((file) => fetched.has(file)),
        screen,
      ).toEqual([])
    }
    await page.locator('a[href^="/login"]').first().click()
    await waitForScreen(page, '/login')
    expect((await chunksOf('/login')).some((file) => fetched.has(file))).toBe(true)
  })
})

test('the drawings are requested once, whatever screens are opened (decision 0356)', async () => {
  await on(PHONE, async (page) => {
    // The worker's own requests would count as well.
    await page.route('**/sw.js', (route) => route.abort())
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/art/')) requested.push(request.url())
    })
    await open(page, '/pass')
    await expect(page.locator('[hidden] > svg > use')).toBeAttached()
    for (const screen of ['/home', '/attractions', '/pass']) {
      await page.locator(`nav a[href="${screen}"]:visible`).first().click()
      await waitForScreen(page, screen)
      await page.waitForLoadState('networkidle')
    }
    expect(requested).not.toEqual([])
    expect(requested).toEqual([...new Set(requested)])
  })
})

test('a screen opens at its top, and going back restores the scroll position and the focus', async () => {
  await on(PHONE, async (page) => {
    await open(page, '/attractions')
    const place = page.locator('main li[data-place]').nth(12)
    await place.scrollIntoViewIfNeeded()
    const savedScrollY = await page.evaluate(() => scrollY)
    expect(savedScrollY).toBeGreaterThan(400)
    await place.getByRole('link').click()
    await waitForScreen(page, '/attractions/{detail}')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await waitForScreen(page, '/attractions')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(savedScrollY)
    await expect(place.getByRole('link')).toBeFocused()
  })
})

test('below the first level a phone shows one title row in place of the brand row', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await on(PHONE, async (page) => {
    const brand = page.getByRole('link', { name: BRAND, exact: true })
    await open(page, '/attractions')
    await expect(brand).toBeVisible()
    await signIn(page, server, translate, email)
    for (const screen of ['/setting', '/myPage/gift', '/newsFeed']) {
      await open(page, screen)
      await expect(brand).toBeHidden()
      const row = page.locator('[data-title-row]')
      expect((await row.boundingBox())?.y, screen).toBeLessThan(8)
      await expect(row.getByRole('button', { name: translate('Back'), exact: true })).toBeVisible()
    }
  })
})

test('the header offers sign-in and sign-up, and greets a signed-in member', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const { email } = await signUpMember(server)
  await on(DESKTOP, async (page) => {
    const header = page.locator('header')
    await open(page, '/home')
    await expect(header.getByRole('link', { name: translate('Sign in'), exact: true })).toHaveAttribute(
      'href',
      /^\/login/,
    )
    await expect(header.getByRole('link', { name: translate('Sign up'), exact: true })).toHaveAttribute('href', '/join')
    await signIn(page, server, translate, email)
    await expect(header.getByRole('link', { name: translate('Sign in'), exact: true })).toBeHidden()
    await header.getByRole('link', { name: translate('Hello, {name}', { name: 'MEI-HUA' }), exact: true }).click()
    await waitForScreen(page, '/myPage')
  })
})

test('the greeting on home stays clear of the tools of the header, also with a long name', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const { email } = await signUpMember(server)
  await on(DESKTOP, async (page) => {
    await signIn(page, server, translate, email)
    await open(page, '/home')
    const title = page.locator('main h1')
    await title.evaluate(
      (heading) => (heading.textContent = heading.textContent.replace('MEI-HUA', 'MEI-HUA ALEXANDRA')),
    )
    for (const width of [1024, 1180, 1279, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overlaps = await title.evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        const lines = [...range.getClientRects()]
        return [...document.querySelectorAll('header a, header button')].filter((tool) => {
          const box = tool.getBoundingClientRect()
          return lines.some(
            (line) => line.right > box.left && line.left < box.right && line.bottom > box.top && line.top < box.bottom,
          )
        }).length
      })
      expect(overlaps, `${width} px`).toBe(0)
    }
  })
})

test('the menu of a phone greets a member by name, and offers sign-in only to others', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await on(PHONE, async (page) => {
    const menu = page.getByRole('dialog')
    const show = () =>
      page
        .locator('header')
        .getByRole('button', { name: translate('Menu'), exact: true })
        .click()
    await open(page, '/home')
    await show()
    await menu.getByRole('link', { name: translate('Sign in'), exact: true }).click()
    await waitForScreen(page, '/login')
    await signIn(page, server, translate, email)
    await show()
    await expect(menu.getByRole('heading')).toHaveText(translate('Hello, {name}', { name: 'MEI-HUA' }))
    await expect(menu.getByRole('link', { name: translate('Sign in'), exact: true })).toHaveCount(0)
    await menu.getByRole('link', { name: translate('Settings'), exact: true }).click()
    await waitForScreen(page, '/setting')
    const version = versionOf(await readFile(`${DIST}/.built`, 'utf8'))
    await expect(page.getByText(translate('Version {version}', { version }), { exact: true })).toBeAttached()
  })
})

test('the heart in the header counts favourites at once', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const { email, accessToken: token } = await signUpMember(server)
  for (const gdsUid of ['songdo-marine-cable-car', 'busan-x-the-sky'])
    await api(server, `/attraction/interest?gdsUid=${gdsUid}`, { method: 'POST', token })
  await on(DESKTOP, async (page) => {
    await open(page, '/home')
    const counter = (count: number) =>
      page.locator('header').getByRole('link', { name: translate('Favourites: {count}', { count }), exact: true })
    await expect(page.locator('header').getByRole('link', { name: translate('Favourites'), exact: true })).toBeVisible()
    await signIn(page, server, translate, email)
    await expect(counter(2)).toHaveText('2')
    await open(page, '/attractions')
    await server.kill()
    try {
      const places = page.locator('main li[data-place]:not(:has(button[aria-pressed="true"]))')
      const name = await places.first().getByRole('link').textContent()
      await favouriteButton(page, translate, name ?? '').click()
      await expect(counter(3)).toHaveText('3')
    } finally {
      await server.start()
    }
  })
})

test('a search on the home screen leads to the places found', async () => {
  await on(DESKTOP, async (page) => {
    await open(page, '/home')
    await page.locator('main form[role="search"] input').fill('Songdo')
    await page.keyboard.press('Enter')
    await waitForScreen(page, '/searchView')
    expect(new URL(page.url()).searchParams.get('q')).toBe('Songdo')
    await expect(page.locator('main input[type="search"]')).toHaveValue('Songdo')
    await expect(page.locator('main a[href="/attractions/songdo-marine-cable-car"]')).toBeVisible()
    await expect(page.locator('main a[href="/attractions/busan-tower"]')).toHaveCount(0)
  })
})

test('the list shows twenty places and then twenty more, and another filter starts at the top', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  await on(DESKTOP, async (page) => {
    await open(page, '/attractions')
    const rows = page.locator('main li[data-place]')
    const names = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-place')))
    await expect(rows).toHaveCount(20)
    const first = await names()
    await page.getByRole('button', { name: translate('Show more'), exact: true }).click()
    await expect(rows).toHaveCount(40)
    expect((await names()).slice(0, 20)).toEqual(first)
    await page.getByRole('button', { name: translate('Show more'), exact: true }).click()
    await expect(rows).toHaveCount(55)
    await expect(page.getByRole('button', { name: translate('Show more'), exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: translate('Free with pass'), exact: true }).click()
    await expect(rows).toHaveCount(20)
  })
})

test('empty results and empty favourites are reported, each with a way on', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await on(PHONE, async (page) => {
    await page.goto(`${server.url}/attractions?q=zzzzzz`)
    await expect(page.getByRole('heading', { name: translate('No results') })).toBeVisible()
    await page.getByRole('button', { name: translate('Show all places'), exact: true }).click()
    await expect(page.locator('main li[data-place]')).toHaveCount(20)
    await signIn(page, server, translate, email)
    await open(page, '/myPage/myAttractions')
    await expect(page.getByRole('heading', { name: translate('No favourite attractions') })).toBeVisible()
    await page
      .locator('main')
      .getByRole('link', { name: translate('See the attractions'), exact: true })
      .click()
    await waitForScreen(page, '/attractions')
  })
})

test('a place is shared by the platform’s share sheet, or its link is copied', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await on(PHONE, async (page, { context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const share = page.locator('main').getByRole('button', { name: translate('Share'), exact: true })
    const address = `${server.url}/attractions/busan-tower`
    await page.addInitScript(() => {
      delete (Navigator.prototype as { share?: unknown }).share
    })
    await page.goto(address)
    await waitForScreen(page, '/attractions/{detail}')
    await share.click()
    await expect(page.getByRole('status').filter({ hasText: translate('Link copied') })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.assign(Navigator.prototype, { share: async (data: unknown) => void shared.push(data) })
    })
    await page.reload()
    await waitForScreen(page, '/attractions/{detail}')
    await share.click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
      .toEqual([{ title: await page.locator('main h1').textContent(), url: address }])
  })
})
