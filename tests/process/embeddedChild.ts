import { pino } from 'pino'
import { connect, migrateDatabase } from '#server/db/connect.ts'

/** Run by the test of the embedded database: creates one in a folder, starts it and ends it. */
const [dataDir = ''] = process.argv.slice(2)
const connected = await connect({ databaseUrl: null, dataDir }, pino({ level: 'silent' }))
await connected.withDedicatedConnection(migrateDatabase)
await connected.close()
