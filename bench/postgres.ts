import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { ownPostgres } from '../scripts/postgres.ts'
import { freePort } from '../scripts/freePort.ts'

/**
 * Starts a PostgreSQL with its default settings, fsync included, as in production. It runs on this machine and is
 * reached by its Unix socket.
 */
export const startPostgres = async (): Promise<{ fresh: () => Promise<string>; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const [port, socket] = [await freePort(), join(folder, 'postgres')]
  const { url, stop } = await ownPostgres(folder, port, [`unix_socket_directories=${socket}`])
  const { username, password } = new URL(url)
  let count = 0
  return {
    /** Creates an empty database and resolves with its URL. */
    fresh: async () => {
      const name = `bench_${(count += 1)}`
      const client = new Client(`${url}/postgres`)
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return `postgres://${username}:${password}@${encodeURIComponent(socket)}:${port}/${name}`
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
