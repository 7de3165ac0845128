import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type At } from '#server/db/prepared.ts'
import { member, temporaryPassword } from '#server/db/schema/member.ts'

export type Row = typeof member.$inferSelect

export const insertMember = async (tx: Tx, row: Row): Promise<void> => {
  await tx.insert(member).values(row)
}

const byId = prepared('member_find', (db, at: At<{ id: string }>) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.id, at.id), isNull(member.withdrawnAt))),
)
/** Somebody who has withdrawn is nobody. */
export const findById = async (db: Database | Tx, id: string): Promise<Row | undefined> => (await byId(db, { id }))[0]

const byEmail = prepared('member_by_email', (db, at: At<{ email: string }>) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.email, at.email), isNull(member.withdrawnAt))),
)
/** `email` in lower case. */
export const findByEmail = async (db: Database | Tx, email: string): Promise<Row | undefined> =>
  (await byEmail(db, { email }))[0]

const password = prepared('member_password', (db, at: At<{ id: string; passwordHash: string | null }>) =>
  db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, at.id), eq(member.passwordHash, at.passwordHash), isNull(member.withdrawnAt)))
    .for('share'),
)
/** Is the password still the one that was checked? Until the transaction ends it stays so, and nobody withdraws. */
export const holdPassword = async (tx: Tx, { id, passwordHash }: Row): Promise<boolean> =>
  (await password(tx, { id, passwordHash })).length === 1

/** Members with this phone number and country, the youngest first. */
export const findByMobile = (db: Database, mobile: string, ntnCd: string): Promise<Row[]> =>
  db
    .select()
    .from(member)
    .where(and(eq(member.mobile, mobile), eq(member.ntnCd, ntnCd), isNull(member.withdrawnAt)))
    .orderBy(desc(member.joinedAt))
    .limit(10)

/** The row under its lock. Not `for update`: that is the withdrawal's, which waits for the writes under way. */
export const lock = async (tx: Tx, id: string): Promise<Row | undefined> => {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt)))
    .for('no key update')
  return rows[0]
}

export const update = async (tx: Tx, id: string, values: Partial<Row>): Promise<Row | undefined> => {
  const rows = await tx
    .update(member)
    .set(values)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt)))
    .returning()
  return rows[0]
}

/** A new password in the place of the one that was checked: false when it is another by now. */
export const replacePassword = async (tx: Tx, id: string, from: string, to: string): Promise<boolean> => {
  const rows = await tx
    .update(member)
    .set({ passwordHash: to })
    .where(and(eq(member.id, id), eq(member.passwordHash, from), isNull(member.withdrawnAt)))
    .returning({ id: member.id })
  return rows.length === 1
}

export const putTemporary = async (tx: Tx, row: typeof temporaryPassword.$inferSelect): Promise<void> => {
  const { hash, expiresAt, usedAt } = row
  await tx
    .insert(temporaryPassword)
    .values(row)
    .onConflictDoUpdate({ target: temporaryPassword.memberId, set: { hash, expiresAt, usedAt } })
}

export const findTemporary = async (db: Database, memberId: string) => {
  const rows = await db.select().from(temporaryPassword).where(eq(temporaryPassword.memberId, memberId))
  return rows[0]
}

/** Once, by whoever is first. */
export const spendTemporary = async (tx: Tx, memberId: string, hash: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(temporaryPassword)
    .set({ usedAt: now })
    .where(
      and(
        eq(temporaryPassword.memberId, memberId),
        eq(temporaryPassword.hash, hash),
        isNull(temporaryPassword.usedAt),
        gt(temporaryPassword.expiresAt, now),
      ),
    )
    .returning({ memberId: temporaryPassword.memberId })
  return rows.length === 1
}

export const dropTemporary = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.delete(temporaryPassword).where(eq(temporaryPassword.memberId, memberId))
}
