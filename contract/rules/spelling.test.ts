import { expect, test } from 'vitest'
import { search, searchable } from './search.ts'
import { closestWords, editsBetween, initialsPattern, readingsOf, vocabularyWord } from './spelling.ts'

const closest = (word: string, ...vocabulary: string[]) => closestWords(word, vocabulary.map(vocabularyWord))

test.each([
  ['tower', 'tower', 0],
  ['towr', 'tower', 1],
  ['towwer', 'tower', 1],
  ['tawer', 'tower', 1],
  ['towre', 'tower', 1],
  ['otwre', 'tower', 2],
  ['taver', 'tower', 2],
  ['', 'ab', 2],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect(editsBetween(a, b, 2)).toBe(edits)
  expect(editsBetween(b, a, 2)).toBe(edits)
  // Beyond the limit only that is told.
  if (edits > 0) expect(editsBetween(a, b, edits - 1)).toBe(edits)
})

test('one letter of four to seven may be wrong, two of eight and more, none of three', () => {
  expect(closest('spa', 'sky', 'spb')).toEqual([])
  expect(closest('ludge', 'luge', 'bridge')).toEqual(['luge'])
  expect(closest('villlge', 'village')).toEqual(['village'])
  expect(closest('vilagge', 'vllaage')).toEqual([])
  expect(closest('gamchon', 'gamcheon')).toEqual(['gamcheon'])
  expect(closest('hedong yongungsa'.split(' ')[1] ?? '', 'yonggungsa', 'tongdosa')).toEqual(['yonggungsa'])
  expect(closest('kamtchon', 'gamcheon')).toEqual([])
})

test('letters of Hangul syllables are compared one by one: one of six to twelve may be wrong, two of more', () => {
  expect(closest('부샨타워', '부산타워', '부산대교')).toEqual(['부산타워'])
  expect(closest('루자', '루지')).toEqual([])
  expect(closest('해운대구', '해운대')).toEqual([])
})

test('only the closest words are returned, each once, four at most', () => {
  expect(closest('towr', 'tour', 'tower', 'town', 'tower')).toEqual(['tour', 'tower', 'town'])
  expect(closest('beachs', 'beach', 'peachs', 'benches')).toEqual(['beach', 'peachs'])
  expect(closest('aaaa', 'aaab', 'aaac', 'aaad', 'aaae', 'aaaf')).toHaveLength(4)
})

test('initials are consonants alone, two or more, of syllables in a row', () => {
  for (const keyword of ['ㅂ', 'ㅂㅏ', 'ab', '부산', '']) expect(initialsPattern(keyword)).toBeNull()
  const pattern = initialsPattern('ㅂㅎ')
  expect(['바하', '빟힣', '나바하', '빠하', '바파', '바 하', 'ㅂㅎ'].map((name) => name.search(pattern ?? ''))).toEqual(
    [0, 0, 1, -1, -1, -1, -1],
  )
})

test('a keyword of keys means what they type with the other input method, one in kana the place', () => {
  const same = (text: string) => text
  expect(readingsOf('qntks', same)).toEqual(['부산'])
  expect(readingsOf('QNTKS', same)).toEqual(['부산'])
  expect(readingsOf('ㅠㅕㄴ무', same)).toEqual(['busan'])
  expect(readingsOf('プサン', same)).toEqual(['釜山'])
  expect(readingsOf('tower', same)).toEqual([])
})

const PLACES = [
  ['Busan Tower', '부산타워', '釜山塔', '釜山タワー'],
  ['Jagalchi Market', '자갈치시장', '札嘎其市場', 'チャガルチ市場'],
  ['City Tour Bus', '시티투어버스', '城市觀光巴士', 'シティツアーバス'],
].map((names) => ({ id: names[0], text: searchable(names, ['in Busan']) }))
const idsOf = (keyword: string) => search(keyword, PLACES, ({ text }) => text).map(({ id }) => id)

test.each([
  ['a letter missing', 'busan towr'],
  ['a wrong syllable', '부샨타워'],
  ['initials', 'ㅂㅅㅌ'],
  ['initials inside a name', 'ㅌㅇ'],
  ['keys without a Korean input method', 'qntksxkdnj'],
  ['keys of a Korean input method', 'ㅠㅕㄴ무 새ㅈㄷㄱ'],
  ['a place in kana', 'プサンタワー'],
  ['a place in hiragana', 'ぷさんたわー'],
])('%s: %s finds the tower first', (_what, keyword) => {
  expect(idsOf(keyword)[0]).toBe('Busan Tower')
})

test('forms of Han characters are one: traditional, simplified and Japanese', () => {
  for (const keyword of ['観光巴士', '觀光巴士', '观光巴士']) expect(idsOf(keyword)).toEqual(['City Tour Bus'])
})

test('what is found as typed is not completed by other spellings', () => {
  expect(idsOf('tour')).toEqual(['City Tour Bus'])
  expect(idsOf('market')).toEqual(['Jagalchi Market'])
})

test('a keyword with a word that is close to nothing finds nothing', () => {
  expect(idsOf('busan zzzzzz')).toEqual([])
  expect(idsOf('qqqq')).toEqual([])
  expect(idsOf('ㅋㅋㅋ')).toEqual([])
})
