import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Returns the SQL of an insert of `values` for each row of `from`, to be run or to be part of a `with`; rows whose key
 * exists are skipped. It names its columns, so that the others get their defaults: drizzle's insert from a select
 * writes every column of the table, in the table's order.
 */
export const insertFrom = <T extends PgTable>(
  table: T,
  values: { [Name in keyof T['$inferInsert']]: SQL | Column },
  from: SQL,
): SQL => {
  const columns = getTableColumns(table)
  const listed = Object.entries<SQL | Column | undefined>(values).flatMap(([key, value]) => {
    const column = columns[key]
    return column && value ? [{ name: sql.identifier(column.name), value: sql`${value}` }] : []
  })
  const names = sql.join(
    listed.map(({ name }) => name),
    sql`, `,
  )
  const selected = sql.join(
    listed.map(({ value }) => value),
    sql`, `,
  )
  return sql`insert into ${table} (${names}) select ${selected} from ${from} on conflict do nothing`
}
