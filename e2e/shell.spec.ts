import { expect, test, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BCP47, LANGUAGE_CODE, LOCALE_COOKIE, LOCALES, type Locale } from '#contract/locales.ts'
import { LOCALE_KEY, SETTINGS_CACHE } from '#sw/messages.ts'
import { chunksOf } from './harness/chunks.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** What every page must give a visitor: the right language at once, a real 404, an installable app. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('a change of language switches screen, cookie, dates and the header of calls at once', async () => {
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/attractions`)
    await waitForScreen(page, '/attractions')
    const translatedCall = page.waitForRequest(
      (request) => request.url().includes('/api/') && request.headers().language === LANGUAGE_CODE.jp,
    )
    await page.getByRole('button', { name: '日本語' }).click()
    const translate = await loadTranslator('jp')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('Attractions'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await translatedCall
    expect(await page.evaluate(() => document.cookie)).toContain('i18n_redirected=jp')
    await page.reload()
    await waitForScreen(page, '/attractions')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('Attractions'))
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

/** Opens home in Korean, by the cookie, until the worker has its files; then the cookie is gone, as after a week in Safari. */
const loseLanguageCookie = async (profile: Profile, url: string): Promise<Page> => {
  await profile.context.addCookies([{ name: LOCALE_COOKIE, value: 'ko', url }])
  const page = await profile.page()
  await page.goto(`${url}/home`)
  await waitForScreen(page, '/home')
  await workerReady(page)
  await profile.context.clearCookies({ name: LOCALE_COOKIE })
  return page
}

test('offline a page starts in the language of the worker when its own is not on the phone', async () => {
  const stopping = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await loseLanguageCookie(profile, stopping.url)
    await stopping.kill()
    await page.reload()
    await waitForScreen(page, '/home')
    await expect(page.locator('html')).toHaveAttribute('lang', BCP47.ko)
    const translate = await loadTranslator('ko')
    await expect(page.getByRole('link', { name: translate('Attractions') }).first()).toBeVisible()
  } finally {
    await profile.close()
    await stopping.close()
  }
})

test('a start in another language than the worker has gives the worker that language', async () => {
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await loseLanguageCookie(profile, server.url)
    await page.reload()
    await waitForScreen(page, '/home')
    await expect(page.locator('html')).toHaveAttribute('lang', BCP47.en)
    const stored = () =>
      page.evaluate(
        async ([settings, key]) => {
          const language = await (await (await caches.open(settings)).match(key))?.text()
          const files = await caches.open('hp-files')
          return [language, (await files.match('/shells/en/home.html', { ignoreSearch: true })) !== undefined]
        },
        [SETTINGS_CACHE, LOCALE_KEY] as const,
      )
    await expect.poll(stored).toEqual(['en', true])
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a press on a button of the shell is answered once the application has mounted', async () => {
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    const translate = await loadTranslator(PHONE.locale)
    const application = Promise.withResolvers<void>()
    await page.route('**/app.js', (route) => application.promise.then(() => route.continue()))
    await page.goto(`${server.url}/pass/pass-24h-mobile`)
    await page.locator('html:not([data-app]) [data-add-to-cart]').click()
    application.resolve()
    await expect(page.getByText(translate('Added to your cart'))).toBeVisible()
    // The message covers no button of the action bar.
    await page.locator('[data-action-bar] button').click({ trial: true })
    await expect(page.getByText(translate('Added to your cart'))).toBeVisible()
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('below 1024 px the frame is a header with a language picker and a bottom bar, from there a side navigation with a language bar', async () => {
  const profile = await Profile.open({ ...DESKTOP, viewport: { width: 1023, height: 800 } })
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    const en = await loadTranslator('en')
    const ko = await loadTranslator('ko')
    const picker = page.getByRole('combobox', { name: en('Language') })
    const bottom = page.getByRole('navigation', { name: en('Main pages') })
    const side = page.getByRole('navigation', { name: en('Pages'), exact: true })
    await expect(bottom.getByRole('link')).toHaveText(
      ['Home', 'Attractions', 'My Pass', 'Passes', 'My Page'].map((label) => en(label)),
    )
    await expect(side).toBeHidden()
    await picker.selectOption('ko')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await page.setViewportSize({ width: 1024, height: 800 })
    const koreanSide = page.getByRole('navigation', { name: ko('Pages'), exact: true })
    await expect(koreanSide.getByRole('link', { name: ko('Attractions') })).toBeVisible()
    await expect(page.getByRole('navigation', { name: ko('Main pages') })).toBeHidden()
    await expect(page.getByRole('combobox', { name: ko('Language') })).toBeHidden()
    const bar = koreanSide.getByRole('group', { name: ko('Language') })
    await expect(bar.getByRole('button')).toHaveText(['English', '한국어', '日本語', '简体中文', '繁體中文'])
    await expect(bar.getByRole('button', { pressed: true })).toHaveText('한국어')
    await bar.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', BCP47.en)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('an unknown address is a 404 with a way home', async () => {
  const answer = await fetch(`${server.url}/nowhere`, { headers: { 'accept-language': 'ko' } })
  expect(answer.status).toBe(404)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/nowhere`)
    await waitForScreen(page, '404')
    const translate = await loadTranslator('cht')
    await expect(page.getByRole('heading', { name: translate('This page could not be found') })).toBeVisible()
    await page
      .locator('main')
      .getByRole('link', { name: translate('Home') })
      .click()
    await waitForScreen(page, '/home')
  } finally {
    await profile.close()
  }
})

test('every generated shell names the language and the manifest of its folder', () => {
  const folder = join(import.meta.dirname, '../dist/shells')
  for (const locale of LOCALES) {
    const shells = readdirSync(join(folder, locale), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    )
    expect(shells.length).toBeGreaterThan(60)
    const heads = shells.map((name) => {
      const text = readFileSync(join(folder, locale, name), 'utf8')
      return [
        name,
        /^<!doctype html><html lang="([^"]*)"/.exec(text)?.[1],
        [...text.matchAll(/manifest\.(\w+)\./g)].map((match) => match[1]),
      ]
    })
    expect(heads).toEqual(shells.map((name) => [name, BCP47[locale satisfies Locale], [locale]]))
  }
})

test('only the shell of My Pass reads the stored pass before the application starts', () => {
  for (const locale of LOCALES) {
    const folder = join(import.meta.dirname, '../dist/shells', locale)
    const asking = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.html') && readFileSync(join(folder, name), 'utf8').includes('storedPass'),
    )
    expect(asking, locale).toEqual(['myPass.html'])
  }
})

test('lists in shells do not say whether a place is open, because they are shown at another hour', async () => {
  for (const locale of LOCALES) {
    const translate = await loadTranslator(locale)
    const states = ['Closed now', 'Closed today', 'Open now, free with a pass', 'Opening next, free with a pass']
    for (const name of ['home', 'attractions']) {
      const text = readFileSync(join(import.meta.dirname, '../dist/shells', locale, `${name}.html`), 'utf8')
      expect(
        states.filter((state) => text.includes(translate(state))),
        `${name} ${locale}`,
      ).toEqual([])
    }
  }
})

test('the application knows the files of each kind of shell, and a list and its details are one kind', async () => {
  const dist = join(import.meta.dirname, '../dist')
  const shells = readdirSync(join(dist, 'shells/en'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  const kinds = shells.map(
    (name) => /^[^>]*><html [^>]*data-shell="(\w+)"/.exec(readFileSync(join(dist, 'shells/en', name), 'utf8'))?.[1],
  )
  const [, files = '[]', needs = '{}'] =
    /files=(\[.*?\]),always=.*?,needs=(\{.*?\}),/.exec(readFileSync(join(dist, 'app.js'), 'utf8')) ?? []
  const filesByKind = JSON.parse(needs) as Record<string, number[]>
  expect(Object.keys(filesByKind).toSorted()).toEqual([...new Set(kinds)].toSorted())
  const ofAttractions = filesByKind.attractions?.map((at) => (JSON.parse(files) as string[])[at])
  for (const screen of ['/attractions', '/attractions/{detail}']) {
    const chunks = await chunksOf(screen)
    expect(chunks, screen).toHaveLength(1)
    expect(
      ofAttractions?.map((name) => `${name}.js`),
      screen,
    ).toContain(chunks[0])
  }
})

test('each language has a manifest whose icons, shortcut and screenshots exist', async () => {
  for (const locale of LOCALES) {
    const answer = await fetch(`${server.url}/manifest.${locale}.webmanifest`)
    expect(answer.status).toBe(200)
    const manifest = (await answer.json()) as {
      name: string
      display: string
      icons: { src: string; purpose?: string }[]
      shortcuts: { url: string; icons: { src: string }[] }[]
      screenshots: { src: string; form_factor: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Harbor Pass', display: 'standalone' })
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
    expect(manifest.shortcuts.map(({ url }) => url)).toContain('/myPage/myPass')
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
    const files = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons), ...manifest.screenshots]
    for (const { src } of files) {
      const file = await fetch(new URL(src, server.url))
      expect([src, file.status, file.headers.get('content-type')?.split('/')[0]]).toEqual([src, 200, 'image'])
    }
  }
})
