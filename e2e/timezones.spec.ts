import { chromium, expect, test, type Browser, type BrowserContextOptions } from '@playwright/test'
import type { Catalogue } from '#contract/calls/main.ts'
import { koreanWeekday } from '#contract/rules/koreanCalendar.ts'
import { HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { QUIET, testBrowserPath } from '../scripts/browser.ts'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Phones in other time zones and with other calendars show times in Busan, by the Gregorian year. */

interface Phone {
  what: string
  locale: 'en' | 'cht'
  /** Language tag, time zone and calendar of the browser. */
  tag: string
  zone: string
  calendar: string
}
const PHONES: Phone[] = [
  {
    what: 'Los Angeles, ROC calendar',
    locale: 'cht',
    tag: 'zh-TW-u-ca-roc',
    zone: 'America/Los_Angeles',
    calendar: 'roc',
  },
  {
    what: 'Apia, Buddhist calendar',
    locale: 'en',
    tag: 'th-TH-u-ca-buddhist',
    zone: 'Pacific/Apia',
    calendar: 'buddhist',
  },
  { what: 'Seoul, Persian calendar and digits', locale: 'en', tag: 'fa-IR', zone: 'Asia/Seoul', calendar: 'persian' },
  {
    what: 'a system that does not know its zone',
    locale: 'en',
    tag: 'en-GB',
    zone: 'Etc/Unknown',
    calendar: 'gregory',
  },
]
/** Years and digits that no page may show. */
const wrong = (at: number) => new RegExp(`${yearOf(at) + 543}|民國|${yearOf(at) - 1911}年|[٠-٩۰-۹]`)
const korean = (at: number): string => new Date(at + KST_OFFSET_MS).toISOString()
const yearOf = (at: number): number => Number(korean(at).slice(0, 4))
const PLACE = 'busan-x-the-sky'

let server: Server
let person: Person
let nowhere: Browser
let pass: { validUntil: number }
let inquiry: { writtenAt: number }
let city: Catalogue

test.beforeAll(async () => {
  test.setTimeout(400_000)
  server = await Server.open()
  const executablePath = testBrowserPath()
  nowhere = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: QUIET,
    env: { ...process.env, TZ: 'Nowhere/At_All' } as Record<string, string>,
  })
  person = await signUpMember(server)
  const { accessToken: token, email } = person
  await buyPass(server, token, 'pass-24h-mobile-std')
  const passes = await api<{ list: [typeof pass] }>(server, '/mypage/myPass/list', { token })
  pass = passes.list[0]
  await api(server, '/inquiry/insertInquiry', {
    method: 'POST',
    token,
    body: { email, content: 'Is the cable car open in light rain?' },
  })
  inquiry = (await api<{ list: [typeof inquiry] }>(server, '/inquiry/list', { token })).list[0]
  city = await api<Catalogue>(server, '/catalogue')
})
test.afterAll(async () => {
  await nowhere.close()
  await server.close()
})

for (const { what, locale, tag, zone, calendar } of PHONES) {
  test(`${what}: pass, opening hours and inquiry are shown in Korean time`, async ({ browser }) => {
    const isLost = zone === 'Etc/Unknown'
    const options: BrowserContextOptions = { locale: tag, ...(isLost ? {} : { timezoneId: zone }) }
    const context = await (isLost ? nowhere : browser).newContext(options)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const translate = await loadTranslator(locale)
    const main = page.locator('main')
    const go = async (screen: string, ready = screen) => {
      await page.goto(server.url + screen)
      await waitForScreen(page, ready)
    }
    await signIn(page, server, translate, person.email)
    expect(
      await page.evaluate(() => {
        const resolved = new Intl.DateTimeFormat().resolvedOptions()
        return { zone: resolved.timeZone, calendar: resolved.calendar }
      }),
    ).toEqual({ zone, calendar })
    await expect(main).toContainText(
      new RegExp(`(?:${[0, 1].map((later) => korean(Date.now() + (later * HOUR_MS) / 60).slice(11, 16)).join('|')})`),
    )

    await go('/myPage/myPass')
    const card = page.locator('article[data-pass]')
    await expect(card).toContainText(String(yearOf(pass.validUntil)))
    await expect(card).not.toContainText(wrong(pass.validUntil))

    await go('/myPage/inquiry')
    const [date = '', time = ''] = korean(inquiry.writtenAt).split('T')
    await expect(main).toContainText(date.slice(0, 4))
    await expect(main).toContainText(time.slice(0, 5))
    await expect(main).not.toContainText(wrong(inquiry.writtenAt))

    await go(`/attractions/${PLACE}`, '/attractions/{detail}')
    const place = city.attractions.find(({ gdsUid }) => gdsUid === PLACE)
    const now = Date.now()
    const first = main
      .locator('dl > div')
      .filter({ has: page.locator('dt') })
      .filter({ hasText: weekday(now, locale) })
    await expect(first).toHaveCount(1)
    for (const [from] of place?.hours[koreanWeekday(now)] ?? [])
      await expect(first).toContainText(from.replace(/^0/, ''))
    await expect(main).not.toContainText(wrong(now))
    expect(errors).toEqual([])
    await context.close()
  })
}

const DAYS = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  cht: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
}
const weekday = (at: number, locale: keyof typeof DAYS): string =>
  DAYS[locale][new Date(at + KST_OFFSET_MS).getUTCDay()] ?? ''
