import { FORMS, SIMPLIFIED } from './hanForms.gen.ts'
import { closestWords, initialsPattern, readingsOf, vocabularyWord, type VocabularyWord } from './spelling.ts'

/** Keyword search: one rule for the lists on the phone and on the server. */

const HIRAGANA = /[ぁ-ゖ]/g
const TO_KATAKANA = 0x60
const simplifiedForms = new Map([...FORMS].map((form, nth) => [form, [...SIMPLIFIED][nth] ?? form]))

/**
 * Folds width, case, accents, kana, forms of Han characters and quotation marks, so that `ＳＫＹ` and `sky`, `ぷさん` and
 * `プサン`, `樂` and `乐` are the same word. All other characters stay; a keyword has no wildcards.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA))
    .replace(/\p{sc=Han}/gu, (form) => simplifiedForms.get(form) ?? form)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')

/** Han, Hangul and kana are written with or without spaces, so spaces are ignored in them. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}]/u
const tight = (text: string): string => text.replace(/[ ・]+/g, '')

/** The folded texts of an entry. */
export interface Searchable {
  /** Its names, in one language or several. */
  names: readonly { spaced: string; tight: string }[]
  /** All names and texts, with spaces and without. */
  spaced: string
  tight: string
}

/** Folds the names and texts of an entry once, for any number of searches. */
export const searchable = (names: Iterable<string>, texts: Iterable<string>): Searchable => {
  const foldedNames = [...names].map(foldText)
  const spaced = [...foldedNames, ...[...texts].map(foldText)].join('\n')
  return {
    names: [...new Set(foldedNames)].map((name) => ({ spaced: name, tight: tight(name) })),
    spaced,
    tight: tight(spaced),
  }
}

/** Ranks, best first. */
const EXACT = 0
const PREFIX = 1
const WORD = 2
const MIDDLE = 3
const NAME_WORDS = 4
const PHRASE = 5
const TEXT_WORDS = 6

const PIECES_MAX = 3
const PIECE_MIN = 2

/** Matches several words written as one, as in Korean, Chinese and Japanese (`해운대열차`): greedy, in longest pieces. */
const inPieces = (word: string, text: string): boolean => {
  let rest = word
  for (let pieces = 0; pieces < PIECES_MAX && rest.length >= PIECE_MIN; pieces += 1) {
    let length = PIECE_MIN
    if (!text.includes(rest.slice(0, length))) return false
    while (length < rest.length && text.includes(rest.slice(0, length + 1))) length += 1
    rest = rest.slice(length)
  }
  return rest === ''
}

/**
 * Returns a function that ranks entries by a keyword: 0 is best, null means that the entry lacks a word. Returns null
 * for a keyword without words.
 */
export const searcher = (keyword: string): ((entry: Searchable) => number | null) | null => {
  const terms = foldText(keyword).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return null
  const phrase = terms.join(' ')
  const joined = terms.join('')
  const loose = SPACELESS.test(joined)
  const inside = (word: string, text: string): boolean => text.includes(word) || (loose && inPieces(word, text))

  const inName = (name: Searchable['names'][number]): number | null => {
    if (name.tight === joined) return EXACT
    if (name.tight.startsWith(joined)) return PREFIX
    if (` ${name.spaced}`.includes(` ${phrase}`)) return WORD
    if (name.tight.includes(joined)) return MIDDLE
    return terms.every((word) => inside(word, name.tight)) ? NAME_WORDS : null
  }
  return (entry) => {
    const text = loose ? entry.tight : entry.spaced
    // Most entries lack a word: reject them before ranking. Names are part of the text.
    if (!terms.every((word) => inside(word, text)) && !entry.names.some((name) => name.tight.includes(joined)))
      return null
    let best: number | null = null
    for (const name of entry.names) {
      const rank = inName(name)
      if (rank !== null && (best === null || rank < best)) best = rank
    }
    return best ?? (text.includes(loose ? joined : phrase) ? PHRASE : TEXT_WORDS)
  }
}

type RankOf = (entry: Searchable) => number | null

/** Returns the entries that have a rank, best first (a stable sort). */
const ranked = <T>(list: readonly T[], of: (entry: T) => Searchable, rankOf: RankOf): T[] =>
  list
    .map((entry) => ({ entry, rank: rankOf(of(entry)) }))
    .filter((one): one is { entry: T; rank: number } => one.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)

/** Ranks entries by their names: one that begins with the pattern first, then one that contains it. */
const byNames =
  (pattern: RegExp): RankOf =>
  ({ names }) => {
    const places = names.map((name) => name.tight.search(pattern))
    if (places.includes(0)) return PREFIX
    return places.some((place) => place > 0) ? MIDDLE : null
  }

const vocabularies = new WeakMap<Searchable, VocabularyWord[]>()

/** Names are written without spaces between scripts: `釜山アクアリウム`. */
const WORDS = /[\p{sc=Katakana}ー]+|\p{sc=Han}+|\p{sc=Hangul}+|[\p{sc=Latin}\p{N}]+/gu

/** Returns the words of an entry's names, and the names as one word. */
const vocabularyOf = (entry: Searchable): VocabularyWord[] => {
  const cached = vocabularies.get(entry)
  if (cached) return cached
  const names = entry.names.flatMap((name) => [...(name.spaced.match(WORDS) ?? []), name.tight])
  const fresh = [...new Set(names)].map(vocabularyWord)
  vocabularies.set(entry, fresh)
  return fresh
}

/** Spellings of a keyword that are tried, of those in which each misspelt word is one of the closest. */
const SPELLINGS_MAX = 16

/** Returns the keywords that a misspelt one may mean; none when one of its words is close to no word of these entries. */
const spellingsOf = (keyword: string, entries: readonly Searchable[]): string[] => {
  const vocabulary = new Map(entries.flatMap(vocabularyOf).map((each) => [each.word, each]))
  const choices = foldText(keyword)
    .split(/\s+/)
    .filter(Boolean)
    .map((term) => {
      const rankOf = searcher(term)
      const isKnown = rankOf !== null && entries.some((entry) => rankOf(entry) !== null)
      return isKnown ? [term] : closestWords(term, vocabulary.values())
    })
  if (choices.some((spellings) => spellings.length === 0)) return []
  return choices.reduce(
    (spellings, choice) =>
      spellings.flatMap((before) => choice.map((word) => `${before} ${word}`)).slice(0, SPELLINGS_MAX),
    [''],
  )
}

/** Ranks entries by the spelling that suits them best. */
const byAny = (keywords: readonly string[]): RankOf => {
  const rankings = keywords.flatMap((keyword) => searcher(keyword) ?? [])
  return (entry) =>
    rankings.reduce<number | null>((best, rankOf) => {
      const rank = rankOf(entry)
      return rank === null || (best !== null && best <= rank) ? best : rank
    }, null)
}

/**
 * Returns the entries that match the keyword, best first (a stable sort), or all entries without a keyword. When none
 * matches, the keyword may have been meant otherwise: typed with the wrong keyboard, written in other characters, as
 * initials of a Korean name, or misspelt.
 */
export const search = <T>(keyword: string, list: readonly T[], of: (entry: T) => Searchable): T[] => {
  const rankOf = searcher(keyword)
  if (!rankOf) return [...list]
  const initials = initialsPattern(tight(keyword.trim()))
  const attempts: (() => RankOf)[] = [
    () => rankOf,
    () => byAny(readingsOf(keyword, foldText)),
    ...(initials ? [() => byNames(initials)] : []),
    () => byAny(spellingsOf(keyword, list.map(of))),
  ]
  for (const attempt of attempts) {
    const matches = ranked(list, of, attempt())
    if (matches.length > 0) return matches
  }
  return []
}

/**
 * Creates the search over one kind of entry; caches each entry's search text. The search returns the matches, the best
 * first; without a keyword the list as it is.
 */
export const createSearch = <T extends object>(textOf: (entry: T) => Searchable) => {
  const cache = new WeakMap<T, Searchable>()
  const of = (entry: T): Searchable => {
    const searchText = cache.get(entry) ?? textOf(entry)
    cache.set(entry, searchText)
    return searchText
  }
  return (keyword: string | undefined, list: readonly T[]): T[] => search(keyword ?? '', list, of)
}
