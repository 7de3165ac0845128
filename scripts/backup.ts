import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { pino } from 'pino'
import { readConfig, readRestoreConfig, type Config } from '#server/config.ts'
import { connect, type Connected } from '#server/db/connect.ts'
import { FolderTaken, lockFolder } from '#server/db/lock.ts'
import { openDataFolder } from '#server/dataFolder.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openKeys } from '#server/keys.ts'
import {
  BackupError,
  checkRestore,
  restoreBackup,
  settingsSentence,
  tableLines,
  writeBackup,
  type BackupSummary,
} from '#server/modules/backup/service.ts'
import { ObjectStoreAway, type ObjectStore } from '#server/outside/files/objectStore.ts'
import { createS3 } from '#server/outside/files/s3.ts'
import { ConfigError } from '#server/settings.ts'
import { OperatorError, runCommand, timeOf } from './operator.ts'

/**
 * Backs up and restores everything: all tables, the pictures, and the secret. `BACKUP_PASSPHRASE` encrypts
 * it. `npm run backup -- <file>` · `npm run restore -- <file>`
 */

const silent = pino({ level: 'silent' })

const passphraseOf = ({ backupPassphrase }: Config): string => {
  if (backupPassphrase === null)
    throw new OperatorError('Set BACKUP_PASSPHRASE: a backup contains all personal data and all secrets.')
  return backupPassphrase
}

const rootsOf = ({ dataDir, secretKey, formerSecretKeys }: Config) => ({ dataDir, secretKey, formerSecretKeys })

const fileOf = (file: string | undefined, command: string): string => {
  if (!file) throw new OperatorError(`Which file? npm run ${command} -- <file>`)
  return resolve(file)
}

const withDatabase = async <T>(config: Config, work: (connected: Connected) => Promise<T>): Promise<T> => {
  const connected = await connect(config, silent)
  try {
    return await work(connected)
  } finally {
    await connected.close()
  }
}

/** Reads the tables through the running server, to which the embedded database belongs. */
const tablesFromServer = async (config: Config): Promise<Readable> => {
  const token = await operatorToken(openKeys(config), Date.now(), userInfo().username)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${config.publicUrl}/operator/backup`, { headers }).catch(() => null)
  if (!response?.body)
    throw new OperatorError(`A server uses ${config.dataDir}, but none answers at ${config.publicUrl}: set PUBLIC_URL.`)
  if (!response.ok) {
    const { sentence } = (await response.json().catch(() => ({}))) as { sentence?: string }
    throw new OperatorError(sentence ?? `The server answered ${response.status}.`)
  }
  const [body, lines] = [Readable.fromWeb(response.body as ReadableStream), createGunzip()]
  // `pipe` does not pass errors on. The server has sent its status when it reads the object storage.
  body.on('error', () => lines.destroy(new OperatorError('The server ended the backup early: its log says why.')))
  return body.pipe(lines)
}

/** Locks the data folder of an embedded database; returns false when a server runs on it. */
const claimFolder = ({ dataDir }: Config): boolean => {
  try {
    lockFolder(dataDir)
    return true
  } catch (error) {
    if (error instanceof FolderTaken) return false
    throw error
  }
}

const objectsOf = ({ files }: Config): ObjectStore | null => files && createS3(files)

const backUp = async (path: string, config: Config): Promise<BackupSummary> => {
  const options = { passphrase: passphraseOf(config), ...rootsOf(config) }
  openDataFolder(config.dataDir)
  if (config.databaseUrl === null && !claimFolder(config))
    return writeBackup(path, { ...options, tables: await tablesFromServer(config) })
  return withDatabase(config, ({ withDedicatedConnection }) =>
    withDedicatedConnection((db) =>
      writeBackup(path, { ...options, tables: tableLines({ db, objects: objectsOf(config) }, Date.now()) }),
    ),
  )
}

const restore = async (path: string, config: Config): Promise<BackupSummary> => {
  const embedded = config.databaseUrl === null
  const options = { passphrase: passphraseOf(config), ...rootsOf(config) }
  await checkRestore(path, { ...options, embedded, objects: objectsOf(config) })
  openDataFolder(config.dataDir)
  if (embedded) lockFolder(config.dataDir)
  return withDatabase(config, (connected) => restoreBackup(path, { ...options, connected }))
}

const describe = ({ rows, tables, schema, madeAt, missing }: BackupSummary): string => {
  const lacking = missing > 0 ? `, without ${missing} pictures that are missing in the object storage` : ''
  return `${rows} rows of ${tables} tables at schema ${schema}, as of ${timeOf(madeAt)}${lacking}`
}

const KNOWN = [BackupError, ConfigError, FolderTaken, ObjectStoreAway] as const
/** Turns errors that the operator can mend into their sentences. */
const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isKnown = KNOWN.some((type) => error instanceof type)
    throw error instanceof Error && isKnown ? new OperatorError(error.message) : error
  }
}

await runCommand({
  create: (file) =>
    explained(async () => {
      const path = fileOf(file, 'backup')
      return `${path}: ${describe(await backUp(path, readConfig(process.env)))}.`
    }),
  restore: (file) =>
    explained(async () => {
      const config = readRestoreConfig(process.env)
      const summary = await restore(fileOf(file, 'restore'), config)
      const path = `${config.dataDir}/keys/secret`
      const shared = config.databaseUrl === null ? '' : ` ${settingsSentence(summary)}`
      const secret = config.secretKey === null ? ` The secret is in ${path}.${shared}` : ''
      return `Restored ${describe(summary)}. The next start migrates it.${secret}`
    }),
})
process.exit()
