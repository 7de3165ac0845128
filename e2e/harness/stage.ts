import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { LOCALE_COOKIE, type Locale } from '#contract/locales.ts'
import { api, buyPass, givePass, signUpMember, type Person } from './api.ts'
import { addPatience } from './patience.ts'
import type { Screen } from './screens.ts'
import { Server } from './server.ts'
import { SCREEN_SETUPS } from './screenSetups.ts'

export interface Appearance {
  locale: Locale
  theme: 'light' | 'dark'
  width: number
  /** Text size that is set in the browser: 2 is 200 %. */
  text?: number
  forcedColors?: boolean
}
type Who = Screen['viewer']
type Member = Exclude<Who, 'visitor' | 'newcomer'>

/** Changes the text size like the browser's own setting, which changes `rem`, also in media queries: 2 is 200 %. */
export const setTextSize = async (page: Page, text: number): Promise<void> => {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Page.setFontSizes', { fontSizes: { standard: 16 * text } })
}

/** Resizes the window, and waits for the new layout. Widths in CSS pixels. */
export const resize = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** A server and its test members. Each keeps one browser, because a pass is bound to one phone. */
export class Stage {
  readonly server: Server
  readonly #browser: Browser
  readonly #people: Record<Member, Person>
  readonly #contexts = new Map<Who, BrowserContext>()
  #newcomer: BrowserContext | undefined

  private constructor(server: Server, browser: Browser, people: Record<Member, Person>) {
    this.server = server
    this.#browser = browser
    this.#people = people
  }

  static async open(browser: Browser): Promise<Stage> {
    const server = await Server.open()
    const member = await signUpMember(server, { engNm: 'NORA', engSurname: 'LINDQVIST' })
    const owner = await signUpMember(server)
    const buyer = await signUpMember(server, { engNm: 'KENJI', engSurname: 'SATO' })
    const token = owner.accessToken
    await buyPass(server, token, undefined, 3)
    for (const gdsUid of ['songdo-marine-cable-car', 'busan-x-the-sky'])
      await api(server, `/attraction/interest?gdsUid=${gdsUid}`, { method: 'POST', token })
    await api(server, '/inquiry/insertInquiry', {
      method: 'POST',
      token,
      body: { email: owner.email, content: 'Is the cable car open in light rain?' },
    })
    const friend = await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' })
    await givePass(server, friend.accessToken, owner.email)
    const { list } = await api<{ list: { passUid: string }[] }>(server, '/mypage/myPass/list', { token })
    const [mei, dad, giftUid] = list.map(({ passUid }) => passUid)
    for (const [passUid, name] of [
      [mei, 'Mei'],
      [dad, '아빠'],
    ] as const)
      await api(server, '/mypage/myPass/name', { method: 'PATCH', token, body: { passUid, name } })
    await api(server, '/mypage/gift/insert', { method: 'POST', token, body: { passUid: giftUid, id: friend.email } })
    return new Stage(server, browser, { member, owner, buyer })
  }

  /** Opens a page of the person who sees this screen, with this look. The caller closes it. */
  async show(screen: Screen, { locale, theme, width, text, forcedColors }: Appearance): Promise<Page> {
    const context = this.#contexts.get(screen.viewer) ?? (await this.#enter(screen.viewer))
    await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: this.server.url }])
    const page = await context.newPage()
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await page.emulateMedia({
      colorScheme: theme,
      reducedMotion: 'reduce',
      forcedColors: forcedColors ? 'active' : 'none',
    })
    if (text !== undefined) await setTextSize(page, text)
    if (screen.setup)
      await SCREEN_SETUPS[screen.setup]({ page, server: this.server, token: this.#tokenOf(screen.viewer) })
    else await page.goto(`${this.server.url}${screen.path}`)
    await expect(page.locator(`html[data-app] main[data-screen="${screen.ready ?? screen.path}"]`)).toBeVisible()
    if (screen.name === 'my-pass') await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('html')).toHaveCSS('font-size', `${16 * (text ?? 1)}px`)
    return page
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await context.close()
    await this.#newcomer?.close()
    await this.server.close()
  }

  /** Returns the account of a viewer. */
  personOf(who: Member): Person {
    return this.#people[who]
  }

  #tokenOf(who: Who): string {
    return who === 'visitor' || who === 'newcomer' ? '' : this.#people[who].accessToken
  }

  async #enter(who: Who): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      deviceScaleFactor: 2,
      timezoneId: 'Asia/Taipei',
      serviceWorkers: 'block',
    })
    await addPatience(context)
    if (who === 'newcomer') {
      // Closed here and not when its page closes: Playwright records a trace of each context, and a test fails that
      // begins while one is being closed.
      await this.#newcomer?.close()
      this.#newcomer = context
      return context
    }
    this.#contexts.set(who, context)
    if (who === 'visitor') return context
    const person = this.#people[who]
    const page = await context.newPage()
    await page.goto(`${this.server.url}/login`)
    await expect(page.locator('html[data-app]')).toBeVisible()
    await page.locator('#login-id').fill(person.email)
    await page.locator('input[autocomplete="current-password"]').fill(person.password)
    await page.locator('main button[type="submit"]').click()
    await expect(page.locator('html[data-app] main[data-screen="/home"]')).toBeVisible()
    if (who === 'owner') {
      await page.goto(`${this.server.url}/myPage/myPass`)
      await page.locator('article[data-pass] button:not([aria-haspopup])').first().click()
      await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
    }
    await page.close()
    return context
  }
}
