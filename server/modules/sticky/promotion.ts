import type { Promotion } from '#contract/calls/stickyArea.ts'
import type { Locale } from '#contract/locales.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { promotionDaysLeft } from '#contract/rules/promotion.ts'
import { createSearch } from '#contract/rules/search.ts'
import type { Database } from '#server/db/connect.ts'
import { fill, placeOf, recordsOf, searchTextOf, type PromotionDoc } from '#server/modules/catalogue/service.ts'
import { calendarFile, type Attachment } from './calendar.ts'

/** Promotions, in progress or ended by Korean date; one that has not started is not listed. */

const find = createSearch<PromotionDoc>((doc) => searchTextOf(doc.title, [doc.body]))

const present = (doc: PromotionDoc, locale: Locale, now: number): Promotion => {
  const daysLeft = promotionDaysLeft(doc, now)
  return {
    id: doc.id,
    title: doc.title[locale],
    startDate: doc.startDate,
    endDate: doc.endDate,
    state: daysLeft > 0 ? 'in_progress' : 'ended',
    daysLeft: daysLeft > 0 ? daysLeft : null,
    discountPercent: doc.discountPercent,
    gdsUid: doc.attractionId,
  }
}

const startedPromotions = async (db: Database, today: string): Promise<PromotionDoc[]> =>
  (await recordsOf(db)).promotions.filter(({ startDate }) => startDate <= today)

/** Promotions in progress first, soonest end first; then ended ones, latest end first. */
const order =
  (today: string) =>
  (a: PromotionDoc, b: PromotionDoc): number => {
    const [aEnded, bEnded] = [a.endDate < today, b.endDate < today]
    if (aEnded !== bEnded) return aEnded ? 1 : -1
    return aEnded ? b.endDate.localeCompare(a.endDate) : a.endDate.localeCompare(b.endDate)
  }

export interface PromotionFilter {
  /** `in_progress` or `ended`. */
  searchFilter?: string | undefined
  searchKeyword?: string | undefined
}

/** Returns the promotions that have started, those in progress first; with a keyword its matches, best first. */
export const promotions = async (
  db: Database,
  locale: Locale,
  { searchFilter, searchKeyword }: PromotionFilter,
  now: number,
): Promise<Promotion[]> => {
  const today = koreanDate(now)
  return find(searchKeyword, (await startedPromotions(db, today)).toSorted(order(today)))
    .map((doc) => present(doc, locale, now))
    .filter(({ state }) => !searchFilter || state === searchFilter)
}

/** Returns one promotion; undefined for an unknown id and before it starts. */
export const promotion = async (
  db: Database,
  locale: Locale,
  { id, now, publicUrl }: { id: string; now: number; publicUrl: string },
) => {
  const today = koreanDate(now)
  const doc = (await startedPromotions(db, today)).find((one) => one.id === id)
  if (!doc) return undefined
  const file = attachmentOf(doc, locale, publicUrl)
  const place = doc.attractionId === null ? undefined : await placeOf(db, doc.attractionId, locale)
  return {
    ...present(doc, locale, now),
    body: fill(doc.body[locale]),
    place: place ? { gdsUid: place.gdsUid, name: place.name } : null,
    attachment: file ? { name: file.name, type: file.type, size: file.bytes.length, url: file.url } : null,
  }
}

const attachmentOf = (doc: PromotionDoc, locale: Locale, publicUrl: string): Attachment | null =>
  doc.attachment === 'calendar' ? calendarFile(doc, locale, publicUrl) : null

/** Returns the file of a promotion; undefined when it has none, is unknown or has not started. */
export const attachment = async (
  db: Database,
  locale: Locale,
  { id, now, publicUrl }: { id: string; now: number; publicUrl: string },
): Promise<Attachment | undefined> => {
  const doc = (await startedPromotions(db, koreanDate(now))).find((one) => one.id === id)
  return (doc && attachmentOf(doc, locale, publicUrl)) ?? undefined
}

/** Returns the promotions that today's home page shows as popups. */
export const popupPromotions = async (db: Database, locale: Locale, now: number) => {
  const today = koreanDate(now)
  return (await startedPromotions(db, today))
    .filter((doc) => doc.popup && today <= doc.endDate)
    .toSorted(order(today))
    .map((doc) => ({
      id: doc.id,
      kind: 'promotion' as const,
      title: doc.title[locale],
      body: fill(doc.body[locale]),
      startDate: doc.startDate,
      endDate: doc.endDate,
    }))
}
