import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { MIGRATIONS, type Database, type Tx } from '#server/db/connect.ts'

/** One row as the text of each column, in the order of `TableShape.columns`. Text keeps every value exactly. */
export type TextRow = readonly (string | null)[]

export interface TableShape {
  table: string
  columns: readonly string[]
}

interface Journal {
  entries: { tag: string; /** ms UTC; the database has it for each migration that has run. */ when: number }[]
}
const JOURNAL = join('meta', '_journal.json')
const readJournal = (): Journal => JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8')) as Journal

/**
 * Returns the name of the migration up to which the tables of a backup have been migrated; undefined for one of a newer
 * release. `schema`: as in the backup's header.
 */
export const schemaVersion = (schema: string): string | undefined =>
  readJournal().entries.find(({ tag, when }) => schema === tag || schema === `@${when}`)?.tag

/** Rows that are read and written at a time. */
const BATCH = 500
/** Tables whose rows may have megabytes. */
const LARGE_ROWS: Record<string, number> = { file_content: 4 }
const batchOf = (table: string): number => LARGE_ROWS[table] ?? BATCH

const list = (names: readonly string[], form: (name: string) => SQLWrapper): SQL => sql.join(names.map(form), sql`, `)

/** Resolves to the tables, each after those that its foreign keys refer to. */
const tablesOf = async (tx: Database | Tx): Promise<TableShape[]> => {
  const { rows } = await tx.execute<{ table: string; columns: string[]; refers: string[] }>(sql`
    select c.relname as table,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname`)
  const sorted: TableShape[] = []
  const waiting = new Map(rows.map((row) => [row.table, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers }) => !refers.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`foreign keys in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { table, columns } of free) {
      waiting.delete(table)
      sorted.push({ table, columns })
    }
  }
  return sorted
}

/**
 * Resolves to the last migration of the database, by the time that names it in every release: after a return to the
 * release before, the database has migrations that this one does not know.
 */
const lastMigration = async (tx: Database | Tx): Promise<string> => {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  )
  const schema = `@${rows[0]?.at}`
  return schemaVersion(schema) ?? schema
}

/** What `readAll` passes on. */
export interface TableReader {
  begin: (version: string) => Promise<void>
  table: (shape: TableShape) => Promise<void>
  rows: (rows: readonly TextRow[]) => Promise<void>
}

/**
 * Reads all rows of all tables as they are at one moment, while others write. The embedded database has one session, so
 * other calls wait until this is over: `reader` must do nothing slow.
 */
export const readAll = (db: Database, reader: TableReader): Promise<void> =>
  db.transaction(
    async (tx) => {
      await reader.begin(await lastMigration(tx))
      for (const shape of await tablesOf(tx)) {
        await reader.table(shape)
        const texts = list(shape.columns, (name) => sql`${sql.identifier(name)}::text`)
        await tx.execute(
          sql`declare backup_rows no scroll cursor for select array[${texts}] as row from ${sql.identifier(shape.table)}`,
        )
        for (;;) {
          const batch = sql.raw(`fetch ${batchOf(shape.table)} from backup_rows`)
          const { rows } = await tx.execute<{ row: TextRow }>(batch)
          if (rows.length === 0) break
          await reader.rows(rows.map(({ row }) => row))
        }
        await tx.execute(sql`close backup_rows`)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Returns whether the database has no table, of ours or of anybody else. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
  )
  return rows[0]?.n === 0
}

/** Creates the tables as they were in the schema of a backup; the next start migrates them to this release's. */
export const createTables = async (db: Database, schema: string): Promise<void> => {
  const journal = readJournal()
  const version = schemaVersion(schema)
  const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === version) + 1)
  const folder = mkdtempSync(join(tmpdir(), 'harbor-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) cpSync(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
    await migrate(db, { migrationsFolder: folder })
    // A migration may insert rows; the backup has them.
    const tables = await tablesOf(db)
    await db.execute(
      sql`truncate ${list(
        tables.map(({ table }) => table),
        (name) => sql.identifier(name),
      )}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes what a failed restore has created in a database that was empty. */
export const dropTables = async (db: Database): Promise<void> => {
  for (const { table } of await tablesOf(db))
    await db.execute(sql`drop table if exists ${sql.identifier(table)} cascade`)
  await db.execute(sql`drop schema if exists drizzle cascade`)
}

const typesOf = async (tx: Tx, table: string): Promise<Map<string, string>> => {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql`
    select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** Returns a function that inserts rows into a table. Throws when the table has not exactly these columns. */
export const openTable = async (tx: Tx, { table, columns }: TableShape) => {
  const types = await typesOf(tx, table)
  if (types.size !== columns.length || !columns.every((name) => types.has(name)))
    throw new Error(`${table} has other columns than in the backup`)
  const names = list(columns, (name) => sql.identifier(name))
  const values = list(columns, (name) => sql`${sql.identifier(name)}::${sql.raw(types.get(name) ?? '')}`)
  return async (rows: readonly TextRow[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += batchOf(table)) {
      const batch = rows.slice(from, from + batchOf(table))
      const arrays = list(columns, (name) => {
        const nth = columns.indexOf(name)
        return sql`${sql.param(batch.map((row) => row[nth] ?? null))}::text[]`
      })
      await tx.execute(
        sql`insert into ${sql.identifier(table)} (${names}) select ${values} from unnest(${arrays}) as given (${names})`,
      )
    }
  }
}

/** Resolves to the number of rows of a table. */
export const countRows = async (tx: Tx, table: string): Promise<number> => {
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)
  return rows[0]?.n ?? 0
}
