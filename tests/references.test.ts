import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clausesOf, filesBelow, numbersOf, read, ROOT } from './harness/documents.ts'
import { brokenReferences, commentsOf, describeBroken, SPEC, type Targets } from './harness/references.ts'

/** References in code and documents lead to something in this repository. */

/** This file contains broken references on purpose. */
const PLANTED = 'tests/references.test.ts'
const RULES = 'src/sync/SPEC.md'

const rules = [...read(RULES).matchAll(/^- \*\*([A-Z]\d+)\b/gm)].map((match) => match[1] ?? '')
const inFolders = filesBelow(
  ['src', 'sw', 'server', 'contract', 'scripts', 'tests', 'e2e', 'bench', 'docs', 'locales'],
  ['ts', 'tsx', 'css', 'md', 'html'],
)
const files = [...inFolders, ...globSync(['*.md', '*.ts', '.github/**/*.md'], { cwd: ROOT })]

/** Other documents whose rows are cited by number. */
const NUMBERED = ['security', 'performance']

const targets: Targets = {
  numbers: new Map([
    // A citation of the specification must name a clause: a chapter is too long.
    ['spec', new Set(clausesOf(read(SPEC)))],
    ...NUMBERED.map((word) => [word, new Set(numbersOf(read(`docs/${word}.md`)))] as const),
  ]),
  decisions: new Set(
    filesBelow(['docs'], ['md'])
      .filter((file) => /^docs\/decisions\/\d/.test(file))
      .map((file) => basename(file, '.md')),
  ),
  documents: files.filter((file) => file.endsWith('.md')),
  rules: new Set(rules),
}

test('every reference leads to an existing clause, decision, document or rule', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(targets.numbers.get('spec')?.size).toBeGreaterThan(300)
  expect(targets.decisions.size).toBeGreaterThan(60)
  expect(targets.rules.size).toBeGreaterThan(12)
  const broken = files
    .filter((file) => file !== PLANTED)
    .flatMap((file) => brokenReferences({ file, text: read(file) }, targets))
  expect(broken.map(describeBroken)).toEqual([])
})

describe('a planted reference', () => {
  const small: Targets = {
    numbers: new Map([
      ['spec', new Set(['4.7', '4.8', '5.2'])],
      ['security', new Set(['4', '4.1', '10.2'])],
    ]),
    decisions: new Set(['0014-locked-not-wiped', '0097-stale']),
    documents: ['README.md', 'docs/spec.md', 'src/sync/README.md', 'docs/decisions/0014-locked-not-wiped.md'],
    rules: new Set(['P1', 'O5']),
  }
  const brokenIn = (text: string, file = 'src/a.test.ts') =>
    brokenReferences({ file, text }, small).map(({ line, reference }) => `${line} ${reference}`)

  test.each([
    ['a clause that there is not', '/** Why (spec 4.9). */', '1 spec 4.9'],
    ['the second of two clauses', '/** Why (spec 4.7, 5.3). */', '1 spec 4.7, 5.3'],
    ['the end of a range', '/** Why (spec 4.7 to 4.9). */', '1 spec 4.7 to 4.9'],
    ['a whole chapter', '/** Why (spec 4). */', '1 spec 4'],
    ['a clause after the end of its line', '\n/**\n * Why (spec\n * 9.9).\n */', '3 spec\n * 9.9'],
    ['a clause in the title of a test', "test('holds (spec 9.9)', () => {})", '1 spec 9.9'],
    ['a rule of another numbered document', '/** Why (security 4.2). */', '1 security 4.2'],
    ['the second of two documents', '/** Why (spec 4.7, security 9). */', '1 security 9'],
    ['another document by words', '/** Why (security: input). */', '1 (security: input'],
    ['the form without a clause', '\n// Why (specification 4, Guards).', '2 (specification 4, Guards'],
    ['that form in a sentence', '/** As in specification 3: all. */', '1 specification 3'],
    ['a decision by its words', '/** The tokens (decisions: Missing token). */', '1 (decisions: Missing token'],
    ['a decision that there is not', '/** Why (decision 0098). */', '1 decision 0098'],
    ['a decision that is not written with four digits', '// decision 97', '1 decision 97'],
    ['the file of a decision that there is not', '/** See docs/decisions/0014-wiped. */', '1 decisions/0014-wiped'],
    ['a document that there is not', '/** Why (offline.md, Time). */', '1 offline.md'],
    ['a document in another folder', '/** See docs/README.md. */', '1 docs/README.md'],
    ['a promise that there is not', '/** Promise P14. */', '1 P14'],
    ['a rule in the title of a test', "test('keeps it (O5, O6)', () => {})", '1 O6'],
  ])('is found: %s', (_, text, expected) => {
    expect(brokenIn(text)).toEqual([expected])
  })

  test('is found in documents: a clause, a label of another decision, a document, a rule', () => {
    const text = 'See (spec 9.9),\n[0015](decisions/0014-locked-not-wiped.md),\n[it](gone.md) and O7.'
    expect(brokenIn(text, 'docs/other.md')).toEqual([
      '1 spec 9.9',
      '2 [0015](decisions/0014-locked-not-wiped.md)',
      '3 gone.md',
      '3 O7',
    ])
    expect(brokenIn('- **4.7** As before (9.9).', 'docs/spec.md')).toEqual(['1 (9.9)'])
  })

  test('is reported with file, line and reason', () => {
    const [broken] = brokenReferences({ file: 'src/a.ts', text: '\n// (spec 4.9)' }, small)
    expect(broken && describeBroken(broken)).toBe('src/a.ts:2 spec 4.9: docs/spec.md has no 4.9')
  })

  test.each([
    ['clauses', '/** Why (spec 4.7, 5.2), also (spec 4.7 to 4.8): all of it. */'],
    ['rules of other documents, and a section', '/** Why (security 4.1, 10.2; spec 4.7), also (security 4). */'],
    ['a document that is not there yet', '/** Why (performance 1.1), (performance: start). */'],
    ['a clause on the next line', '/**\n * Why (spec 4.7,\n * 5.2).\n */'],
    [
      'decisions',
      '/** Why (decision 0097), docs/decisions/0014-locked-not-wiped.md, [0014](decisions/0014-locked-not-wiped.md). */',
    ],
    [
      'documents, by their path or their name',
      '/** See README.md, docs/spec.md, sync/README.md and docs/decisions/*.md. */',
    ],
    ['promises and rules', '/** Promises P1 and O5; not P-256, 24H, AP14 or O5a. */'],
    ['what is no reference: text in code', "const path = 'M0 0h2v1 P14h1', name = 'gone.md'"],
    [
      'the word alone',
      '/** As the specification says; another specification; of two decisions 1 holds, for security 3 do. */',
    ],
  ])('is not found in %s', (_, text) => {
    expect(brokenIn(text)).toEqual([])
  })
})

test('commentsOf keeps comments at their offsets and blanks the code', () => {
  expect(commentsOf("a('x.md') // b\n/* c\nd */ e")).toBe('          // b\n/* c\nd */  ')
})
