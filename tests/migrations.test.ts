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
