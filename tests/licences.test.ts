import { expect, test } from 'vitest'
import { closureOf, importedBy, isAllowed, readShipped, shippedOf, type Lock } from '../scripts/licences.ts'

/** Each shipped package states a licence, and an allowed one. */

const LOCK: Lock = {
  '': { dependencies: { app: '1' } },
  'node_modules/app': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { deep: '1' },
    peerDependencies: { peer: '*', maybe: '*' },
    peerDependenciesMeta: { maybe: { optional: true } },
  },
  'node_modules/app/node_modules/deep': { version: '1.0.0', license: 'ISC', optionalDependencies: { native: '1' } },
  'node_modules/deep': { version: '2.0.0', license: 'GPL-3.0-only' },
  'node_modules/native': { version: '3.0.0' },
  'node_modules/peer': { version: '4.0.0', license: 'MIT' },
  'node_modules/maybe': { version: '5.0.0', license: 'MIT' },
}

test('the closure has a package’s own version, its optional dependencies and its peers, but no optional peer', () => {
  expect([...closureOf(LOCK, ['app'])].toSorted()).toEqual([
    'node_modules/app',
    'node_modules/app/node_modules/deep',
    'node_modules/native',
    'node_modules/peer',
  ])
  expect(shippedOf(LOCK, ['app'])).toEqual([
    { name: 'app', version: '1.0.0', licence: 'MIT', browser: true },
    { name: 'deep', version: '1.0.0', licence: 'ISC', browser: false },
    { name: 'native', version: '3.0.0', licence: null, browser: false },
    { name: 'peer', version: '4.0.0', licence: 'MIT', browser: false },
  ])
})

test.each([
  ['any', 'MIT', true],
  ['any', null, false],
  ['any', '', false],
  ['any', 'SEE LICENSE IN LICENSE', false],
  ['any', 'GPL-3.0-only', false],
  ['any', '(GPL-3.0-only OR MIT)', true],
  ['any', 'MIT AND GPL-3.0-only', false],
  ['any', 'LGPL-3.0-or-later', false],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
])('%s under %s: allowed is %s', (name, licence, allowed) => {
  expect(isAllowed({ name, licence })).toBe(allowed)
})

test('imports of packages by value are found, and imports of types and of own files are not', () => {
  const source = [
    "import { z } from 'zod/mini'",
    "import '@scope/styles/base.css'",
    "import type { T } from 'types-only'",
    "import { own } from '#db/own.ts'",
    "import { near } from './near.ts'",
    'import {',
    '  one,',
    '  two,',
    "} from '@scope/both'",
    "const later = () => import('late')",
    "import { join } from 'node:path'",
  ].join('\n')
  expect(importedBy(source)).toEqual(['zod', '@scope/styles', '@scope/both', 'late'])
})

test('no shipped package has an unknown or forbidden licence', () => {
  const shipped = readShipped()
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.filter((each) => !isAllowed(each))).toEqual([])
  const browser = shipped.filter((each) => each.browser).map(({ name }) => name)
  expect(browser).toEqual(expect.arrayContaining(['react', 'dexie', 'workbox-window']))
  expect(browser).not.toContain('pg')
})
