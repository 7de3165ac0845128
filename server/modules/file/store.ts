import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { FILE_KINDS } from '#contract/calls/file.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { file, fileContent } from '#server/db/schema/file.ts'

export type Row = typeof file.$inferSelect
export type Kind = (typeof FILE_KINDS)[number]

/** Inserts the row of a file and its bytes. */
export const insert = async (tx: Tx, row: Row, bytes: Buffer): Promise<void> => {
  await tx.insert(file).values(row)
  await tx.insert(fileContent).values({ fileUid: row.fileUid, bytes })
}

/** Returns the row of a file of any member; undefined for an unknown id. */
export const find = async (db: Database, fileUid: string): Promise<Row | undefined> => {
  const rows = await db.select().from(file).where(eq(file.fileUid, fileUid))
  return rows[0]
}

/** Returns the bytes of a file; undefined for an unknown id. */
export const readBytes = async (db: Database, fileUid: string): Promise<Buffer | undefined> => {
  const rows = await db.select({ bytes: fileContent.bytes }).from(fileContent).where(eq(fileContent.fileUid, fileUid))
  return rows[0]?.bytes
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

/** Sets whether everybody may read the files that the row `usedBy` uses. */
export const setShown = async (tx: Tx, usedBy: string, isPublic: boolean): Promise<void> => {
  await tx.update(file).set({ shown: isPublic }).where(eq(file.usedBy, usedBy))
}

/**
 * Returns the files of these users (ids of reviews, inquiries or members), oldest first: file ids are UUID version 7.
 */
export const listOf = async (db: Database | Tx, users: string[]): Promise<Pick<Row, 'fileUid' | 'usedBy'>[]> =>
  users.length === 0
    ? []
    : db
        .select({ fileUid: file.fileUid, usedBy: file.usedBy })
        .from(file)
        .where(inArray(file.usedBy, users))
        .orderBy(file.fileUid)

/** Deletes the files that the row `usedBy` uses. */
export const removeOf = async (tx: Tx, usedBy: string): Promise<void> => {
  await tx.delete(file).where(eq(file.usedBy, usedBy))
}

/** Deletes unused files that were uploaded before `before` (ms UTC). */
export const deleteUnusedBefore = async (db: Database, before: number): Promise<void> => {
  await db.delete(file).where(and(isNull(file.usedBy), lt(file.uploadedAt, before)))
}
