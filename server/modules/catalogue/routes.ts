import * as attraction from '#contract/calls/attraction.ts'
import * as codes from '#contract/calls/codes.ts'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import * as tour from '#contract/calls/recommendTour.ts'
import * as terms from '#contract/calls/terms.ts'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Page } from '#contract/envelope.ts'
import { GOODS_TYPE, GROUPS } from '#contract/codes.ts'
import { filterAttractions, foldText } from '#contract/rules/attractionFilter.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { codeList, nameOfCode } from './codes.ts'
import { catalogueIn, termsOf } from './service.ts'

const pageOf = <T>(all: readonly T[], pageNum: number, pageSize: number): Page<T> => ({
  list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
  pageNum,
  pageSize,
  total: all.length,
})

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal('E_NOT_FOUND')
  return value
}

const matches = (keyword: string | undefined, ...texts: string[]): boolean => {
  const words = (keyword ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const text = texts.join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The filter takes words for groups: `A`, `B`, or `free` for both. */
const inGroup = (wanted: string | undefined) => (place: { passGroup: string | null }) =>
  wanted === 'free' ? place.passGroup !== null : true

type Named = Pick<Attraction, 'gdsUid' | 'name' | 'district'>
/** By the English catalogue they were made from: a new version brings new ones. */
const names = new WeakMap<Catalogue, ReadonlyMap<string, string>>()

/** Names as travellers copy them from signs and guides: English and Korean, whatever the language of the call. */
const namesOf = async (db: Database, keyword: string | undefined): Promise<(place: Named) => string> => {
  if (!keyword) return () => ''
  const english = await catalogueIn(db, 'en')
  let known = names.get(english)
  if (!known) {
    const korean = await catalogueIn(db, 'ko')
    const said = (list: readonly Named[], id: string): string => {
      const place = list.find(({ gdsUid }) => gdsUid === id)
      return place ? `${place.name} ${place.district}` : ''
    }
    known = new Map(
      english.attractions.map(({ gdsUid, name, district }) => [
        gdsUid,
        foldText(`${name} ${district} ${said(korean.attractions, gdsUid)}`),
      ]),
    )
    names.set(english, known)
  }
  return ({ gdsUid }) => known.get(gdsUid) ?? ''
}

export const routes: Served[] = [
  serve(attraction.list, async ({ query }, { deps, locale }) => {
    if (query.gdsTycd !== undefined && query.gdsTycd !== GOODS_TYPE.attraction)
      return pageOf([], query.pageNum, query.pageSize)
    const { attractions } = await catalogueIn(deps.db, locale)
    const wanted = query.etcInformation
    const list = filterAttractions(
      attractions,
      {
        keyword: query.searchKeyword,
        category: query.gdsCategoryCd,
        area: query.areaCd,
        group: GROUPS.find((group) => group === wanted),
      },
      await namesOf(deps.db, query.searchKeyword),
    ).filter(inGroup(wanted))
    const { list: page, ...rest } = pageOf(list, query.pageNum, query.pageSize)
    return {
      ...rest,
      list: page.map(
        ({
          gettingThere: _way,
          nearby: _nearby,
          description: _text,
          ageNotes: _notes,
          website: _site,
          phone: _phone,
          setting: _setting,
          ...head
        }) => head,
      ),
    }
  }),

  serve(attraction.detail, async ({ params }, { deps, locale }) =>
    found((await catalogueIn(deps.db, locale)).attractions.find(({ gdsUid }) => gdsUid === params.id)),
  ),

  serve(tour.list, async ({ query }, { deps, locale }) => {
    const { courses } = await catalogueIn(deps.db, locale)
    const list = courses.filter(
      (one) =>
        (!query.themeCd || one.companion === query.themeCd) &&
        (!query.tourDays || one.length === query.tourDays) &&
        matches(query.searchKeyword, one.name, one.summary),
    )
    return pageOf(list, query.pageNum, query.pageSize)
  }),

  serve(pass.list, async ({ query }, { deps, locale }) => {
    const { products } = await catalogueIn(deps.db, locale)
    const list = products.filter((one) => !query.psCd || one.passType === query.psCd || one.medium === query.psCd)
    return pageOf(list, query.pageNum, query.pageSize)
  }),

  serve(pass.detail, async ({ params }, { deps, locale }) =>
    found((await catalogueIn(deps.db, locale)).products.find(({ gdsUid }) => gdsUid === params.id)),
  ),

  serve(main.main, async ({ query }, { deps, locale }) => {
    const { attractions, courses } = await catalogueIn(deps.db, locale)
    const said = await namesOf(deps.db, query.searchKeyword)
    const places = filterAttractions(attractions, { keyword: query.searchKeyword }, said)
    const tours = courses.filter((one) => matches(query.searchKeyword, one.name, one.summary))
    return { attractions: places, courses: tours, total: places.length + tours.length }
  }),

  serve(main.mainPass, async ({ query }, { deps, locale }) => {
    const { products } = await catalogueIn(deps.db, locale)
    return products.filter((one) => matches(query.searchKeyword, one.name, one.summary, one.passType))
  }),

  serve(main.benefit, async (_, { deps, locale }) => (await catalogueIn(deps.db, locale)).benefit),
  serve(main.popup, () => []),
  serve(main.catalogue, (_, { deps, locale }) => catalogueIn(deps.db, locale)),
  serve(main.time, (_, { deps }) => ({ now: deps.clock() })),

  serve(terms.list, async ({ query }, { deps, locale }) => {
    const all = await termsOf(deps.db)
    const heads = all.map((one) => ({
      code: one.id,
      title: one.title[locale],
      requiredYn: one.required ? ('Y' as const) : ('N' as const),
      effectiveDate: one.effectiveDate,
    }))
    return pageOf(heads, query.pageNum, query.pageSize)
  }),

  serve(terms.detail, async ({ params }, { deps, locale }) => {
    const one = found((await termsOf(deps.db)).find(({ id }) => id === params.code))
    return {
      code: one.id,
      title: one.title[locale],
      requiredYn: one.required ? ('Y' as const) : ('N' as const),
      effectiveDate: one.effectiveDate,
      sections: one.sections.map(({ heading, body }) => ({ heading: heading[locale], body: body[locale] })),
    }
  }),

  serve(codes.goodsTypes, (_, { locale }) => found(codeList('GDS_TYCD', locale))),
  serve(codes.cities, (_, { locale }) => found(codeList('CTPV', locale))),
  serve(codes.districts, ({ query }, { locale }) => found(codeList('SGG', locale, query.upCd))),
  serve(codes.codes, ({ params, query }, { locale }) => found(codeList(params.codeType, locale, query.upCd))),
  serve(codes.codeName, ({ params }, { locale }) => found(nameOfCode(params.code, locale))),
]
