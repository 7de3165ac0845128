import { hangulOf, latinKeys } from './hangulKeys.ts'
import { PLACE_READINGS } from './placeReadings.ts'

/** How people misspell a keyword: what else it may mean. All texts are folded (`foldText` in search.ts). */

const SYLLABLE = /[\uac00-\ud7a3]/
const HANGUL = /[\u1100-\u11ff\u3131-\u3163\uac00-\ud7a3]/
const INITIALS = /^[ㄱ-ㅎ]{2,}$/
const FIRST_SYLLABLE = 0xac00
/** Syllables that begin with the same consonant. */
const PER_INITIAL = 588
/** The nineteen consonants that a syllable begins with. */
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/**
 * Returns a pattern of the names that a keyword abbreviates by the first consonants of their syllables: `ㅂㅅㅌㅇ` means
 * 부산타워. Null for any other keyword.
 */
export const initialsPattern = (keyword: string): RegExp | null => {
  if (!INITIALS.test(keyword)) return null
  const ranges = [...keyword].map((initial) => {
    const first = FIRST_SYLLABLE + CONSONANTS.indexOf(initial) * PER_INITIAL
    return CONSONANTS.includes(initial)
      ? `[${String.fromCharCode(first)}-${String.fromCharCode(first + PER_INITIAL - 1)}]`
      : initial
  })
  return new RegExp(ranges.join(''))
}

/**
 * Returns what a keyword may mean instead: what its keys type with the other input method (`ㅠㅕㄴ무` for busan, `qntks`
 * for 부산), and place names in Han characters for those in kana.
 */
export const readingsOf = (keyword: string, fold: (text: string) => string): string[] => {
  const folded = fold(keyword)
  const han = PLACE_READINGS.reduce((text, [kana, name]) => text.replaceAll(fold(kana), fold(name)), folded)
  return [
    ...(HANGUL.test(keyword) ? [latinKeys(keyword).toLowerCase()] : []),
    ...[hangulOf(keyword) ?? hangulOf(keyword.toLowerCase())].flatMap((hangul) => hangul ?? []),
    ...(han === folded ? [] : [han]),
  ]
}

/** Letters of a word as they are typed: those of a Hangul syllable one by one. */
const lettersOf = (word: string): string => (SYLLABLE.test(word) ? word.normalize('NFD') : word)

/** Letters of a word with which one of them may be wrong, and two. A Hangul syllable has two or three. */
const [ONE_WRONG, TWO_WRONG] = [4, 8]
const [ONE_WRONG_HANGUL, TWO_WRONG_HANGUL] = [6, 13]

/** Returns how many letters may be wrong in a word. */
const toleranceOf = (word: string, letters: string): number => {
  const [one, two] = SYLLABLE.test(word) ? [ONE_WRONG_HANGUL, TWO_WRONG_HANGUL] : [ONE_WRONG, TWO_WRONG]
  if (letters.length < one) return 0
  return letters.length < two ? 1 : 2
}

/** Marks which letters a word has, folded to 32 bits: words with many different marks need no comparison. */
const marksOf = (letters: string): number => {
  let marks = 0
  for (let at = 0; at < letters.length; at += 1) marks |= 1 << (letters.charCodeAt(at) & 31)
  return marks
}
const bitsOf = (marks: number): number => {
  let bits = 0
  for (let rest = marks; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}

/**
 * Returns the number of letters to add, drop, replace or swap with their neighbour to get from `a` to `b`; `limit` + 1
 * when there are more than `limit`.
 */
export const editsBetween = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let edits = Math.min((row[j - 1] ?? 0) + (isSame ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (above[j - 2] ?? 0) + 1)
      next.push(edits)
    }
    if (Math.min(...next) > limit) return limit + 1
    above = row
    row = next
  }
  return row[b.length] ?? limit + 1
}

/** A word that a misspelt one is compared with. */
export interface VocabularyWord {
  word: string
  letters: string
  marks: number
}

/** Returns a word of a vocabulary, prepared for `closestWords`. */
export const vocabularyWord = (word: string): VocabularyWord => {
  const letters = lettersOf(word)
  return { word, letters, marks: marksOf(letters) }
}

/** Words that are equally close to a misspelt one. */
const CLOSEST_MAX = 4

/** Returns the words of a vocabulary that a misspelt word is closest to; none when all are too far from it. */
export const closestWords = (misspelt: string, vocabulary: Iterable<VocabularyWord>): string[] => {
  const { letters, marks } = vocabularyWord(misspelt)
  let limit = toleranceOf(misspelt, letters)
  let closest = new Set<string>()
  if (limit === 0) return []
  for (const each of vocabulary) {
    // Each edit changes at most two marks.
    if (Math.abs(each.letters.length - letters.length) > limit || bitsOf(each.marks ^ marks) > 2 * limit) continue
    const edits = editsBetween(letters, each.letters, limit)
    if (edits > limit) continue
    if (edits < limit) closest = new Set()
    limit = edits
    closest.add(each.word)
  }
  return [...closest].slice(0, CLOSEST_MAX)
}
