/** Finds references between texts of the repository that lead nowhere. Pure: the caller reads the files. */

export const SPEC = 'docs/spec.md'

/** What a reference may point to. */
export interface Targets {
  /** The numbers that each numbered document defines, by the word that cites it: `4.7` of `spec`. */
  numbers: ReadonlyMap<string, ReadonlySet<string>>
  /** File names of decisions without the extension: `0014-locked-not-wiped`. */
  decisions: ReadonlySet<string>
  /** Paths of the documents, from the root. */
  documents: readonly string[]
  /** Ids of the phone's promises and rules: `P3`, `O5`. */
  rules: ReadonlySet<string>
}

export interface Text {
  /** Path from the root. */
  file: string
  text: string
}

export interface BrokenReference {
  file: string
  line: number
  reference: string
  reason: string
}

/** What may separate two words of a comment: white space, also with a line break and the comment's prefix. */
const GAP = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*(?!/)|//)?)+`
const CLAUSE = String.raw`\d+(?:\.\d+)*`
const LINK = String.raw`(?:,${GAP}|${GAP}(?:to|and)${GAP})`
const NUMBERS = String.raw`${CLAUSE}(?:${LINK}${CLAUSE})*`
/**
 * `security` and `performance` begin a citation only after a bracket, a semicolon or a comma: they also occur in prose.
 */
const CITED = new RegExp(String.raw`(\bspec|(?<=[(;,]${GAP}|[(;,])(?:security|performance))${GAP}(${NUMBERS})`, 'g')
/** The specification cites its own clauses without the word `spec`. */
const OWN_CLAUSES = new RegExp(String.raw`\((${NUMBERS})\)`, 'g')
const OLD_CLAUSE = new RegExp(String.raw`\bspecification${GAP}\(?(?:section${GAP})?\d+|[(]specification\b[^)]*`, 'gi')
/** A document that is cited by words in place of a number. */
const BY_WORDS = /\((decisions|security|performance):[^)]*/g
const DECISION = new RegExp(String.raw`\bdecision(?:${GAP}(\d+)|s${GAP}(\d{4}))\b`, 'gi')
const DECISION_FILE = /\bdecisions\/(\d[\w-]*)/g
/** The label of a link must be the number of its target. */
const DECISION_LINK = /\[(\d+)\]\((?:[\w./-]*\/)?(\d+)-[\w-]+\.md\)/g
const DOCUMENT = /[\w./*-]*\w\.md\b(?!\w)/g

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
/** Ids at the end of a test's title. */
const TITLE_IDS = /[ (](?:[A-Z]\d{1,2}(?:, | and )?)+\)?(?=['"`],)/g

/** Returns the text with all but its comments replaced by spaces, so that offsets stay the same. */
export const commentsOf = (text: string): string => {
  let comments = text.replaceAll(/[^\n]/g, ' ')
  for (const { 0: comment, index } of text.matchAll(COMMENT))
    comments = comments.slice(0, index) + comment + comments.slice(index + comment.length)
  return comments
}

const isDocument = (file: string): boolean => file.endsWith('.md')

/** Returns whether a path resolves to a document from the root, from the file's folder, or by its last parts. */
const leadsTo = (name: string, file: string, documents: readonly string[]): boolean => {
  const segments = [...file.split('/').slice(0, -1), ...name.split('/')]
  const path: string[] = []
  for (const segment of segments) {
    if (segment === '..') path.pop()
    else if (segment !== '.' && segment !== '') path.push(segment)
  }
  return documents.some((one) => one === path.join('/') || `/${one}`.endsWith(`/${name.replace(/^\.?\//, '')}`))
}

/** Returns the references of a text that lead nowhere, each with its line. */
export const brokenReferences = ({ file, text }: Text, targets: Targets): BrokenReference[] => {
  const broken: (Omit<BrokenReference, 'file' | 'line'> & { index: number })[] = []
  const prose = isDocument(file) ? text : commentsOf(text)
  const decisions = new Set([...targets.decisions].map((name) => name.slice(0, 4)))

  const own = file === SPEC ? [...text.matchAll(OWN_CLAUSES)] : []
  const cited = [
    ...[...text.matchAll(CITED)].map(({ 0: reference, 1: word = '', 2: list = '', index }) => ({
      reference,
      word,
      list,
      index,
    })),
    ...own.map(({ 0: reference, 1: list = '', index }) => ({ reference, word: 'spec', list, index })),
  ]
  for (const { reference, word, list, index } of cited)
    for (const number of list.match(new RegExp(CLAUSE, 'g')) ?? [])
      if (targets.numbers.get(word)?.has(number) === false)
        broken.push({ index, reference, reason: `docs/${word}.md has no ${number}` })

  for (const { 0: reference, index } of text.matchAll(OLD_CLAUSE))
    broken.push({ index, reference, reason: 'not a clause: write (spec 4.7)' })
  for (const { 0: reference, 1: word = '', index } of prose.matchAll(BY_WORDS))
    if (word === 'decisions' || targets.numbers.has(word))
      broken.push({ index, reference, reason: 'cannot be looked up: cite by number' })

  for (const { 0: reference, 1: one, 2: several, index } of text.matchAll(DECISION))
    if (!decisions.has(one ?? several ?? '')) broken.push({ index, reference, reason: 'there is no such decision' })
  for (const { 0: reference, 1: name = '', index } of text.matchAll(DECISION_FILE))
    if (!targets.decisions.has(name)) broken.push({ index, reference, reason: 'there is no such decision' })
  for (const { 0: reference, 1: label, 2: number, index } of text.matchAll(DECISION_LINK))
    if (label !== number) broken.push({ index, reference, reason: `the label is not the decision ${number}` })

  for (const { 0: reference, index } of prose.matchAll(DOCUMENT))
    if (!reference.includes('*') && !leadsTo(reference, file, targets.documents))
      broken.push({ index, reference, reason: 'there is no such document' })

  const letters = new Set([...targets.rules].map((id) => id.charAt(0)))
  const ids = new RegExp(String.raw`(?<![\w.-])[${[...letters].join('')}]\d{1,2}(?![\w-])`, 'g')
  const titles = /\.(?:test|spec)\.tsx?$/.test(file) ? [...text.matchAll(TITLE_IDS)] : []
  const places = letters.size === 0 ? [] : [{ 0: prose, index: 0 }, ...titles]
  for (const place of places)
    for (const { 0: reference, index } of place[0].matchAll(ids))
      if (!targets.rules.has(reference))
        broken.push({ index: place.index + index, reference, reason: 'there is no such promise or rule' })

  return broken
    .toSorted((first, second) => first.index - second.index)
    .map(({ index, ...rest }) => ({ file, line: text.slice(0, index).split('\n').length, ...rest }))
}

/** Formats a broken reference as one line that begins with `file:line`, which editors can open. */
export const describeBroken = ({ file, line, reference, reason }: BrokenReference): string =>
  `${file}:${line} ${reference.replaceAll(/\s+/g, ' ')}: ${reason}`
