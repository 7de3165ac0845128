import { expect, test } from 'vitest'
import { search, searchable, searcher } from './search.ts'

const entry = (names: string[], ...texts: string[]) => ({ id: names[0] ?? '', words: searchable(names, texts) })
const sky = entry(
  ['BUSAN X the SKY', '부산엑스더스카이', '釜山X the SKY', 'プサン・エックス・ザ・スカイ'],
  'An observation deck',
)
const beach = entry([
  'Haeundae Beach Train',
  '해운대 해변열차',
  '海云台海滨列车',
  '海雲台海岸列車',
  '海雲台ビーチトレイン',
])
const walk = entry(['Skyline Luge', '스카이라인 루지'], 'A ride above Haeundae; 100% fun, “fast”')
const bus = entry(['City Tour Bus'], 'Stops near the sky deck')
const all = [bus, walk, sky, beach]
const idsOf = (keyword: string) => search(keyword, all, ({ words: searchText }) => searchText).map(({ id }) => id)

test('entries without a word of the keyword are not found, and pattern signs match only themselves', () => {
  expect(idsOf('aquarium')).toEqual([])
  expect(idsOf('haeundae tower')).toEqual([])
  for (const sign of ['_', '.*', '\\', "'", '%%', 'b%n', 'l_ge', '[a-z]', '%sky%'])
    for (const { words: searchText } of all) expect(searcher(sign)?.(searchText)).toBeNull()
  expect(idsOf('100%')).toEqual(['Skyline Luge'])
  expect(idsOf('"fast"')).toEqual(['Skyline Luge'])
})

test('an empty keyword finds everything in its order', () => {
  expect(searcher(' 　\n')).toBeNull()
  expect(idsOf('  ')).toEqual(all.map(({ id }) => id))
})

test('exact names come first, then prefixes, words, other matches in names, and texts', () => {
  const ranked = [
    entry(['Whisky bar']),
    entry(['Deck'], 'a sky deck'),
    entry(['The sky']),
    entry(['Skyline']),
    entry(['Sky']),
  ]
  expect(search('SKY', ranked, ({ words: searchText }) => searchText).map(({ id }) => id)).toEqual([
    'Sky',
    'Skyline',
    'The sky',
    'Whisky bar',
    'Deck',
  ])
  expect(idsOf('sky')).toEqual(['Skyline Luge', 'BUSAN X the SKY', 'City Tour Bus'])
})

test('a whole phrase in a text comes before its separate words', () => {
  const texts = [entry(['A'], 'deck by the sky'), entry(['B'], 'the sky deck')]
  expect(search('sky deck', texts, ({ words: searchText }) => searchText).map(({ id }) => id)).toEqual(['B', 'A'])
})

test.each([
  '해운대해변열차',
  '해운대 해변 열차',
  '海云台',
  '海雲台海岸',
  '海雲台 ビーチ',
  'ｈａｅｕｎｄａｅ ＴＲＡＩＮ',
  'びーちとれいん',
  'beachtrain',
])('%s finds the train in its language, with or without spaces', (keyword) => {
  expect(idsOf(keyword)[0]).toBe('Haeundae Beach Train')
})

test('words written without spaces are found when all of them occur, after exact matches', () => {
  const line = [entry(['해운대 블루라인파크 해변열차']), entry(['해운대 해변열차'])]
  expect(search('해운대해변열차', line, ({ words: searchText }) => searchText).map(({ id }) => id)).toEqual([
    '해운대 해변열차',
    '해운대 블루라인파크 해변열차',
  ])
  expect(idsOf('해운대해변수족관')).toEqual([])
  expect(search('해운대구', line, ({ words: searchText }) => searchText)).toEqual([])
  expect(search('skyluge', [entry(['Skyline luge'])], ({ words: searchText }) => searchText)).toEqual([])
})

test('Latin words do not match across the space between two words of a text', () => {
  expect(search('island', [entry(['X'], 'this is land')], ({ words: searchText }) => searchText)).toEqual([])
})
