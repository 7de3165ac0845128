import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, constants } from 'node:zlib'
import { getTableName } from 'drizzle-orm'
import type { Connected, Database } from '#server/db/connect.ts'
import { rootSecret } from '#server/db/schema/signingKey.ts'
import { hasRootsOf, readRootSecret, rootIdsOf, type RootSource, writeRootSecret } from '#server/keys.ts'
import type { ObjectStore } from '#server/outside/files/objectStore.ts'
import { createTableWriter, readBackup, secretLine, type BackupSummary, type BackupVisitor } from './archive.ts'
import { BackupError } from './backupError.ts'
import { withObjects } from './objectRows.ts'
import { seal } from './seal.ts'
import * as store from './store.ts'

export { BackupError } from './backupError.ts'
export type { BackupSummary } from './archive.ts'

interface Source {
  db: Database
  /** Where the bytes of files are, besides the database. */
  objects: ObjectStore | null
}

type Write = (text: string) => Promise<void>

/** Returns a stream of what `work` writes. A consumer that stops reading makes `work` wait. */
const streamOf = (work: (write: Write) => Promise<void>): Readable => {
  const lines = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
  work(async (text) => {
    if (!lines.write(text)) await once(lines, 'drain')
  }).then(
    () => lines.end(),
    (error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return lines
}

/** Writes the lines of a backup in two steps: of all tables, and of the objects with the end. */
const createBackup = ({ db, objects }: Source, now: number) => {
  let write: Write = () => Promise.resolve()
  const { reader: lineWriter, end } = createTableWriter((text) => write(text), now)
  const { reader, readObjects } = withObjects(lineWriter, objects)
  return {
    writeTables: (to: Write): Promise<void> => {
      write = to
      return store.readAll(db, reader)
    },
    writeObjects: async (to: Write): Promise<void> => {
      write = to
      await end(await readObjects())
    },
  }
}

/**
 * Returns the lines of all tables and objects as a stream. A consumer that stops reading keeps the transaction open.
 */
export const tableLines = (source: Source, now: number): Readable => {
  const { writeTables, writeObjects } = createBackup(source, now)
  return streamOf(async (write) => {
    await writeTables(write)
    await writeObjects(write)
  })
}

/** Spool files that releases before this one have left. */
const SPOOL = /^backup-\d+\.part$/
const PRIVATE_FILE = 0o600
const gzip = () => createGzip({ level: constants.Z_BEST_SPEED })

/** Creates a file without a name: it takes room until both handles are closed, also by the end of the process. */
const openSpool = async (folder: string): Promise<{ writer: FileHandle; file: FileHandle }> => {
  const path = join(folder, `backup-${randomUUID()}.part`)
  const writer = await open(path, 'wx', PRIVATE_FILE)
  const file = await open(path)
  await rm(path)
  return { writer, file }
}

/**
 * Writes the lines of all tables, gzipped, to a file in `folder` that lives as long as the stream which is returned: of
 * this file and of the objects. The transaction so lasts as long as our disk needs, not as the reader or the object
 * storage does.
 */
export const spoolTables = async (source: Source, folder: string, now: number): Promise<Readable> => {
  for (const name of await readdir(folder)) if (SPOOL.test(name)) await rm(join(folder, name), { force: true })
  const { writer, file } = await openSpool(folder)
  const { writeTables, writeObjects } = createBackup(source, now)
  try {
    await pipeline(streamOf(writeTables), gzip(), writer.createWriteStream())
  } catch (error) {
    await file.close()
    throw error
  }
  const both = async function* (): AsyncGenerator<Buffer> {
    yield* file.createReadStream() as AsyncIterable<Buffer>
    // Two gzip files in a row are one.
    const [lines, zipped] = [streamOf(writeObjects), gzip()]
    lines.on('error', (error) => zipped.destroy(error))
    yield* lines.pipe(zipped) as AsyncIterable<Buffer>
  }
  return Readable.from(both(), { objectMode: false })
}

type Installation = RootSource

const withSecret = async function* (tables: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  yield* tables
  yield Buffer.from(secretLine(secret))
}

/** Creates a visitor for `readBackup` that collects the ids of the roots which the tables name. */
const createRootReader = (): { rootIds: string[]; visitor: BackupVisitor } => {
  const rootIds: string[] = []
  let column = -1
  return {
    rootIds,
    visitor: {
      table: ({ table, columns }) => {
        column = table === getTableName(rootSecret) ? columns.indexOf(rootSecret.rootId.name) : -1
        return Promise.resolve()
      },
      rows: (rows) => {
        if (column !== -1) rootIds.push(...rows.flatMap((row) => row[column] ?? []))
        return Promise.resolve()
      },
    },
  }
}

/** Refuses a secret that lacks a root of the tables: a terminal with old settings, or a rotation during the backup. */
const refuseLackingRoots = (rootIds: readonly string[], secret: string): void => {
  const own = rootIdsOf(secret)
  const lacking = rootIds.filter((id) => !own.includes(id)).map((id) => `root-${id}`)
  if (lacking.length > 0)
    throw new BackupError(
      `The database names root secrets that this command does not have: ${lacking.join(', ')}. Set SECRET_KEY and SECRET_KEY_FORMER, or DATA_DIR, as the servers have them, and repeat it.`,
    )
}

/**
 * Writes an encrypted backup of the tables and of the installation's secret, reads it once to check it, and gives the
 * file its name. Throws `BackupError` when the file exists, or the secret is missing or lacks a root that the tables name.
 */
export const writeBackup = async (
  path: string,
  { tables, passphrase, ...installation }: { tables: Readable; passphrase: string } & Installation,
): Promise<BackupSummary> => {
  const draft = `${path}.part`
  try {
    if (existsSync(path)) throw new BackupError(`${path} exists already; choose another name.`)
    const secret = readRootSecret(installation)
    if (secret === null)
      throw new BackupError(
        `The secret of this installation is not in ${installation.dataDir}, nor in SECRET_KEY: passes would be worthless without it.`,
      )
    const file = await open(draft, 'w', PRIVATE_FILE)
    await pipeline(
      tables,
      (source: AsyncIterable<Buffer>) => withSecret(source, secret),
      createGzip(),
      (source: AsyncIterable<Buffer>) => seal(source, passphrase),
      file.createWriteStream({ flush: true }),
    )
    const { rootIds, visitor } = createRootReader()
    const summary = await readBackup(draft, passphrase, visitor)
    refuseLackingRoots(rootIds, secret)
    await rename(draft, path)
    return summary
  } catch (error) {
    tables.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

/** Names in a data folder that a restore may find there: the lock that an earlier try took. */
const ALLOWED = new Set(['lock', 'lock-journal'])

const refuseFolder = async ({ dataDir }: Installation, embedded: boolean): Promise<void> => {
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  if (embedded && names.some((name) => !ALLOWED.has(name)))
    throw new BackupError(`The data folder ${dataDir} is not empty; restore into an empty one.`)
}

/** Refuses a storage in use: objects that are newer than the backup would be swept. */
const refuseObjects = async (objects: ObjectStore | null): Promise<void> => {
  if (!objects) return
  for await (const page of objects.list(''))
    if (page.length > 0)
      throw new BackupError(`${objects.name} is not empty: name another prefix in FILES_S3_URL, or leave it out.`)
}

const refuseSecret = (installation: Installation, secret: string): void => {
  const own = readRootSecret(installation)
  if (own !== null && !hasRootsOf(own, secret))
    throw new BackupError(
      installation.secretKey === null
        ? `The secret in ${installation.dataDir} is not that of the backup; restore with an empty DATA_DIR.`
        : 'SECRET_KEY is not that of the backup, or SECRET_KEY_FORMER lacks one of it; restore without both, and all are written into DATA_DIR.',
    )
}

const refuseVersion = ({ schema }: { schema: string }): void => {
  if (store.schemaVersion(schema) === undefined)
    throw new BackupError(
      `The backup was made by a newer release (its tables are at ${schema}); restore it with that release.`,
    )
}

/**
 * Checks a backup as a whole and that the target is empty, before anything is written. Resolves to what the backup
 * holds. Throws `BackupError` for a damaged file, another passphrase, a newer schema, a folder or an object storage that is not
 * empty, and `ObjectStoreAway`.
 */
export const checkRestore = async (
  path: string,
  {
    passphrase,
    embedded,
    objects,
    ...installation
  }: { passphrase: string; embedded: boolean; objects: ObjectStore | null } & Installation,
): Promise<BackupSummary> => {
  if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`)
  await refuseFolder(installation, embedded)
  await refuseObjects(objects)
  const summary = await readBackup(path, passphrase, { header: refuseVersion })
  refuseSecret(installation, summary.secret)
  return summary
}

const ONE_KEY = 'Set its content as SECRET_KEY for all servers.'
const SEVERAL_KEYS =
  'For all servers, its first line is SECRET_KEY; the other lines without `former `, separated by commas, are SECRET_KEY_FORMER.'

/** Returns how operators take the settings of servers on one PostgreSQL from the file of a restored secret. */
export const settingsSentence = ({ secret }: BackupSummary): string =>
  rootIdsOf(secret).length === 1 ? ONE_KEY : SEVERAL_KEYS

/**
 * Restores a backup that `checkRestore` has accepted into an empty database, and the secret into the data folder unless
 * `SECRET_KEY` has it. The bytes of files go into the database: a server with an object storage moves them there. The tables are those of the backup's release: the next start migrates them. Throws `BackupError`
 * when the database is not empty; after any later failure the database is empty.
 */
export const restoreBackup = (
  path: string,
  { passphrase, connected, ...installation }: { passphrase: string; connected: Connected } & Installation,
): Promise<BackupSummary> =>
  connected.withDedicatedConnection(async (db) => {
    if (!(await store.isEmpty(db)))
      throw new BackupError('The database is not empty; restore into one that has just been created.')
    try {
      let version = ''
      await readBackup(path, passphrase, { header: ({ schema }) => void (version = schema) })
      await store.createTables(db, version)
      const summary = await db.transaction(async (tx) => {
        let insert: Awaited<ReturnType<typeof store.openTable>> | undefined
        const expected = new Map<string, number>()
        return readBackup(path, passphrase, {
          table: async (shape) => {
            insert = await store.openTable(tx, shape)
          },
          rows: async (rows) => insert?.(rows),
          tableEnd: async ({ table }, rowCount) => {
            const total = (expected.get(table) ?? 0) + rowCount
            expected.set(table, total)
            const count = await store.countRows(tx, table)
            if (count !== total) throw new BackupError(`${table} has ${count} rows in place of ${total}.`)
          },
        })
      })
      if (installation.secretKey === null) writeRootSecret(installation.dataDir, summary.secret)
      return summary
    } catch (error) {
      await store.dropTables(db)
      throw error
    }
  })
