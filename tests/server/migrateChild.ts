import { Client } from 'pg'
import { pino } from 'pino'
import { connect, migrateDatabase, type Database } from '#server/db/connect.ts'
import { openKeys } from '#server/keys.ts'
import { hashClearCards } from '#server/modules/card/service.ts'

/** Run by tests of upgrades: runs one step and stops before its statement number `stopAt` until it is killed. */
const [dataDir = '', databaseUrl = '', stopAt = '', step = 'migrate'] = process.argv.slice(2)
const STEPS: Record<string, (db: Database) => Promise<void>> = {
  migrate: migrateDatabase,
  cards: (db) => hashClearCards(db, openKeys({ secretKey: null, dataDir })),
}
const query = Client.prototype.query as (...args: unknown[]) => unknown
let migrating = false
let count = 0
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  if (migrating) count += 1
  if (count !== Number(stopAt)) return query.apply(this, args)
  process.stdout.write('in the middle\n')
  return new Promise(() => setInterval(() => undefined, 60_000))
} as typeof Client.prototype.query

const connected = await connect({ databaseUrl: databaseUrl || null, dataDir }, pino({ level: 'silent' }))
await connected.withDedicatedConnection(async (db) => {
  migrating = true
  await STEPS[step]?.(db)
})
await connected.close()
