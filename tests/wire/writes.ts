import { sql } from 'drizzle-orm'
import type { App } from '../harness/factories.ts'

/** Tables that refused requests may change: they count tries. */
const COUNTING = new Set(['throttle'])

/**
 * Adds a trigger to each table that records each row that is inserted, updated or deleted, also an update to equal
 * values. A transaction that is rolled back records nothing. Comparing the contents of all tables took most of the time
 * of a run.
 */
export const recordWrites = async ({ deps: { db } }: App): Promise<void> => {
  const tables = await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const names = (tables.rows as { name: string }[]).map(({ name }) => name).filter((name) => !COUNTING.has(name))
  const each = names.map(
    (name) =>
      `create trigger record_write after insert or update or delete on "${name}" for each row execute function test.record_write()`,
  )
  const statements = [
    'create schema test',
    'create table test.written (name text not null)',
    `create function test.record_write() returns trigger language plpgsql as $$
      begin insert into test.written values (tg_table_name); return null; end $$`,
    ...each,
  ]
  for (const statement of statements) await db.execute(sql.raw(statement))
}

/** Returns how many rows of each table were written since `recordWrites`, by the name of the table. */
export const writesOf = async ({ deps: { db, mail } }: App): Promise<Record<string, number>> => {
  // Mails of earlier calls may still be in the queue.
  await mail.deliver()
  const { rows } = await db.execute(sql`select name, count(*)::int as count from test.written group by name`)
  return Object.fromEntries((rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]))
}
