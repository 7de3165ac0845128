import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared, preparedInsert, rowOf, type Placeholders } from '#server/db/prepared.ts'
import { promoCode } from '#server/db/schema/order.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

type Code = typeof promoCode.$inferSelect
const find = prepared('test_find', (db, at: Placeholders<{ code: string }>) =>
  db.select().from(promoCode).where(eq(promoCode.code, at.code)),
)
const write = prepared('test_write', (db, at: Placeholders<Code>) => db.insert(promoCode).values(rowOf(promoCode, at)))
const writeAll = preparedInsert('test_write_all', promoCode)
const row = (code: string, endsAt: number | null = null): Code => ({
  code,
  percent: 5,
  startsAt: 1,
  endsAt,
  usesMax: null,
  memberUsesMax: null,
  sample: true,
})

describe.each(drawnEngines())('prepared statements, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  test('run on the connection of the transaction, and are rolled back with it', async () => {
    const { db } = app.deps
    const work = db.transaction(async (tx) => {
      await write(tx, row('T-IN'))
      expect(await find(tx, { code: 'T-IN' })).toEqual([row('T-IN')])
      throw new Error('taken back')
    })
    await expect(work).rejects.toThrow('taken back')
    expect(await find(db, { code: 'T-IN' })).toEqual([])
  })

  test('take other values each time, null included', async () => {
    const { db } = app.deps
    await Promise.all([write(db, row('T-1', 7)), write(db, row('T-2'))])
    expect(await Promise.all([find(db, { code: 'T-1' }), find(db, { code: 'T-2' })])).toEqual([
      [row('T-1', 7)],
      [row('T-2')],
    ])
  })

  test('write all rows of a list, and keep a row that exists', async () => {
    const { db } = app.deps
    await writeAll(db, [row('T-3', 3)])
    await writeAll(db, [row('T-3', 4), row('T-4', 4)])
    expect(await find(db, { code: 'T-3' })).toEqual([row('T-3', 3)])
    expect(await find(db, { code: 'T-4' })).toEqual([row('T-4', 4)])
  })

  test('refuse rows with other columns in place of dropping them silently', async () => {
    const { db } = app.deps
    const sparse = preparedInsert('test_write_sparse', promoCode)
    await sparse(db, [{ code: 'T-5', percent: 5, startsAt: 1, sample: true }])
    await expect(sparse(db, [row('T-6', 6)])).rejects.toThrow('rows of other columns')
    expect(await find(db, { code: 'T-6' })).toEqual([])
  })
})
