import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { reachablePostgres } from '../scripts/postgresBinaries.ts'
import { freePort } from './server.ts'

const PASSWORD = 'postgres'

/** A PostgreSQL of its own that waits for the disk, as one that people rely on does; with its own settings otherwise. */
export const startPostgres = async (): Promise<{ fresh: () => Promise<string>; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o755)
  const EmbeddedPostgres = await reachablePostgres(folder)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`
  let count = 0
  return {
    /** The address of a new, empty database. */
    fresh: async () => {
      const name = `bench_${(count += 1)}`
      const client = new Client(`${url}/postgres`)
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return `${url}/${name}`
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
