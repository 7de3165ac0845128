import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The lint guards the layers; these plants guard the lint: a rule that sees nothing passes in silence. */

const root = resolve(import.meta.dirname, '..')

/** [file, line, rule that must refuse it] */
const PLANTS: [file: string, line: string, rule: string][] = [
  ['contract/rules/planted-1.ts', "import { x } from '#server/app.ts'", 'no-restricted-imports'],
  ['contract/rules/planted-2.ts', "import { x } from 'dexie'", 'no-restricted-imports'],
  ['contract/rules/planted-3.ts', 'export const now = () => Date.now()', 'no-restricted-properties'],
  ['contract/rules/planted-4.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/db/planted.ts', "import { x } from '#api/client.ts'", 'no-restricted-imports'],
  ['src/api/planted.ts', "import { x } from '#db/device.ts'", 'no-restricted-imports'],
  ['src/sync/planted.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/data/planted-1.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/data/planted-2.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/ui/planted-1.tsx', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/ui/planted-2.tsx', "import { x } from '#contract/codes.ts'", 'no-restricted-imports'],
  ['src/i18n/planted.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/pwa/planted.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/start/planted.ts', "import { x } from '#sync/online.ts'", 'no-restricted-imports'],
  ['src/routes/planted-1.tsx', "import { x } from '#db/device.ts'", 'no-restricted-imports'],
  ['src/routes/planted-2.tsx', "import { x } from '#sync/online.ts'", 'no-restricted-imports'],
  ['src/routes/planted-3.tsx', "import { x } from '#api/client.ts'", 'no-restricted-imports'],
  ['src/routes/planted-4.tsx', "import { x } from '../db/device.ts'", 'no-restricted-imports'],
  ['src/routes/planted-5.tsx', "import { x } from 'dexie'", 'no-restricted-imports'],
  ['server/planted.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['server/modules/planted/service.ts', "import { x } from '#server/modules/member/store.ts'", 'no-restricted-imports'],
  ['server/modules/planted/routes.ts', "import { x } from '../member/store.ts'", 'no-restricted-imports'],
  ['sw/planted.ts', "import { x } from '#db/names.ts'", 'no-restricted-imports'],
  ['scripts/planted.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/data/planted-3.ts', 'export default 1', 'no-default-export'],
  ['src/data/planted-4.ts', 'export const x: any = 1', 'no-explicit-any'],
  ['src/data/planted-5.ts', 'export const x = 1\n'.repeat(1) + 'x\n'.repeat(301), 'max-lines'],
]

let folder: string
let found: { filename: string; code: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [file, line] of PLANTS) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), line.startsWith('import') ? `${line}\nexport const y = x\n` : `${line}\n`)
  }
  await writeFile(join(folder, 'src/data/cycle-a.ts'), "import { b } from './cycle-b.ts'\nexport const a = () => b\n")
  await writeFile(join(folder, 'src/data/cycle-b.ts'), "import { a } from './cycle-a.ts'\nexport const b = () => a\n")
  await writeFile(join(folder, 'src/data/innocent.ts'), "import { x } from '#sync/online.ts'\nexport const y = x\n")
  const out = await new Promise<string>((done) =>
    execFile(join(root, 'node_modules/.bin/oxlint'), ['--format=json'], { cwd: folder, maxBuffer: 1e8 }, (_, stdout) =>
      done(stdout),
    ),
  )
  found = (JSON.parse(out) as { diagnostics: typeof found }).diagnostics
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(PLANTS)('%s: %s', (file, _, rule) => {
  expect(
    found
      .filter((one) => one.filename === file)
      .map((one) => one.code)
      .join(),
  ).toContain(rule)
})
test('a cycle is refused', () => {
  expect(
    found
      .filter((one) => one.filename.includes('cycle'))
      .map((one) => one.code)
      .join(),
  ).toContain('no-cycle')
})
test('what is allowed passes', () => {
  expect(found.filter((one) => one.filename.includes('innocent'))).toEqual([])
})
