import { getTableColumns, sql, type Placeholder, type Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Tx } from './connect.ts'

/** Placeholders for the values of a statement. */
export type Placeholders<Values> = { [Name in keyof Values & string]: Placeholder<Name, Values[Name]> }
type Named = Record<string, unknown>
interface Statement<Rows> {
  execute: (values: Named) => Promise<Rows>
}
interface Draft<Rows> {
  prepare: (name: string) => Statement<Rows>
}

/** Builds statements without a database. */
const board = drizzle.mock()
const places = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/**
 * Returns a statement that is built once per process and planned once per connection, under its name. For the
 * statements of each purchase and admission, where building costs more than executing.
 *
 *     const find = prepared('member_find', (db, at: Placeholders<{ id: string }>) =>
 *       db.select().from(member).where(eq(member.id, at.id)))
 *     const [row] = await find(tx, { id })
 */
export const prepared = <Values extends object, Rows>(
  name: string,
  build: (db: Database, at: Placeholders<Values>) => Draft<Rows>,
): ((db: Database | Tx, values: Values) => Promise<Rows>) => {
  let statement: Statement<Rows> | undefined
  return (db, values) => {
    statement ??= build(board, places as Placeholders<Values>).prepare(name)
    return on(statement, db).execute(values as Named)
  }
}

/** Returns a placeholder for each column of a table, for `insert(table).values(…)`. */
export const rowOf = <T extends Table>(
  table: T,
  at: Placeholders<T['$inferSelect']>,
): { [Column in keyof T['$inferInsert']]: Placeholder } =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((column) => [column, (at as Record<string, Placeholder>)[column]]),
  ) as { [Column in keyof T['$inferInsert']]: Placeholder }

/**
 * Returns an insert of rows that have the same columns at every call; rows whose key exists are skipped. Prepares one
 * statement per number of rows. Throws when a row has other columns, whose values would be lost silently.
 */
export const preparedInsert = <T extends PgTable>(
  name: string,
  table: T,
): ((db: Database | Tx, rows: T['$inferInsert'][]) => Promise<void>) => {
  const statements = new Map<number, Statement<unknown>>()
  let columns: number | undefined
  const build = (rows: Named[]): Statement<unknown> => {
    const drafts = rows.map((row, nth) =>
      Object.fromEntries(Object.keys(row).map((column) => [column, sql.placeholder(`${column}_${nth}`)])),
    )
    return board
      .insert(table as PgTable & Table)
      .values(drafts)
      .onConflictDoNothing()
      .prepare(`${name}_${rows.length}`)
  }
  return async (db, rows) => {
    const named = rows as Named[]
    columns ??= Object.keys(named[0] ?? {}).length
    if (named.some((row) => Object.keys(row).length !== columns)) throw new Error(`${name}: rows of other columns`)
    let statement = statements.get(rows.length)
    if (!statement) statements.set(rows.length, (statement = build(named)))
    const values = named.flatMap((row, nth) =>
      Object.entries(row).map(([column, value]) => [`${column}_${nth}`, value]),
    )
    await on(statement, db).execute(Object.fromEntries(values) as Named)
  }
}

/** Binds a statement to the connection of `db`; drizzle itself would rebuild it for each connection. */
const on = <Rows>(statement: Statement<Rows>, db: Database | Tx): Statement<Rows> => {
  const { client } = db._.session as unknown as { client: unknown }
  return Object.create(statement, { client: { value: client } }) as Statement<Rows>
}
