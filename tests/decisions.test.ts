import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Each decision has a title and a status, and the index lists both. */

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs/decisions')
const FILES = globSync('[0-9]*.md', { cwd: FOLDER }).toSorted()
const NUMBERS = FILES.map((file) => file.slice(0, 4))
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

const STATUS = /^(?:accepted|superseded by (\d{4})|amended by (\d{4}(?:, \d{4})*))$/

interface Head {
  title: string
  date: string
  status: string
  /** Numbers of the decisions that supersede or amend this one. */
  successors: string[]
}

/** Returns title, date and status of a decision; empty text for what is missing. */
const headOf = (text: string): Head => {
  const lines = text.split('\n')
  const [, title = ''] = /^# (\S.*)$/.exec(lines[0] ?? '') ?? []
  const [, date = '', status = ''] = /^Date: (\d{4}-\d\d-\d\d) · Status: (.+)$/.exec(lines[2] ?? '') ?? []
  const [, superseding, amending] = STATUS.exec(status) ?? []
  return { title, date, status, successors: (superseding ?? amending)?.split(', ') ?? [] }
}

test('the folder of decisions is not empty', () => expect(FILES.length).toBeGreaterThan(60))

test.each(FILES)('%s has a title, a date and a known status', (file) => {
  const { title, date, status } = headOf(read(file))
  expect(title).toMatch(/^(?!\d{4})\S/)
  expect(new Date(date).toJSON()).toMatch(date)
  expect(status).toMatch(STATUS)
})

test.each(FILES)('%s has context, decision and consequences, in this order', (file) => {
  const sections = [...read(file).matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*/gm)].map(([, name]) => name)
  expect(sections).toEqual(['Context', 'Decision', 'Consequences'])
})

test.each(FILES)('%s and the decisions that supersede or amend it name each other', (file) => {
  const text = read(file)
  for (const number of headOf(text).successors) {
    const successor = FILES[NUMBERS.indexOf(number)]
    expect(successor, `${file} names ${number}`).toBeDefined()
    expect(text).toContain(`](${successor})`)
    expect(read(successor ?? file)).toContain(`](${file})`)
  }
})

test('the index lists each decision with its title, date and status', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
  const expected = FILES.map((file) => {
    const { title, date, status } = headOf(read(file))
    return [`[${file.slice(0, 4)}](${file})`, title, date, status]
  })
  expect(rows).toEqual(expected)
})

test('the text of a link to a decision is its number', () => {
  const documents = globSync(['docs/**/*.md', '*.md', '{src,tests}/**/README.md'], { cwd: ROOT })
  const wrong = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\[(\d{4})\]\(([^)]+\.md)\)/g)]
      .filter(([, number, path]) => !basename(path ?? '').startsWith(`${number}-`))
      .map(([link]) => `${document}: ${link}`),
  )
  expect(wrong).toEqual([])
})
