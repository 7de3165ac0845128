import { Client } from 'pg'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { openKeys } from '#server/keys.ts'
import { rotateRoot } from '#server/modules/key/roots.ts'

/** Run by tests: rotates the root, and stops between the file and the database until it is killed. */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const query = Client.prototype.query as (...args: unknown[]) => unknown
let insertCount = 0
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [first] = args
  const text = typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : ''
  // The first insert names the present root, the second one the next root.
  if (text.startsWith('insert into "root_secret"')) insertCount += 1
  if (insertCount < 2) return query.apply(this, args)
  process.stdout.write('in the middle\n')
  return new Promise(() => setInterval(() => undefined, 60_000))
} as typeof Client.prototype.query

const log = pino({ level: 'silent' })
const { db } = await connect({ databaseUrl, dataDir }, log)
const keys = openKeys({ secretKey: null, dataDir })
await rotateRoot({ db, keys, clock: Date.now, log } as Deps, 'operator')
