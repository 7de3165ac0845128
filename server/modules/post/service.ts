import type { Faq, Notice } from '#contract/calls/posts.ts'
import type { Locale } from '#contract/locales.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { createSearch } from '#contract/rules/search.ts'
import type { Database } from '#server/db/connect.ts'
import { fill, recordsOf, searchTextOf, type FaqDoc, type NoticeDoc } from '#server/modules/catalogue/service.ts'

/** Notices and frequent questions. */

const findNotices = createSearch<NoticeDoc>((doc) => searchTextOf(doc.title, [doc.body]))
const findFaqs = createSearch<FaqDoc>((doc) => searchTextOf(doc.question, [doc.answer, doc.categoryText]))

const present = (doc: NoticeDoc, locale: Locale): Notice => ({
  id: doc.id,
  title: doc.title[locale],
  date: doc.date,
  pinnedYn: doc.pinned ? 'Y' : 'N',
  body: fill(doc.body[locale]),
})

/** Notices published by `now`, newest first. */
const published = async (db: Database, now: number): Promise<NoticeDoc[]> => {
  const today = koreanDate(now)
  return (await recordsOf(db)).notices
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => b.date.localeCompare(a.date))
}

/** Returns the published notices, pinned ones first, then newest; with a keyword its matches, best first. */
export const notices = async (
  db: Database,
  locale: Locale,
  keyword: string | undefined,
  now: number,
): Promise<Notice[]> => {
  const list = (await published(db, now)).toSorted((a, b) => Number(b.pinned) - Number(a.pinned))
  return findNotices(keyword, list).map((doc) => present(doc, locale))
}

/** Returns one notice with its neighbours by date; undefined for an unknown id and before its date. */
export const notice = async (db: Database, locale: Locale, id: string, now: number) => {
  const list = await published(db, now)
  const index = list.findIndex((doc) => doc.id === id)
  const doc = list[index]
  if (!doc) return undefined
  const neighbour = (one: NoticeDoc | undefined) => (one ? { id: one.id, title: one.title[locale] } : null)
  return {
    ...present(doc, locale),
    newer: neighbour(list[index - 1]),
    older: neighbour(list[index + 1]),
  }
}

/** Returns the notices that today's home page shows as popups. */
export const popupNotices = async (db: Database, locale: Locale, now: number) => {
  const today = koreanDate(now)
  return (await published(db, now)).flatMap((doc) =>
    doc.popupUntil !== null && today <= doc.popupUntil
      ? [
          {
            id: doc.id,
            kind: 'notice' as const,
            title: doc.title[locale],
            body: fill(doc.body[locale]),
            startDate: doc.date,
            endDate: doc.popupUntil,
          },
        ]
      : [],
  )
}

/** Fills the limits of the rules into the text. */
const presentFaq = (doc: FaqDoc, locale: Locale): Faq => ({
  id: doc.id,
  categoryCd: doc.category,
  category: doc.categoryText[locale],
  question: fill(doc.question[locale]),
  answer: fill(doc.answer[locale]),
})

/** Returns the frequent questions in order of their categories; with a keyword its matches, best first. */
export const faqs = async (db: Database, locale: Locale, keyword: string | undefined): Promise<Faq[]> =>
  findFaqs(keyword, (await recordsOf(db)).faqs).map((doc) => presentFaq(doc, locale))

/** Returns one frequent question; undefined for an unknown id. */
export const faq = async (db: Database, locale: Locale, id: string): Promise<Faq | undefined> => {
  const doc = (await recordsOf(db)).faqs.find((one) => one.id === id)
  return doc && presentFaq(doc, locale)
}
