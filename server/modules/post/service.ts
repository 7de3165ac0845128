import type { Faq, Notice } from '#contract/calls/posts.ts'
import type { Locale } from '#contract/locales.ts'
import { koreanDate } from '#contract/rules/openHours.ts'
import type { Database } from '#server/db/connect.ts'
import { fill, recordsOf, searchOf, wordsOf, type FaqDoc, type NoticeDoc } from '#server/modules/catalogue/service.ts'

/** Notices and frequent questions. */

const findNotices = searchOf<NoticeDoc>((doc) => wordsOf(doc.title, [doc.body]))
const findFaqs = searchOf<FaqDoc>((doc) => wordsOf(doc.question, [doc.answer, doc.categoryText]))

const present = (doc: NoticeDoc, locale: Locale): Notice => ({
  id: doc.id,
  title: doc.title[locale],
  date: doc.date,
  pinnedYn: doc.pinned ? 'Y' : 'N',
  body: fill(doc.body[locale]),
})

/** Published by `now`, the newest first. */
const published = async (db: Database, now: number): Promise<NoticeDoc[]> => {
  const today = koreanDate(now)
  return (await recordsOf(db)).notices
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => b.date.localeCompare(a.date))
}

/** Pinned ones first, then the newest; by words, the best first. */
export const notices = async (
  db: Database,
  locale: Locale,
  keyword: string | undefined,
  now: number,
): Promise<Notice[]> => {
  const list = (await published(db, now)).toSorted((a, b) => Number(b.pinned) - Number(a.pinned))
  return findNotices(keyword, list).map((doc) => present(doc, locale))
}

/** One notice with its neighbours by date; undefined before its date. */
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

/** Notices that stand over the home page today. */
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

/** Constants are filled in from the rules themselves. */
const presentFaq = (doc: FaqDoc, locale: Locale): Faq => ({
  id: doc.id,
  categoryCd: doc.category,
  category: doc.categoryText[locale],
  question: fill(doc.question[locale]),
  answer: fill(doc.answer[locale]),
})

/** In the order of their categories; by words, the best first. */
export const faqs = async (db: Database, locale: Locale, keyword: string | undefined): Promise<Faq[]> =>
  findFaqs(keyword, (await recordsOf(db)).faqs).map((doc) => presentFaq(doc, locale))

export const faq = async (db: Database, locale: Locale, id: string): Promise<Faq | undefined> => {
  const doc = (await recordsOf(db)).faqs.find((one) => one.id === id)
  return doc && presentFaq(doc, locale)
}
