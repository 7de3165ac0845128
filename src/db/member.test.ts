import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { idbOf } from './idb.ts'
import { MemberDb } from './member.ts'

const filled = async (): Promise<MemberDb> => {
  const db = new MemberDb('hp-test', idbOf(new IDBFactory(), IDBKeyRange))
  await db.open()
  for (const table of db.tables) {
    const { keyPath, auto } = table.schema.primKey
    const key = typeof keyPath === 'string' ? { [keyPath]: auto ? 1 : 'a' } : {}
    await (table as typeof db.kept).put({ id: 'a', ...key, at: 1, text: 'of the member' } as never)
  }
  return db
}
const counts = async (db: MemberDb) =>
  Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.count()] as const)))

test.each([
  ['keeps', true],
  ['does not keep', false],
])('a sign-out that %s the outbox empties every other table (S6, S7)', async (_what, keepOutbox) => {
  const db = await filled()
  const names = db.tables.map(({ name }) => name)
  expect(names).toContain('outbox')
  expect(await counts(db)).toEqual(Object.fromEntries(names.map((name) => [name, 1])))
  await db.wipe(keepOutbox)
  expect(await counts(db)).toEqual(
    Object.fromEntries(names.map((name) => [name, keepOutbox && name === 'outbox' ? 1 : 0])),
  )
  db.close()
})
