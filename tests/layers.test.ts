import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * The lint guards the layers. These planted violations guard the lint: a rule that matches nothing would pass
 * unnoticed.
 */

const root = resolve(import.meta.dirname, '..')
const CONFIG = 'oxlint.config.ts'
const CONFIG_FILES = [CONFIG, 'scripts/lint/layers.ts']

/** File, line, and the lint rule that must refuse it. */
const PLANTS: [file: string, line: string, rule: string][] = [
  ['contract/rules/planted-1.ts', "import { x } from '#server/app.ts'", 'no-restricted-imports'],
  ['contract/rules/planted-2.ts', "import { x } from 'dexie'", 'no-restricted-imports'],
  ['contract/rules/planted-3.ts', 'export const now = () => Date.now()', 'no-restricted-properties'],
  ['contract/rules/planted-4.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['contract/rules/planted-5.ts', 'export const chance = () => Math.random()', 'no-restricted-properties'],
  ['contract/rules/planted-6.ts', "import { x } from 'node:fs'", 'no-restricted-imports'],
  ['src/db/planted.ts', "import { x } from '#api/client.ts'", 'no-restricted-imports'],
  ['src/api/planted.ts', "import { x } from '#db/device.ts'", 'no-restricted-imports'],
  ['src/sync/planted.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/data/planted-1.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/data/planted-2.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/data/planted-6.ts', 'export const x = () => indexedDB.databases()', 'no-restricted-globals'],
  ['src/ui/planted-1.tsx', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/ui/planted-2.tsx', "import { x } from '#contract/codes.ts'", 'no-restricted-imports'],
  ['src/ui/planted-3.tsx', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/i18n/planted-1.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/i18n/planted-2.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/art/planted-1.tsx', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['src/art/planted-2.tsx', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/pwa/planted-1.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['src/pwa/planted-2.ts', "import { x } from '#sw/push.ts'", 'no-restricted-imports'],
  ['src/pwa/planted-3.ts', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['src/pwa/planted-4.ts', "import { x } from '#contract/limits.ts'", 'no-restricted-imports'],
  ['src/start/planted-1.ts', "import { x } from '#sync/online.ts'", 'no-restricted-imports'],
  ['src/start/planted-2.ts', "import { x } from '#art/scene.tsx'", 'no-restricted-imports'],
  ['src/start/planted-3.ts', "import { x } from '../art/hour.ts'", 'no-restricted-imports'],
  ['src/routes/planted-1.tsx', "import { x } from '#db/device.ts'", 'no-restricted-imports'],
  ['src/routes/planted-2.tsx', "import { x } from '#sync/online.ts'", 'no-restricted-imports'],
  ['src/routes/planted-3.tsx', "import { x } from '#api/client.ts'", 'no-restricted-imports'],
  ['src/routes/planted-4.tsx', "import { x } from '../db/device.ts'", 'no-restricted-imports'],
  ['src/routes/planted-5.tsx', "import { x } from 'dexie'", 'no-restricted-imports'],
  ['src/routes/planted-6.tsx', "import { x } from 'dexie-react-hooks'", 'no-restricted-imports'],
  ['src/routes/planted-7.tsx', "import { x } from 'ky'", 'no-restricted-imports'],
  ['src/routes/planted-8.tsx', "import { x } from '#server/app.ts'", 'no-restricted-imports'],
  ['src/routes/planted-9.tsx', "export const x = () => fetch('/')", 'no-restricted-globals'],
  ['server/planted-1.ts', "import { x } from '#data/session.ts'", 'no-restricted-imports'],
  ['server/planted-2.ts', "import { x } from '../contract/codes.ts'", 'no-restricted-imports'],
  ['server/planted-3.ts', "console.log('x')", 'no-console'],
  ['server/modules/planted/service.ts', "import { x } from '#server/modules/member/store.ts'", 'no-restricted-imports'],
  ['server/modules/planted/routes.ts', "import { x } from '../member/store.ts'", 'no-restricted-imports'],
  ['server/modules/planted/store.ts', "import { x } from '../member/module.ts'", 'no-restricted-imports'],
  ['sw/planted.ts', "import { x } from '#db/names.ts'", 'no-restricted-imports'],
  ['scripts/planted-1.ts', "import { x } from '#ui/button.tsx'", 'no-restricted-imports'],
  ['scripts/planted-2.ts', "import { x } from '../src/ui/button.tsx'", 'no-restricted-imports'],
  ['tests/planted.test.ts', "import { it as x } from 'vitest'", 'no-restricted-imports'],
  ['src/ui/planted.test.tsx', "import { describe, it as x } from 'vitest'", 'no-restricted-imports'],
  ['src/data/planted-3.ts', 'export default 1', 'no-default-export'],
  ['src/data/planted-7.ts', "import { useSyncExternalStore as x } from 'react'", 'no-restricted-imports'],
  ['src/data/planted-8.ts', "import { useLiveQuery as x } from 'dexie-react-hooks'", 'no-restricted-imports'],
  ['src/data/planted-4.ts', 'export const x: any = 1', 'no-explicit-any'],
  ['src/data/planted-5.ts', 'export const x = 1\n'.repeat(1) + 'x\n'.repeat(301), 'max-lines'],
]

/** What the layers allow. */
const ALLOWED: [file: string, line: string][] = [
  ['contract/rules/innocent.ts', "import { x } from 'zod'"],
  ['src/data/innocent.ts', "import { x } from '#sync/online.ts'"],
  ['src/data/innocent-2.ts', "import { useEffect as x } from 'react'"],
  ['src/pwa/innocent.ts', "import { x } from '#sw/messages.ts'"],
  ['src/start/innocent.ts', "import { x } from '#art/hour.ts'"],
  ['server/innocent.ts', "import { x } from './db/rows.ts'"],
  ['server/modules/innocent/service.ts', "import { x } from '#server/modules/member/service.ts'"],
  ['server/modules/innocent/routes.ts', "import { x } from '#server/modules/module.ts'"],
  ['server/modules/index.ts', "import { x } from '#server/modules/member/routes.ts'"],
  ['scripts/innocent.ts', "import { x } from '#server/app.ts'"],
  ['tests/innocent-1.test.ts', "import { x } from '../src/db/device.ts'"],
  ['tests/innocent-2.test.ts', "import { test as x } from 'vitest'"],
]

let folder: string
let diagnostics: { filename: string; code: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
  for (const file of CONFIG_FILES) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(root, file), join(folder, file))
  }
  for (const [file, line] of [...PLANTS, ...ALLOWED]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), line.startsWith('import') ? `${line}\nexport const y = x\n` : `${line}\n`)
  }
  await writeFile(join(folder, 'src/data/cycle-a.ts'), "import { b } from './cycle-b.ts'\nexport const a = () => b\n")
  await writeFile(join(folder, 'src/data/cycle-b.ts'), "import { a } from './cycle-a.ts'\nexport const b = () => a\n")
  const out = await new Promise<string>((takeOutput) =>
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => takeOutput(stdout),
    ),
  )
  diagnostics = (JSON.parse(out) as { diagnostics: typeof diagnostics }).diagnostics
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(PLANTS)('%s: %s', (file, _, rule) => {
  expect(
    diagnostics
      .filter((one) => one.filename === file)
      .map((one) => one.code)
      .join(),
  ).toContain(rule)
})
test('the lint refuses a cycle of imports', () => {
  expect(
    diagnostics
      .filter((one) => one.filename.includes('cycle'))
      .map((one) => one.code)
      .join(),
  ).toContain('no-cycle')
})
test.each(ALLOWED)('%s may contain: %s', (file) => {
  expect(diagnostics.filter((one) => one.filename === file)).toEqual([])
})
