import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { MODULES, ROUTES } from '#server/modules/index.ts'
import { read, ROOT, rowsUnder } from './harness/documents.ts'

/** Modules of the server: each is declared once, and `docs/architecture.md` says which serves a group of calls. */

const folders = readdirSync(join(ROOT, 'server/modules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('each module is listed once, under the name of its folder', () => {
  const names = MODULES.map(({ name }) => name).filter((name) => name !== 'server')
  expect(names).toEqual([...new Set(names)])
  expect(names.filter((name) => !folders.includes(name))).toEqual([])
})

test('each folder that declares a module is in the list', () => {
  const declared = folders.filter((name) =>
    readdirSync(join(ROOT, 'server/modules', name)).some((file) => file === 'routes.ts' || file === 'module.ts'),
  )
  const names = MODULES.map(({ name }) => name)
  expect(declared.filter((name) => !names.includes(name))).toEqual([])
})

test('each folder has its purpose in the architecture, and nothing else has one', () => {
  const table = rowsUnder(read('docs/architecture.md'), /^Purpose of each module/)
  expect(table.map(([name]) => name?.replaceAll('`', ''))).toEqual(folders.toSorted())
  expect(table.filter(([, purpose = '']) => purpose === '')).toEqual([])
})

test('a group of calls is served by the module of its name, or by those in the table of the architecture', () => {
  const groupByCall = new Map([...CALLS].map(([name, call]) => [call, name.split('.')[0] ?? '']))
  const served = MODULES.flatMap(({ name, routes }) => routes.map(({ call }) => [groupByCall.get(call), name] as const))
  const exceptions = [...Map.groupBy(served, ([group]) => group)]
    .map(([group, pairs]) => [group, [...new Set(pairs.map(([, name]) => name))].toSorted()] as const)
    .filter(([group, names]) => names.join() !== group)
    .map(([group, names]) => `${group}: ${names.join(', ')}`)
  const table = rowsUnder(read('docs/architecture.md'), /^Modules of the server/)
  expect(table.map((cells) => cells.join(': ').replaceAll('`', ''))).toEqual(exceptions.toSorted())
})

test('a call whose handler sets or reads cookies is marked, so that the client sends and takes them, and no other', () => {
  const names = new Map([...CALLS].map(([name, call]) => [call, name]))
  const handlesCookies = (handler: unknown) => /\bsetCookies\b|\bheaders\.cookie\b/.test(String(handler))
  const handling = ROUTES.filter(({ handler }) => handlesCookies(handler)).map(({ call }) => names.get(call))
  const marked = [...CALLS].filter(([, call]) => call.cookies).map(([name]) => name)
  expect(handling).toContain('account.login')
  expect(marked.toSorted()).toEqual(handling.toSorted())
})
