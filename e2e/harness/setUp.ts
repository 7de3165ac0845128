import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build/build.ts'
import { administer, ownPostgres, TEMPLATE, TEMPORARY } from '../../scripts/postgres.ts'
import { freePort } from '../../scripts/freePort.ts'
import { Server } from './server.ts'

/**
 * Once before all tests: builds for production, starts the PostgreSQL of this run, and seeds the database and the data
 * folder with which every server begins.
 */
const setUp = async (): Promise<() => Promise<void>> => {
  await build()
  const folder = await mkdtemp(join(tmpdir(), 'harbor-pass-postgres-'))
  const { url, stop } = await ownPostgres(folder, await freePort(), TEMPORARY)
  await administer(url, `create database ${TEMPLATE}`)
  const seeded = await Server.seed(new URL(`/${TEMPLATE}`, url).href)
  process.env.E2E_POSTGRES = url
  process.env.SEEDED_FOLDER = seeded
  return async () => {
    await stop()
    for (const path of [folder, seeded]) await rm(path, { recursive: true, force: true })
  }
}
export default setUp
