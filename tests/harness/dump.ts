import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'

/** Returns every row of every table as text: what a reader of the database would see. */
export const dumpOf = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const table = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} as t`)
    texts.push(...table.rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}
