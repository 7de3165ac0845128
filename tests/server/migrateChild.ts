import { Client } from 'pg'
import { pino } from 'pino'
import { connect, migrateDatabase } from '#server/db/connect.ts'

/** Run by `upgrade.test.ts`: migrates, and stands still before its `stopAt`th statement until it is killed. */
const [dataDir = '', databaseUrl = '', stopAt = ''] = process.argv.slice(2)
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
await connected.apart((db) => {
  migrating = true
  return migrateDatabase(db)
})
await connected.close()
