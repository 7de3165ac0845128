import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { ObjectStoreAway, type ObjectStore } from '#server/outside/files/objectStore.ts'
import { sha256Of } from '#server/outside/files/s3.ts'

/**
 * Rows of files, and their bytes at one of two places (decision 0341):
 *
 *     file.object_hash null      → file_content.bytes
 *     file.object_hash not null  → the object `files/<file_uid>`, whose bytes have this hash
 */

export type Row = typeof file.$inferSelect
export type Kind = Row['kind']

/** Beginning of the keys of all objects that are files. */
export const OBJECT_PREFIX = 'files/'
const objectKey = (fileUid: string): string => `${OBJECT_PREFIX}${fileUid}`
const OBJECT_KEY = /^files\/(?<fileUid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
/** Returns the id of the file to which an object belongs, undefined for other objects. */
export const fileUidOf = (key: string): string | undefined => OBJECT_KEY.exec(key)?.groups?.fileUid

const required = (objects: ObjectStore | null): ObjectStore => {
  if (!objects) throw new ObjectStoreAway('FILES_S3_URL is not set')
  return objects
}

/** Stores the bytes of a file as an object and returns their SHA-256. Throws `ObjectStoreAway`. */
export const putObject = async (objects: ObjectStore, fileUid: string, bytes: Buffer): Promise<string> => {
  await objects.put(objectKey(fileUid), bytes)
  return sha256Of(bytes)
}

/** Deletes the object of a file, if it exists. Throws `ObjectStoreAway`. */
export const deleteObject = (objects: ObjectStore | null, fileUid: string): Promise<void> =>
  required(objects).delete(objectKey(fileUid))

/** Reads the object of a file. Throws `ObjectStoreAway`, and `ObjectMissing` without an object of this hash. */
export const readObject = (objects: ObjectStore | null, fileUid: string, sha256: string): Promise<Buffer> =>
  required(objects).get(objectKey(fileUid), sha256)

/** Inserts the row of a file, with its bytes unless they are an object. */
export const insert = async (tx: Tx, row: Row, bytes: Buffer): Promise<void> => {
  await tx.insert(file).values(row)
  if (row.objectHash === null) await tx.insert(fileContent).values({ fileUid: row.fileUid, bytes })
}

/** Returns the row of a file of any member; undefined for an unknown id. */
export const find = async (db: Database, fileUid: string): Promise<Row | undefined> => {
  const rows = await db.select().from(file).where(eq(file.fileUid, fileUid))
  return rows[0]
}

/**
 * Returns the bytes of a file; undefined for an unknown id. Throws `ObjectStoreAway`, `ObjectMissing`.
 */
export const readBytes = async (
  db: Database,
  objects: ObjectStore | null,
  fileUid: string,
): Promise<Buffer | undefined> => {
  // One statement: between two, `moveToObject` could have taken the bytes from the one place to the other.
  const [row] = await db
    .select({ sha256: file.objectHash, bytes: fileContent.bytes })
    .from(file)
    .leftJoin(fileContent, eq(fileContent.fileUid, file.fileUid))
    .where(eq(file.fileUid, fileUid))
  if (!row) return undefined
  return row.sha256 === null ? (row.bytes ?? undefined) : readObject(objects, fileUid, row.sha256)
}

/** Marks those files as used that are the member's, of this kind, and unused; returns their number. */
export const take = async (tx: Tx, fileUids: string[], memberId: string, kind: Kind, usedBy: string) => {
  const rows = await tx
    .update(file)
    .set({ usedBy })
    .where(and(inArray(file.fileUid, fileUids), eq(file.memberId, memberId), eq(file.kind, kind), isNull(file.usedBy)))
    .returning({ fileUid: file.fileUid })
  return rows.length
}

/** Sets whether everybody may read the files of this kind that the row `usedBy` uses. */
export const setShown = async (tx: Tx, kind: Kind, usedBy: string, isPublic: boolean): Promise<void> => {
  await tx
    .update(file)
    .set({ shown: isPublic })
    .where(and(eq(file.usedBy, usedBy), eq(file.kind, kind)))
}

/**
 * Returns the files of one kind of these users (ids of reviews, inquiries, members or photos), oldest first: file ids
 * are UUID version 7. The kind counts, because clients choose the ids of inquiries, also one that a review has.
 */
export const listOf = async (
  db: Database | Tx,
  kind: Kind,
  users: string[],
): Promise<Pick<Row, 'fileUid' | 'usedBy'>[]> =>
  users.length === 0
    ? []
    : db
        .select({ fileUid: file.fileUid, usedBy: file.usedBy })
        .from(file)
        .where(and(inArray(file.usedBy, users), eq(file.kind, kind)))
        .orderBy(file.fileUid)

/** What is deleted: all that is given must fit. */
export interface Selection {
  usedBy?: string[]
  memberId?: string
  kind?: Kind
  /** Unused, and uploaded before this instant (ms UTC). */
  unusedBefore?: number
}

/** Deletes rows of files with the bytes in the database; returns the ids of those whose bytes are objects. */
export const remove = async (tx: Tx, { usedBy, memberId, kind, unusedBefore }: Selection): Promise<string[]> => {
  const conditions = [
    usedBy && inArray(file.usedBy, usedBy),
    memberId === undefined ? undefined : eq(file.memberId, memberId),
    kind && eq(file.kind, kind),
    unusedBefore === undefined ? undefined : and(isNull(file.usedBy), lt(file.uploadedAt, unusedBefore)),
  ].filter((condition) => condition !== undefined)
  if (conditions.length === 0 || usedBy?.length === 0) return []
  // `returning` gives the row as it was deleted: one that has just been moved is known as an object.
  const rows = await tx
    .delete(file)
    .where(and(...conditions))
    .returning({ fileUid: file.fileUid, sha256: file.objectHash })
  return rows.filter(({ sha256 }) => sha256 !== null).map(({ fileUid }) => fileUid)
}

/** Returns those of these ids that no file has. */
export const withoutRow = async (db: Database | Tx, fileUids: string[]): Promise<string[]> => {
  if (fileUids.length === 0) return []
  const rows = await db.select({ fileUid: file.fileUid }).from(file).where(inArray(file.fileUid, fileUids))
  const existing = new Set(rows.map(({ fileUid }) => fileUid))
  return fileUids.filter((fileUid) => !existing.has(fileUid))
}

/** Returns one of the files whose bytes are in the database; undefined when there is none. */
export const findContent = async (db: Database): Promise<{ fileUid: string; bytes: Buffer } | undefined> => {
  const rows = await db
    .select({ fileUid: fileContent.fileUid, bytes: fileContent.bytes })
    .from(fileContent)
    .innerJoin(file, eq(file.fileUid, fileContent.fileUid))
    .where(isNull(file.objectHash))
    .limit(1)
  return rows[0]
}

/**
 * Records that the bytes of a file are an object, and deletes them from the database. Returns false when they were not
 * in the database any more.
 */
export const markMoved = async (tx: Tx, fileUid: string, objectHash: string): Promise<boolean> => {
  const rows = await tx
    .update(file)
    .set({ objectHash })
    .where(and(eq(file.fileUid, fileUid), isNull(file.objectHash)))
    .returning({ fileUid: file.fileUid })
  if (rows.length === 0) return false
  await tx.delete(fileContent).where(eq(fileContent.fileUid, fileUid))
  return true
}
