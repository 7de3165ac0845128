import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { isPostgresOf } from '../harness/postgres.ts'

test('the sweep signals the pid that a killed run left only while it is the PostgreSQL of that run', async () => {
  const client = new Client(`${inject('postgres')}/postgres`)
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const folder = rows[0]?.data_directory ?? ''
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  expect(isPostgresOf(process.pid, folder)).toBe(false)
  expect(isPostgresOf(pid, `${folder}-of-another-run`)).toBe(false)
  expect(isPostgresOf(2 ** 22 + 1, folder)).toBe(false)
  expect(isPostgresOf(pid, folder)).toBe(true)
})
