import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Migrations that a release has shipped. A database that has run one never runs it again, so an edit would leave
 * released databases without it. When a release is made, add each new file here: `sha256sum server/db/migrations/*.sql`.
 */
const RELEASED: Record<string, string> = {
  '0000_init.sql': 'b00f0f9fddcd57bc34fd1d085501cb923e404ed52747a36f39d5c451714f1818',
  '0001_all_calls.sql': '2867ad23853371e8408d4cc1083e307803a576184165a8f536acdb05d23d28f6',
  '0002_pass_names.sql': 'ac82f5898028826790c3d48bbc5e345043fa68c9be647c0aafa9de896e13a1eb',
  '0003_discount_use_once.sql': '19ba7f0867eb42e95d2e82a81b4b2e1fb00c7ac6370fd130886bbcdd26b208fe',
  '0004_operator.sql': '36454f93dba327f825669635b90d003fd3b49685bb5c543f0f60dcffa20281d9',
  '0005_code_opened.sql': 'f21c219643ea06e2ceea519c4a42677775d4142f9202e2678bff79e4f1bf8941',
  '0006_point_pending.sql': '801d6ac651ca9820542549e8d95b2a63b79a64ab3a80c4d8ab70a903cb9e3e19',
  '0007_session_locale.sql': 'bad1be959b09f13e423a54f5209cc2b44dac0987d0747771829e43217f49b360',
  '0008_group_lists.sql': '016027765cb861ccc090713e3312188ea3826fe3c36561bf2a6a2dcc0494f1a2',
  '0009_waits_and_consents.sql': '9f4165b0c2969b7f4ddfa6cf0ec77ca1cc4e945fcc3e31af1f1edcf002f818ab',
  '0010_card_hashes.sql': 'a9268fae562c9fce6e96823707751706ee4b358ef05285cdc86252ad08aa1921',
  '0011_mail_content.sql': 'e12dad61ad04b0496c8e504bb23dcd8e8357cd916d5ad2e21f9deb20c216f6b8',
}
const FOLDER = join(import.meta.dirname, '..', 'server', 'db', 'migrations')
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8')

test('a released migration is unchanged, and later ones come after it', () => {
  const files = globSync('*.sql', { cwd: FOLDER }).toSorted()
  const released = Object.keys(RELEASED)
  expect(files.slice(0, released.length)).toEqual(released)
  for (const [file, hash] of Object.entries(RELEASED))
    expect([file, createHash('sha256').update(read(file)).digest('hex')]).toEqual([file, hash])
})

test('the journal names each file once, in the order of its dates', () => {
  const { entries } = JSON.parse(read('meta/_journal.json')) as { entries: { tag: string; when: number }[] }
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(globSync('*.sql', { cwd: FOLDER }).toSorted())
  const dates = entries.map(({ when }) => when)
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  expect(new Set(dates).size).toBe(dates.length)
})

/** The first migration whose statements are ordered by their locks. */
const ORDERED_SINCE = '0028'

/** Returns the indexes that a migration builds on a table that existed before it, after its first `ALTER TABLE`. */
const indexesAfterAlter = (text: string): string[] => {
  const created = new Set<string>()
  const indexes: string[] = []
  let isAltered = false
  for (const statement of text.split('--> statement-breakpoint')) {
    const table = /^\s*CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(statement)?.[1]
    if (table !== undefined) created.add(table)
    if (/^\s*ALTER TABLE/i.test(statement)) isAltered = true
    const [, index, target = ''] =
      /^\s*CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?"(\w+)" ON "(\w+)"/i.exec(statement) ?? []
    if (index !== undefined && isAltered && !created.has(target)) indexes.push(index)
  }
  return indexes
}

// All migrations of an upgrade are one transaction, and `ALTER TABLE` stops also the reads of its table until the end.
test('no migration stops the reads of a table while it builds an index on another one', () => {
  const statements = [
    'CREATE TABLE "campaign" ("id" text)',
    'CREATE INDEX "orders_early" ON "orders" USING btree ("code")',
    'ALTER TABLE "member" ADD COLUMN "locale" text',
    'CREATE INDEX "campaign_id" ON "campaign" USING btree ("id")',
    'CREATE UNIQUE INDEX "orders_blocked" ON "orders" USING btree ("code")',
  ]
  expect(indexesAfterAlter(statements.join(';--> statement-breakpoint\n'))).toEqual(['orders_blocked'])

  const files = globSync('*.sql', { cwd: FOLDER }).filter((file) => file >= ORDERED_SINCE)
  expect(files).not.toEqual([])
  expect(files.flatMap((file) => indexesAfterAlter(read(file)))).toEqual([])
})
