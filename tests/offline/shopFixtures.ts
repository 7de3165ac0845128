import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Group } from '#contract/codes.ts'
import type { Scene } from '#contract/rules/scene.ts'

/** A small catalogue for the screens that sell: a product of each kind, and places with uneven prices. */

const day: [string, string][] = [['00:00', '23:00']]
const hours = { always: false, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }

export const shopPlace = (
  gdsUid: string,
  passGroup: Group | null,
  adultPrice: number,
  rest: { scene?: Scene; lastEntry?: string } = {},
): AttractionDetail => ({
  gdsUid,
  name: `Place ${gdsUid}`,
  categories: [],
  passGroup,
  adultPrice,
  districtCd: 'haeundae',
  district: 'Haeundae-gu',
  address: '',
  addressKo: '',
  lat: 35.1,
  lon: 129.1,
  hours,
  lastEntry: null,
  dayOff: { code: 'none', text: '' },
  reservationRequired: false,
  scene: 'tower',
  visitMinutes: 60,
  description: '',
  setting: 'indoor',
  facilities: [],
  website: null,
  phone: null,
  ageNotes: [],
  gettingThere: { text: '', line: null, station: null, exit: null, mode: 'walk', minutes: null },
  nearby: [],
  ...rest,
})

export const BIG3: Product = {
  gdsUid: 'pass-big3-mobile',
  gdsDtlUid: 'pass-big3-mobile-std',
  passType: 'Big3',
  medium: 'mobile',
  name: 'Big3 Mobile Pass',
  summary: '',
  mediumNote: '',
  windowHours: 120,
  windowText: '',
  allowance: { A: 1, B: 2 },
  price: 45_000,
  discounted: null,
  saleYn: 'Y',
  soldOutYn: 'N',
  sampleYn: 'Y',
  places: { A: 2, B: 3 },
}
export const DAY_PASS: Product = {
  ...BIG3,
  gdsUid: 'pass-24h-mobile',
  gdsDtlUid: 'pass-24h-mobile-std',
  passType: '24H',
  name: '24H Mobile Pass',
  windowHours: 24,
  allowance: null,
  price: 49_000,
  sampleYn: 'N',
}

/** The example of a Big3 costs 27,300 + 33,050 + 18,700 = 79,050 won at the gates. */
export const SHOP: Catalogue = {
  version: 'shop',
  attractions: [
    shopPlace('deck', 'A', 27_300, { lastEntry: '22:30', scene: 'skydeck' }),
    shopPlace('spa', 'A', 11_900, { lastEntry: '22:00', scene: 'hotspring' }),
    shopPlace('sea', 'B', 33_050, { lastEntry: '21:00', scene: 'aquarium' }),
    shopPlace('museum', 'B', 18_700, { lastEntry: '21:30', scene: 'museum' }),
    shopPlace('bridge', 'B', 950, { lastEntry: '20:00', scene: 'cablecar' }),
    shopPlace('village', null, 0, { scene: 'gamcheon' }),
  ],
  courses: [],
  products: [DAY_PASS, BIG3],
  benefit: { freePlaces: 5, discountPlaces: 0, discountSampleYn: 'N', districts: 2 },
}
