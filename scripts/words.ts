/**
 * Writes the word lists of the password estimator: the head of each public list, small enough for a phone.
 * Inside a block of ranks the words stand in alphabetical order, which halves their size and moves an estimate
 * by at most a factor of four. Run by hand: `npx node scripts/words.ts`.
 */
import { writeFileSync } from 'node:fs'
import compress from '@zxcvbn-ts/dictionary-compression/compress'
import { dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

const TARGET = new URL('../src/routes/join/-parts/words.gen.ts', import.meta.url)

const list = (source: Record<string, unknown>, name: string): string[] => {
  const found = source[name]
  if (!Array.isArray(found)) throw new Error(`No list ${name}`)
  return found.map(String)
}

const head = (words: string[], count: number): string => {
  const blocks: string[] = []
  for (let from = 0, size = 100; from < count; size *= 4) {
    blocks.push(...words.slice(from, Math.min(count, from + size)).toSorted())
    from += size
  }
  return String(compress(blocks))
}

const passwords = list(common, 'passwords-common').slice(0, 10_000)
const known = new Set(passwords)
const fresh = (words: string[]) => words.filter((word) => !known.has(word))
const words = fresh(list(english, 'commonWords-en')).filter((word) => /^[a-z]{4,}$/.test(word))
const names = fresh(list(english, 'firstnames-en'))

const lists = {
  passwords: head(passwords, passwords.length),
  words: head(words, 5_000),
  names: head(names, names.length),
}
const text = Object.entries(lists).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
writeFileSync(TARGET, `/* Written by scripts/words.ts from the lists of zxcvbn-ts (MIT). */\n${text.join('')}`)
