import { asc, eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { recordPhoto } from '#server/db/schema/photo.ts'

export type Row = typeof recordPhoto.$inferSelect

/** Returns all photos, those of each record in their order. */
export const all = (db: Database): Promise<Row[]> =>
  db.select().from(recordPhoto).orderBy(asc(recordPhoto.gdsUid), asc(recordPhoto.sort))

/** Returns the photos of a record in their order. */
export const ofRecord = (tx: Tx, gdsUid: string): Promise<Row[]> =>
  tx.select().from(recordPhoto).where(eq(recordPhoto.gdsUid, gdsUid)).orderBy(asc(recordPhoto.sort))

/** Returns a photo; undefined for an unknown id. */
export const find = async (db: Database, photoUid: string): Promise<Row | undefined> =>
  (await db.select().from(recordPhoto).where(eq(recordPhoto.photoUid, photoUid)))[0]

/** Inserts a photo. The caller holds the catalogue's lock. */
export const insert = async (tx: Tx, row: Row): Promise<void> => {
  await tx.insert(recordPhoto).values(row)
}

/** Deletes a photo and returns its row; undefined when there was none. */
export const remove = async (tx: Tx, photoUid: string): Promise<Row | undefined> =>
  (await tx.delete(recordPhoto).where(eq(recordPhoto.photoUid, photoUid)).returning())[0]
