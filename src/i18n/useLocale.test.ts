// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { BCP47 } from '#contract/locales.ts'
import { localeOfCookie } from './locale.ts'
import { currentLocale, setLocale } from './useLocale.ts'

/** Catalogues that arrive when a test lets them: files of translations, which tests do not compile. */
const { arrivals } = vi.hoisted(() => {
  const hold = () => Promise.withResolvers<{ messages: object }>()
  return { arrivals: { en: hold(), ko: hold(), jp: hold(), chs: hold() } }
})
vi.mock('../../locales/en.po?import&first', () => arrivals.en.promise)
vi.mock('../../locales/ko.po?import&first', () => arrivals.ko.promise)
vi.mock('../../locales/jp.po?import&first', () => arrivals.jp.promise)
vi.mock('../../locales/chs.po?import&first', () => arrivals.chs.promise)

const catalogue = { messages: {} }
const state = () => ({
  locale: currentLocale(),
  cookie: localeOfCookie(document.cookie),
  html: document.documentElement.lang,
})

beforeEach(() => arrivals.en.resolve(catalogue))

test('a language chosen earlier whose messages arrive later changes neither screen nor cookie', async () => {
  const first = setLocale('jp')
  const second = setLocale('ko')
  arrivals.ko.resolve(catalogue)
  await second
  expect(state()).toEqual({ locale: 'ko', cookie: 'ko', html: BCP47.ko })
  arrivals.jp.resolve(catalogue)
  await first
  expect(state()).toEqual({ locale: 'ko', cookie: 'ko', html: BCP47.ko })
})

test('a language chosen earlier whose messages never arrive is no failure; the last choice is', async () => {
  const first = setLocale('chs')
  await setLocale('en')
  arrivals.chs.reject(new TypeError('Failed to fetch'))
  await first
  expect(state()).toEqual({ locale: 'en', cookie: 'en', html: BCP47.en })
  await expect(setLocale('chs')).rejects.toThrow()
  expect(state()).toEqual({ locale: 'en', cookie: 'en', html: BCP47.en })
})
