/**
 * Writes the word lists of the password estimator: the head of each public list, small enough for a phone. Within a
 * block of ranks the words are sorted alphabetically, which halves their size and changes an estimate by at most a
 * factor of six. One block ends with the most common passwords, which are refused outright.
 * Run by hand: `npx node scripts/passwordDictionary.ts`.
 */
import { writeFileSync } from 'node:fs'
import compress from '@zxcvbn-ts/dictionary-compression/compress'
import { dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { COMMON_PASSWORDS } from '#contract/limits.ts'

const TARGET = new URL('../contract/rules/passwordDictionary.gen.ts', import.meta.url)

const list = (source: Record<string, unknown>, name: string): string[] => {
  const entries = source[name]
  if (!Array.isArray(entries)) throw new Error(`No list ${name}`)
  return entries.map(String)
}

const head = (englishWords: string[], ends: readonly number[]): string =>
  String(compress(ends.flatMap((end, nth) => englishWords.slice(ends[nth - 1] ?? 0, end).toSorted())))

const passwords = list(common, 'passwords-common').slice(0, 10_000)
const passwordSet = new Set(passwords)
const fresh = (englishWords: string[]) => englishWords.filter((word) => !passwordSet.has(word))
const englishWords = fresh(list(english, 'commonWords-en')).filter((word) => /^[a-z]{4,}$/.test(word))
const names = fresh(list(english, 'firstnames-en'))

const lists = {
  passwords: head(passwords, [100, 500, COMMON_PASSWORDS, passwords.length]),
  words: head(englishWords, [100, 500, 2_100, 5_000]),
  names: head(names, [100, 500, 2_100, names.length]),
}
const text = Object.entries(lists).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
writeFileSync(
  TARGET,
  `/* Written by scripts/passwordDictionary.ts from the lists of zxcvbn-ts (MIT). */\n${text.join('')}`,
)
