import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { ROOT } from '../harness/process.ts'

/** What the embedded database acknowledges is on the disk. */

let app: App
const folder = mkdtempSync(join(tmpdir(), 'durable-'))
beforeAll(async () => {
  app = await openApp({ engine: 'embedded' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
const child = (mode: string) =>
  spawnSync(process.execPath, ['tests/server/durableChild.ts', join(folder, mode), mode], {
    cwd: ROOT,
    encoding: 'utf8',
  })

test.each([
  ['fsync', 'on'],
  ['synchronous_commit', 'on'],
  ['full_page_writes', 'on'],
  ['wal_sync_method', 'fsync'],
])('the embedded database runs with %s = %s', async (name, value) => {
  const { rows } = await app.deps.db.execute(sql.raw(`show ${name}`))
  expect(rows).toEqual([{ [name]: value }])
})

test('a write is on the disk before it is acknowledged', () => {
  const { stdout, status } = child('count')
  expect(status).toBe(0)
  const { fsync, calls } = JSON.parse(stdout) as { fsync: string; calls: number }
  expect(fsync).toBe('on')
  expect(calls).toBeGreaterThanOrEqual(1)
})

test('a failing fsync ends the database before it acknowledges the write', () => {
  const { stdout, stderr, status } = child('fail')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('fsync failed')
})
