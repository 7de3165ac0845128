import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Locale } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { member, temporaryPassword } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'

export type Row = typeof member.$inferSelect

/** Inserts a member. Fails by a unique index when the email address has an account already. */
export const insertMember = async (tx: Tx, row: Row): Promise<void> => {
  await tx.insert(member).values(row)
}

const byId = prepared('member_find', (db, at: Placeholders<{ id: string }>) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.id, at.id), isNull(member.withdrawnAt))),
)
/** Returns a member; undefined for an unknown or withdrawn one. */
export const findById = async (db: Database | Tx, id: string): Promise<Row | undefined> => (await byId(db, { id }))[0]

const byEmail = prepared('member_by_email', (db, at: Placeholders<{ email: string }>) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.email, at.email), isNull(member.withdrawnAt))),
)
/** Returns the member of an address in lower case; undefined for an unknown address or a withdrawn member. */
export const findByEmail = async (db: Database | Tx, email: string): Promise<Row | undefined> =>
  (await byEmail(db, { email }))[0]

const password = prepared('member_password', (db, at: Placeholders<{ id: string; passwordHash: string | null }>) =>
  db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, at.id), eq(member.passwordHash, at.passwordHash), isNull(member.withdrawnAt)))
    .for('share'),
)
/**
 * Returns true when the password is still the one that was checked. Locks the row: until the transaction ends, the
 * password does not change and the member does not withdraw.
 */
export const holdPassword = async (tx: Tx, { id, passwordHash }: Row): Promise<boolean> =>
  (await password(tx, { id, passwordHash })).length === 1

/** Returns up to `limit` members with this phone number and country, in the order in which they joined. */
export const findByMobile = (
  db: Database,
  { mobile, ntnCd, limit }: { mobile: string; ntnCd: string; limit: number },
): Promise<Pick<Row, 'email' | 'engNm' | 'engSurname'>[]> =>
  db
    .select({ email: member.email, engNm: member.engNm, engSurname: member.engSurname })
    .from(member)
    .where(and(eq(member.mobile, mobile), eq(member.ntnCd, ntnCd), isNull(member.withdrawnAt)))
    .orderBy(asc(member.joinedAt), asc(member.id))
    .limit(limit)

/**
 * Returns a member and locks the row for a change; undefined for an unknown or withdrawn one. The lock is weaker than
 * `for update`: only a withdrawal must wait for writes that hold the membership (`holdMembership`).
 */
export const lock = async (tx: Tx, id: string): Promise<Row | undefined> => {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt)))
    .for('no key update')
  return rows[0]
}

/** Returns a member and locks the row against changes, for the transaction; undefined as `findById`. */
export const findUnchanged = async (tx: Tx, id: string): Promise<Row | undefined> => {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt)))
    .for('share')
  return rows[0]
}

/** Updates a member; undefined for an unknown or withdrawn one. */
export const update = async (tx: Tx, id: string, values: Partial<Row>): Promise<Row | undefined> => {
  const rows = await tx
    .update(member)
    .set(values)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt)))
    .returning()
  return rows[0]
}

const lastMarketingAt = sql<number>`coalesce(${member.marketingRemindedAt}, ${member.marketingAt})`.mapWith(Number)

/**
 * Returns members whose consent to news and offers was given, or who were last reminded of it, at or before `cutoff` (ms
 * UTC): `lastAt` is that instant.
 */
export const marketingDue = async (db: Database, cutoff: number, limit: number) => {
  const rows = await db
    .select({ id: member.id, marketingAt: member.marketingAt, lastAt: lastMarketingAt })
    .from(member)
    .where(and(isNotNull(member.marketingAt), isNull(member.withdrawnAt), lte(lastMarketingAt, cutoff)))
    .orderBy(member.id)
    .limit(limit)
  return rows.flatMap(({ marketingAt, ...row }) => (marketingAt === null ? [] : [{ ...row, marketingAt }]))
}

/** Records a reminder; false when the consent has changed, or another server has reminded the member meanwhile. */
export const markReminded = async (
  tx: Tx,
  { id, marketingAt, cutoff, now }: { id: string; marketingAt: number; cutoff: number; now: number },
): Promise<boolean> => {
  const rows = await tx
    .update(member)
    .set({ marketingRemindedAt: now })
    .where(
      and(
        eq(member.id, id),
        eq(member.marketingAt, marketingAt),
        isNull(member.withdrawnAt),
        lte(lastMarketingAt, cutoff),
      ),
    )
    .returning({ id: member.id })
  return rows.length === 1
}

/**
 * Stores that a member's language is `locale` since `now` (ms UTC), if it was another. No-op while another transaction
 * has locked the row: two sign-ins hold it together, and would wait for each other.
 */
export const setLocale = async (db: Database | Tx, id: string, locale: Locale, now: number): Promise<void> => {
  const unlocked = db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, id), isNull(member.withdrawnAt), sql`${member.locale} is distinct from ${locale}`))
    .for('no key update', { skipLocked: true })
  await db.update(member).set({ locale, localeAt: now }).where(inArray(member.id, unlocked))
}

/** Returns the language of a member's last order; undefined without one. */
export const localeOfLastOrder = async (tx: Tx, memberId: string): Promise<Locale | undefined> => {
  const rows = await tx
    .select({ locale: order.locale })
    .from(order)
    .where(eq(order.memberId, memberId))
    .orderBy(desc(order.orderedAt))
    .limit(1)
  return rows[0]?.locale
}

/** Replaces the password hash; false when it is no longer `from`, which was checked. */
export const replacePassword = async (tx: Tx, id: string, from: string, to: string): Promise<boolean> => {
  const rows = await tx
    .update(member)
    .set({ passwordHash: to })
    .where(and(eq(member.id, id), eq(member.passwordHash, from), isNull(member.withdrawnAt)))
    .returning({ id: member.id })
  return rows.length === 1
}

/** Stores a temporary password; replaces any earlier one of the member. */
export const putTemporary = async (tx: Tx, row: typeof temporaryPassword.$inferSelect): Promise<void> => {
  const { hash, expiresAt, usedAt } = row
  await tx
    .insert(temporaryPassword)
    .values(row)
    .onConflictDoUpdate({ target: temporaryPassword.memberId, set: { hash, expiresAt, usedAt } })
}

/** Returns the last temporary password of a member, as its hash, used or not; undefined without one. */
export const findTemporary = async (db: Database, memberId: string) => {
  const rows = await db.select().from(temporaryPassword).where(eq(temporaryPassword.memberId, memberId))
  return rows[0]
}

/** Spends the temporary password of one of these hashes; false when it is wrong, used or expired. */
export const spendTemporary = async (tx: Tx, memberId: string, hashes: string[], now: number): Promise<boolean> => {
  const rows = await tx
    .update(temporaryPassword)
    .set({ usedAt: now })
    .where(
      and(
        eq(temporaryPassword.memberId, memberId),
        inArray(temporaryPassword.hash, hashes),
        isNull(temporaryPassword.usedAt),
        gt(temporaryPassword.expiresAt, now),
      ),
    )
    .returning({ memberId: temporaryPassword.memberId })
  return rows.length === 1
}

/** Deletes a member's temporary password, used or not. */
export const dropTemporary = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.delete(temporaryPassword).where(eq(temporaryPassword.memberId, memberId))
}
