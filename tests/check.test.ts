import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { dependentsOf, importsOf, orderTests, readGraph, type ImportGraph } from '../scripts/check/graph.ts'

const ALIASES = { '#data/*': './src/data/*', '#sw/*': './sw/*' }

test.each([
  ["import { pay } from './pay.ts'", ['server/pay.ts']],
  ["import {\n  one,\n  two,\n} from '../contract/rules.ts'", ['contract/rules.ts']],
  ["import '#data/runtime.ts'", ['src/data/runtime.ts']],
  ["export { push } from '#sw/push.ts'", ['sw/push.ts']],
  ["const late = await import('./late.ts')", ['server/late.ts']],
  ["new Worker(new URL('./thread.ts', import.meta.url))", ['server/thread.ts']],
  ["import type { Row } from './row.ts'", []],
  ["import { z } from 'zod'", []],
])('%s is an import of %j', (code, files) => {
  expect(importsOf(code, 'server/main.ts', ALIASES)).toEqual(files)
})

test('tests that reach a change are ordered by their distance from it, then by its folder', () => {
  const graph: ImportGraph = new Map([
    ['src/a.test.ts', ['src/b.ts']],
    ['src/b.ts', ['src/c.ts']],
    ['src/c.ts', ['src/b.ts']],
    ['tests/c.test.ts', ['src/c.ts']],
    ['src/c.test.ts', ['src/c.ts']],
    ['src/other.test.ts', ['src/other.ts']],
  ])
  expect(orderTests(dependentsOf(graph, ['src/c.ts']), ['src/c.ts'])).toEqual([
    'src/c.test.ts',
    'tests/c.test.ts',
    'src/a.test.ts',
  ])
  expect(orderTests(dependentsOf(graph, ['src/other.test.ts']), [])).toEqual(['src/other.test.ts'])
})

test.each([
  ['contract/rules/card.ts', 'contract/rules/card.test.ts'],
  ['server/modules/stock/service.ts', 'tests/payment/settle.test.ts'],
  ['src/sync/outbox/drain.ts', 'tests/offline/outbox.test.ts'],
  ['tests/harness/relay.ts', 'tests/server/databaseUnavailable.test.ts'],
])('a change of %s reaches %s', (changed, reached) => {
  const tests = orderTests(dependentsOf(readGraph(resolve(import.meta.dirname, '..')), [changed]), [changed])
  expect(tests).toContain(reached)
})
