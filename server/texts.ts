import { existsSync, readFileSync } from 'node:fs'
import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parsePo } from 'pofile-ts'
import { CALENDAR, DATE, KOREA } from '#contract/dates.ts'
import { BCP47, DEFAULT_LOCALE, LOCALES, NOTATION, type Locale, type Texts } from '#contract/locales.ts'
import { MESSAGES } from './messages.ts'

/** Prefixes of the message ids that the server uses. */
const OURS = /^(?:mail|error|code|news|preview|wallet)\./

const read = (locale: Locale): Record<string, string> => {
  const file = new URL(`../locales/${locale}.po`, import.meta.url)
  if (!existsSync(file)) return {}
  const translatedItems = parsePo(readFileSync(file, 'utf8')).items.filter(
    (item) => !item.obsolete && OURS.test(item.msgid),
  )
  return Object.fromEntries(translatedItems.flatMap((item) => (item.msgstr[0] ? [[item.msgid, item.msgstr[0]]] : [])))
}

const english: Record<string, string> = {
  ...Object.fromEntries(MESSAGES.map(({ id, message }) => [id, message])),
  ...read(DEFAULT_LOCALE),
}

const speaker = (locale: Locale): I18n => {
  const sentences = { ...english, ...read(locale) }
  const messages: Messages = Object.fromEntries(
    Object.entries(sentences).map(([id, sentence]) => [id, compileMessage(sentence)]),
  )
  return setupI18n({ locale: BCP47[locale], messages: { [BCP47[locale]]: messages } })
}

const speakers = Object.fromEntries(LOCALES.map((locale) => [locale, speaker(locale)])) as Record<Locale, I18n>

/** Returns the message `id` (`mail.…`, `error.…`, `code.…`, `news.…`, `preview.…`, `wallet.…`) in `locale`, or in English if not translated. */
export const translate = (locale: Locale, id: string, values?: Record<string, string | number>): string =>
  speakers[locale]._(id, values)

const spokenOne = (name: string, value: Texts | string | number, locale: Locale): string => {
  if (typeof value === 'object') return value[locale]
  if (typeof value === 'string') return value
  if (name.endsWith('At'))
    return new Intl.DateTimeFormat(BCP47[locale], {
      ...DATE.long,
      ...CALENDAR,
      timeZone: KOREA,
    }).format(value)
  return new Intl.NumberFormat(BCP47[locale]).format(value)
}

/** Formats the values of a message for `locale`; names that end with `At` are instants, formatted in Korean time. */
export const formatValues = (values: Record<string, Texts | string | number>, locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spokenOne(name, value, locale)]))

/** Formats an amount in KRW as screens do: ₩49,000, −₩5,000; in Korean 49,000원. */
export const formatWon = (amount: number, locale: Locale): string =>
  `${amount < 0 ? '−' : ''}${NOTATION[locale].won.replace('#', new Intl.NumberFormat(BCP47[locale]).format(Math.abs(amount)))}`
