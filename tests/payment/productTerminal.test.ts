import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { openApp } from '../harness/app.ts'
import { openTerminal } from '../harness/terminal.ts'

test('the terminal refuses invalid commands, sets prices, confirms a sample, stops and restarts sales, and records the operator', async () => {
  const app = await openApp({ engine: 'embedded' })
  const terminal = await openTerminal(app)
  const type = (...args: string[]) => terminal.type('product', ...args)
  const first = async () => (await app.call(pass.list)).data?.list.find(({ gdsUid }) => gdsUid === 'pass-big5-mobile')

  expect(await type('set', 'pass-big5-mobile', 'colour', 'red')).toMatch(/^Which one\? npm run product:set/)
  expect(await type('set', 'pass-big5-mobile', 'price', '-5')).toBe(
    'price must be a whole number from 1 to 100000000, not "-5".',
  )
  expect(await type('confirm')).toContain('product:list')
  expect(await type('start-all')).toBe('Sales are not stopped.')
  expect(await app.deps.db.select().from(operatorChange)).toEqual([])

  expect(await type('set', 'pass-big5-mobile', 'price', '63001')).toBe('pass-big5-mobile price: 65000 → 63001')
  expect(await type('set', 'pass-big5-mobile', 'discount', '61003')).toBe('pass-big5-mobile discount: none → 61003')
  expect(await first()).toMatchObject({ price: 63_001, discounted: 61_003, saleYn: 'Y', sampleYn: 'N' })
  expect(await type('confirm', 'pass-48h-mobile')).toBe('pass-48h-mobile is no sample any more.')
  expect(await type('stop-all')).toContain('All sales are stopped.')
  expect(await first()).toMatchObject({ saleYn: 'N' })
  const list = await type('list')
  expect(list.split('\n')).toEqual(
    expect.arrayContaining([
      'All sales are stopped.',
      'pass-big5-mobile  61003 won (instead of 63001)  on sale',
      'pass-big3-card  45000 won  on sale  stock 40  sample',
    ]),
  )
  expect(await type('start-all')).toContain('Sales are open again')
  expect(await first()).toMatchObject({ saleYn: 'Y' })
  const operators = (await app.deps.db.select().from(operatorChange)).map(({ operator }) => operator)
  expect(operators).toEqual(Array(5).fill(userInfo().username))
  await app.close()
})
