import { TERMS_CODES } from '#contract/terms.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import { pictureOfPass, pictureOfPlace, PRODUCT_PICTURE } from '#contract/rules/previewPicture.ts'
import { placeOfGoods, sceneOfGoods } from '#contract/rules/goodsScene.ts'
import { sceneOfPromotion } from '#contract/rules/promotionScene.ts'
import { sceneOfCourse } from '#contract/rules/scene.ts'
import { sceneOfTravel } from '#contract/rules/travelScene.ts'
import { fill, sceneOf, type Records } from '#server/modules/catalogue/service.ts'
import type { GoodsDoc } from '#server/modules/goods/service.ts'

/** The pages of single records: attractions, passes, goods, courses, travel information, promotions, notices and legal texts. */

/** A page of a record, in all languages. */
export interface DetailPage {
  /** Address from `/`, with the query that identifies the record. */
  address: string
  title: Texts
  /** May hold `{refundDays}`. */
  text: Texts
  picture: string
  kind: 'website' | 'article'
  /** Korean date of its last change, where the record has one. */
  changedOn: string | null
}

type ListOf = (records: Records, today: string) => DetailPage[]

const placePicture = ({ attractions }: Records, id: string | null): string | undefined => {
  const place = attractions.find((doc) => doc.id === id)
  return place && pictureOfPlace(place.id, sceneOf(place))
}
const coverScene = ({ attractions }: Records, id: string) => {
  const cover = attractions.find((doc) => doc.id === id)
  return cover ? sceneOf(cover) : 'harbour'
}

/** The pages of each kind that exist on a Korean date, by the address that they are below or the page with a query. */
const LISTS: Readonly<Record<string, ListOf>> = {
  '/attractions': ({ attractions }) =>
    attractions.map((doc) => ({
      address: `/attractions/${doc.id}`,
      title: doc.name,
      text: doc.description,
      picture: pictureOfPlace(doc.id, sceneOf(doc)),
      kind: 'website',
      changedOn: null,
    })),
  '/pass': ({ products }) =>
    products.map((doc) => ({
      address: `/pass/${doc.id}`,
      title: doc.name,
      text: doc.summary,
      picture: pictureOfPass(doc.passType),
      kind: 'website',
      changedOn: null,
    })),
  '/recommend': (records) =>
    records.courses.map((doc) => ({
      address: `/recommend/${doc.id}`,
      title: doc.name,
      text: doc.summary,
      picture: sceneOfCourse(doc.id, coverScene(records, doc.coverAttractionId)),
      kind: 'website',
      changedOn: null,
    })),
  '/travelInfo': ({ travel }) =>
    travel.map((doc) => ({
      address: `/travelInfo/${doc.id}`,
      title: doc.title,
      text: doc.body,
      picture: sceneOfTravel(doc.category, doc.district),
      kind: 'article',
      changedOn: null,
    })),
  '/promotion': (records, today) =>
    records.promotions
      .filter(({ startDate }) => startDate <= today)
      .map((doc) => ({
        address: `/promotion/${doc.id}`,
        title: doc.title,
        text: doc.body,
        picture: placePicture(records, doc.attractionId) ?? sceneOfPromotion(doc.id),
        kind: 'article',
        changedOn: null,
      })),
  '/service/notice_detail': ({ notices }, today) =>
    notices
      .filter(({ date }) => date <= today)
      .map((doc) => ({
        address: `/service/notice_detail?id=${encodeURIComponent(doc.id)}`,
        title: doc.title,
        text: doc.body,
        picture: 'harbour',
        kind: 'article',
        changedOn: doc.date,
      })),
  '/service/policy': ({ terms }, today) =>
    terms
      .filter(({ id }) => TERMS_CODES.includes(id))
      .flatMap((doc) => {
        const [first] = doc.sections.toSorted((a, b) => a.order - b.order)
        return first
          ? [
              {
                address: `/service/policy?code=${doc.id}`,
                title: doc.title,
                text: first.body,
                picture: PRODUCT_PICTURE,
                kind: 'article' as const,
                changedOn: doc.effectiveDate <= today ? doc.effectiveDate : null,
              },
            ]
          : []
      }),
}

const goodsPage = (doc: GoodsDoc): DetailPage => ({
  address: `/${doc.type}/${doc.id}`,
  title: doc.name,
  text: doc.summary,
  picture: pictureOfPlace(
    placeOfGoods(doc.id) ?? '',
    sceneOfGoods({
      gdsUid: doc.id,
      kind: doc.type,
      gdsCategoryCd: doc.category ?? null,
      districtCd: doc.district,
    }),
  ),
  kind: 'website',
  changedOn: null,
})

interface Pages {
  today: string
  byAddress: Map<string, DetailPage>
}
const pagesByRecords = new WeakMap<Records, Pages>()

/**
 * Returns the pages of the records and their goods that exist on a Korean date, by address; built once for each edition
 * and day. `goods` are those of the same edition.
 */
export const detailPages = (
  records: Records,
  goods: readonly GoodsDoc[],
  today: string,
): ReadonlyMap<string, DetailPage> => {
  const stored = pagesByRecords.get(records)
  if (stored?.today === today) return stored.byAddress
  const pages = [...Object.values(LISTS).flatMap((list) => list(records, today)), ...goods.map(goodsPage)]
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  pagesByRecords.set(records, { today, byAddress })
  return byAddress
}

/** Parameters that identify a record on these pages. Without it they show a list. */
const PARAMETERS: Readonly<Record<string, string>> = { '/service/notice_detail': 'id', '/service/policy': 'code' }
const BELOW = /^\/(?:attractions|pass|recommend|travelInfo|promotion|hotel|tour|activity|voucher)\/[^/]+$/

/** Returns the address of the record that a page shows; null for a page that is no record. */
export const recordAddress = (path: string, query: URLSearchParams): string | null => {
  const parameter = PARAMETERS[path]
  const id = parameter === undefined ? '' : (query.get(parameter) ?? '')
  if (parameter !== undefined && id !== '') return `${path}?${parameter}=${encodeURIComponent(id)}`
  return BELOW.test(path) ? path : null
}

/** Returns the text of a detail in one language, with the limits of the rules in it. */
export const textOf = ({ text }: Pick<DetailPage, 'text'>, locale: Locale): string => fill(text[locale])
