import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Reads the repository's documents: files, tables and the clauses of the specification. */

export const ROOT = resolve(import.meta.dirname, '../..')
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Folders of the repository that hold sources, not generated output. */
export const FOLDERS = [
  'contract',
  'server',
  'src',
  'sw',
  'tests',
  'e2e',
  'bench',
  'docs',
  'scripts',
  'locales',
  'public',
]

/** Returns the files below `folders` that end in one of `ends`, as paths from the root, without generated files. */
export const filesBelow = (folders: readonly string[], ends: readonly string[]): string[] => {
  const patterns = folders.flatMap((folder) => ends.map((end) => `${folder}/**/*.${end}`))
  return globSync(patterns, { cwd: ROOT }).filter((path) => !path.includes('.gen.'))
}

/** Returns the cells of each row of all tables below the first heading that matches, without the header row. */
export const rowsUnder = (document: string, heading: RegExp): string[][] => {
  const section = document.split(/^## /m).find((each) => heading.test(each)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
}

/** Returns the numbers of the clauses that `docs/spec.md` defines, in document order. */
export const clausesOf = (spec: string): string[] =>
  [...spec.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map((match) => match[1] ?? '')

/** Returns the numbers that a document defines: of its sections, and of their rows or clauses. */
export const numbersOf = (document: string): string[] =>
  [...document.matchAll(/^(?:## (\d+)\. |(?:- \*\*|\| )(\d+\.\d+)(?:\*\*)? )/gm)].map(
    ([, section, clause]) => section ?? clause ?? '',
  )
