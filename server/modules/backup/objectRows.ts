import { readObject } from '#server/modules/file/service.ts'
import { ObjectMissing, type ObjectStore } from '#server/outside/files/objectStore.ts'
import type { TableReader, TextRow } from './store.ts'

/**
 * A backup holds the bytes of all files as rows of `file_content`, wherever they are stored, so that it can be restored
 * with another storage or none. Objects are read after the transaction of the tables, which must not last that long.
 */

/** Pictures in memory. */
const BATCH = 4
const CONTENT = { table: 'file_content', columns: ['file_uid', 'bytes'] }

interface FileObject {
  fileUid: string
  sha256: string
}

/** Returns the row of `file_content`, null when the file was deleted since, or its object is missing or damaged. */
const contentRow = async (objects: ObjectStore | null, { fileUid, sha256 }: FileObject): Promise<TextRow | null> => {
  try {
    return [fileUid, `\\x${(await readObject(objects, fileUid, sha256)).toString('hex')}`]
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

/**
 * Wraps a reader of tables: passes on the rows of files as if their bytes were in the database. `readObjects` then
 * passes on the bytes and resolves to how many objects are missing. Throws `ObjectStoreAway`.
 */
export const withObjects = (
  reader: TableReader,
  objects: ObjectStore | null,
): { reader: TableReader; readObjects: () => Promise<number> } => {
  const files: FileObject[] = []
  let [uidColumn, hashColumn] = [-1, -1]
  const inDatabase = (row: TextRow): TextRow => {
    const [fileUid, sha256] = [row[uidColumn], row[hashColumn]]
    if (!fileUid || !sha256) return row
    files.push({ fileUid, sha256 })
    return row.with(hashColumn, null)
  }
  return {
    reader: {
      ...reader,
      table: (shape) => {
        uidColumn = shape.columns.indexOf('file_uid')
        hashColumn = shape.table === 'file' ? shape.columns.indexOf('object_hash') : -1
        return reader.table(shape)
      },
      rows: (rows) => reader.rows(hashColumn === -1 ? rows : rows.map(inDatabase)),
    },
    readObjects: async () => {
      if (files.length === 0) return 0
      let missing = 0
      await reader.table(CONTENT)
      for (let from = 0; from < files.length; from += BATCH) {
        const rows = await Promise.all(files.slice(from, from + BATCH).map((file) => contentRow(objects, file)))
        const existing = rows.filter((row) => row !== null)
        missing += rows.length - existing.length
        await reader.rows(existing)
      }
      return missing
    },
  }
}
