import { expect, test } from 'vitest'
import type { Attraction } from '../calls/attraction.ts'
import { filterAttractions } from './attractionFilter.ts'

const place = (name: string, overrides: Partial<Attraction> = {}): Attraction =>
  ({
    name,
    district: '',
    address: '',
    addressKo: '',
    categories: [],
    passGroup: null,
    districtCd: '',
    ...overrides,
  }) as Attraction

const sky = place('BUSAN X the SKY', {
  passGroup: 'A',
  categories: ['indoors', 'family'],
  districtCd: 'haeundae',
  district: 'Haeundae-gu',
  addressKo: '부산광역시 해운대구 달맞이길 30',
})
const cable = place('松島海上ケーブルカー', { passGroup: 'B', categories: ['outdoors'], districtCd: 'seo' })
const market = place('Café Jagalchi', { categories: ['food_drinks'], districtCd: 'jung' })
const all = [sky, cable, market]

test('attractions that do not match are left out', () => {
  expect(filterAttractions(all, { keyword: 'tower' })).toEqual([])
  expect(filterAttractions(all, { keyword: 'sky jagalchi' })).toEqual([])
  expect(filterAttractions(all, { category: 'indoors', group: 'B' })).toEqual([])
  expect(filterAttractions(all, { area: 'nam' })).toEqual([])
})
test('an empty filter returns all attractions', () => {
  expect(filterAttractions(all, {})).toEqual(all)
  expect(filterAttractions(all, { keyword: '  ', category: '', group: '', area: '' })).toEqual(all)
})
test('case, character width, accents and the order of words are ignored', () => {
  expect(filterAttractions(all, { keyword: 'sky busan' })).toEqual([sky])
  expect(filterAttractions(all, { keyword: 'ＳＫＹ' })).toEqual([sky])
  expect(filterAttractions(all, { keyword: 'cafe' })).toEqual([market])
  expect(filterAttractions(all, { keyword: 'ケーブルカー' })).toEqual([cable])
  expect(filterAttractions(all, { keyword: '해운대구' })).toEqual([sky])
})
test('category, group and area are combined', () => {
  const filter = { category: 'family', group: 'A', area: 'haeundae' } as const
  const mismatched = [
    place('of another category', { ...sky, categories: ['indoors'] }),
    place('of another group', { ...sky, passGroup: 'B' }),
    place('in another area', { ...sky, districtCd: 'seo' }),
  ]
  expect(filterAttractions([...mismatched, sky], filter)).toEqual([sky])
})
