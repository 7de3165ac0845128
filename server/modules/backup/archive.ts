import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backupError.ts'
import { unseal } from './seal.ts'
import type { TableReader, TableShape, TextRow } from './store.ts'

/**
 * The lines of a backup, each of them JSON:
 *
 *     {"format":1,"schema":"0013_phone_links","madeAt":1795219200123}
 *     {"table":"member","columns":["id","email"]}
 *     ["0193…","mei@mail.example"]
 *     {"rows":1,"sha256":"…"}             of the lines of the rows
 *     {"tables":62,"total":1,"missing":0}
 *     {"secret":"…"}                      the root of all secrets, base64
 *
 * A table may occur a second time: the bytes of objects follow as further rows of `file_content` (`objectRows.ts`).
 * `missing`: files whose object is missing.
 */

const FORMAT = 1

export interface BackupHeader {
  format: number
  /** Name of the last migration, or its time after `@` when it is of a newer release than the one that backed up. */
  schema: string
  /** ms UTC. */
  madeAt: number
}

/** What a complete backup holds. */
export interface BackupSummary extends BackupHeader {
  tables: number
  rows: number
  /** Files without bytes, because their object is missing. */
  missing: number
  secret: string
}

/** Line ends to `readline`, but not to JSON. */
const LINE_ENDS = /[\u2028\u2029]/g
const lineOf = (value: unknown): string =>
  `${JSON.stringify(value).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}\n`

/** Returns the last line of a backup. */
export const secretLine = (secret: string): string => lineOf({ secret })

/** Creates a reader for `readAll` that writes the lines of all tables to `write`, and `end` for the line after them. */
export const createTableWriter = (write: (text: string) => Promise<void>, now: number) => {
  let isOpen = false
  const tables = new Set<string>()
  let total = 0
  let rowCount = 0
  let hash = createHash('sha256')
  const closeTable = async (): Promise<void> => {
    if (isOpen) await write(lineOf({ rows: rowCount, sha256: hash.digest('hex') }))
    isOpen = false
  }
  const reader: TableReader = {
    begin: (schema) => write(lineOf({ format: FORMAT, schema, madeAt: now } satisfies BackupHeader)),
    table: async (shape) => {
      await closeTable()
      isOpen = true
      tables.add(shape.table)
      rowCount = 0
      hash = createHash('sha256')
      await write(lineOf(shape))
    },
    rows: async (rows) => {
      const text = rows.map(lineOf).join('')
      hash.update(text)
      rowCount += rows.length
      total += rows.length
      await write(text)
    },
  }
  const end = async (missing = 0): Promise<void> => {
    await closeTable()
    await write(lineOf({ tables: tables.size, total, missing }))
  }
  return { reader, end }
}

/** Receives the content of a backup in its order; each method may be omitted. */
export interface BackupVisitor {
  header?: (header: BackupHeader) => Promise<void> | void
  table?: (shape: TableShape) => Promise<void>
  rows?: (rows: readonly TextRow[]) => Promise<void>
  tableEnd?: (shape: TableShape, rowCount: number) => Promise<void>
}

/** Rows that are passed on at a time, and characters of their lines. */
const BATCH = 500
const BATCH_CHARACTERS = 4 * 1024 * 1024

const DAMAGED = 'The backup is damaged: use another one.'
const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw new BackupError(DAMAGED)
  }
}
const isHeader = (value: Partial<BackupHeader>): value is BackupHeader =>
  value.format === FORMAT && typeof value.schema === 'string' && typeof value.madeAt === 'number'

/**
 * Reads the lines of a backup, checks counts and hashes, and passes the content on to `visitor`. Resolves to a summary.
 * Throws `BackupError` for anything that is missing or changed, possibly after a part was passed on.
 */
export const readLines = async (lines: AsyncIterable<string>, visitor: BackupVisitor = {}): Promise<BackupSummary> => {
  let header: BackupHeader | null = null
  let shape: TableShape | null = null
  let hash = createHash('sha256')
  let batch: TextRow[] = []
  const tables = new Set<string>()
  let [total, rowCount, missing, characters] = [0, 0, 0, 0]
  let [isComplete, secret] = [false, '']
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await visitor.rows?.(batch)
    batch = []
    characters = 0
  }
  const readObject = async (value: Record<string, unknown>): Promise<void> => {
    if (header === null) {
      if (!isHeader(value)) throw new BackupError('The backup has a form that this release does not know.')
      header = value
      await visitor.header?.(header)
    } else if (typeof value.table === 'string') {
      shape = value as unknown as TableShape
      hash = createHash('sha256')
      rowCount = 0
      tables.add(shape.table)
      await visitor.table?.(shape)
    } else if (shape && value.rows === rowCount && value.sha256 === hash.digest('hex')) {
      await flush()
      await visitor.tableEnd?.(shape, rowCount)
      shape = null
    } else if (!shape && value.tables === tables.size && value.total === total) {
      isComplete = true
      missing = Number(value.missing ?? 0)
    } else if (isComplete && typeof value.secret === 'string') secret = value.secret
    else throw new BackupError(DAMAGED)
  }
  for await (const line of lines) {
    const value = parse(line)
    if (!Array.isArray(value)) {
      await readObject(value as Record<string, unknown>)
      continue
    }
    if (!shape) throw new BackupError(DAMAGED)
    hash.update(`${line}\n`)
    rowCount += 1
    total += 1
    batch.push(value as unknown as TextRow)
    characters += line.length
    if (batch.length === BATCH || characters >= BATCH_CHARACTERS) await flush()
  }
  if (header === null || secret === '') throw new BackupError(DAMAGED)
  return { ...(header as BackupHeader), tables: tables.size, rows: total, missing, secret }
}

/** Reads a backup file with `readLines`. Throws `BackupError`. */
export const readBackup = async (
  path: string,
  passphrase: string,
  visitor: BackupVisitor = {},
): Promise<BackupSummary> => {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  const input = Readable.from(unseal(file, passphrase), { objectMode: false })
  // `pipe` does not pass errors on.
  for (const stream of [file, input]) stream.on('error', (error: Error) => unzipped.destroy(error))
  try {
    return await readLines(createInterface({ input: input.pipe(unzipped), crlfDelay: Infinity }), visitor)
  } catch (error) {
    if (error instanceof BackupError) throw error
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new BackupError(DAMAGED)
    throw error
  } finally {
    file.destroy()
  }
}
