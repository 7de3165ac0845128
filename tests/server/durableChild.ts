import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { PGlite } from '@electric-sql/pglite'

/**
 * Run by `durable.test.ts`: `count` prints how often a commit called fsync, `fail` lets fsync fail. The file layer is
 * that of the embedded database; only the system calls below it are replaced.
 */
const [dir = '', mode] = process.argv.slice(2)
const { fsyncSync } = fs
let calls = 0
let fails = false
fs.fsyncSync = (descriptor) => {
  calls += 1
  if (fails) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  fsyncSync(descriptor)
}
syncBuiltinESMExports()
const { DurableFs, START_PARAMS } = await import('#server/db/embedded/fs.ts')

const pg = await PGlite.create({ fs: new DurableFs(dir), startParams: START_PARAMS })
const { rows } = await pg.query<{ fsync: string }>('show fsync')
await pg.exec('create table kept (n int)')
const before = calls
fails = mode === 'fail'
await pg.query('insert into kept values (1)')
process.stdout.write(`${JSON.stringify({ fsync: rows[0]?.fsync, calls: calls - before })}\n`)
fails = false
await pg.close()
