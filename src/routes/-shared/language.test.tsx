// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE_NAMES, type Locale } from '#contract/locales.ts'
import { RELOADED_KEY } from '#contract/rules/reload.ts'
import { localeOfCookie, rememberLocale } from '#i18n/locale.ts'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { mountScreen } from '../../../tests/harness/screen.tsx'
import { LanguageBar } from './language.tsx'

/** Languages whose messages fail to load, while the answer to the probe of the server is held. */

const { lost } = vi.hoisted(() => ({ lost: () => Promise.reject(new TypeError('Failed to fetch')) }))
vi.mock('../../../locales/ko.po?import&first', () => ({ messages: {} }))
vi.mock('../../../locales/jp.po?import&first', lost)
vi.mock('../../../locales/chs.po?import&first', lost)

const FAILURE = /could not load this language/

/** Holds the answer to `/healthz`. `answer` resolves when all that follows the answer has run. */
const holdProbe = () => {
  const { promise, resolve } = Promise.withResolvers<{ alive: boolean }>()
  const fetched = vi.fn(async () => ({ json: () => promise }))
  vi.stubGlobal('fetch', fetched)
  return {
    arrived: () => expect.poll(() => fetched.mock.calls.length).toBe(1),
    answer: async (alive: boolean) => {
      resolve({ alive })
      // What follows awaits promises alone, which are settled before the next task.
      await new Promise((next) => setImmediate(next))
    },
  }
}
function Screen() {
  return (
    <>
      <LanguageBar />
      <output>{useVisibleToast()?.text}</output>
    </>
  )
}
const open = async () => {
  const { press, text } = await mountScreen(<Screen />)
  return { text, choose: (locale: Locale) => press(LOCALE_NAMES[locale]) }
}
const state = () => ({
  cookie: localeOfCookie(document.cookie),
  isReloaded: sessionStorage.getItem(RELOADED_KEY) !== null,
})

beforeEach(() => {
  sessionStorage.clear()
  rememberLocale('en')
  showToast(null)
})
afterEach(() => vi.unstubAllGlobals())

test.each([true, false])(
  'a language whose messages fail takes nothing from one that was chosen while the server was probed, which answers: %s',
  async (alive) => {
    const probe = holdProbe()
    const { choose, text } = await open()
    choose('jp')
    await probe.arrived()
    choose('ko')
    await expect.poll(() => state().cookie).toBe('ko')
    await probe.answer(alive)
    expect(state()).toEqual({ cookie: 'ko', isReloaded: false })
    expect(text()).not.toMatch(FAILURE)
  },
)

test('the last choice whose messages fail is stored, and the page reloads, once the server answers', async () => {
  const probe = holdProbe()
  const { choose } = await open()
  choose('ko')
  choose('chs')
  await probe.arrived()
  expect(state()).toEqual({ cookie: 'en', isReloaded: false })
  await probe.answer(true)
  expect(state()).toEqual({ cookie: 'chs', isReloaded: true })
})

test('the last choice whose messages fail while the server does not answer changes nothing, and the app says so', async () => {
  const probe = holdProbe()
  const { choose, text } = await open()
  choose('chs')
  await probe.arrived()
  await probe.answer(false)
  expect(state()).toEqual({ cookie: 'en', isReloaded: false })
  await expect.poll(text).toMatch(FAILURE)
})
