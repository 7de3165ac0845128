import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { member } from '#server/db/schema/member.ts'

export type Row = typeof member.$inferSelect

export const insertMember = async (tx: Tx, row: Row): Promise<void> => {
  await tx.insert(member).values(row)
}

export const findById = async (db: Database | Tx, id: string): Promise<Row | undefined> => {
  const rows = await db.select().from(member).where(eq(member.id, id))
  return rows[0]
}

/** `email` in lower case. */
export const findByEmail = async (db: Database, email: string): Promise<Row | undefined> => {
  const rows = await db.select().from(member).where(eq(member.email, email))
  return rows[0]
}
