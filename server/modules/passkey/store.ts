import { and, count, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { passkey, passkeyChallenge } from '#server/db/schema/passkey.ts'

export type Row = typeof passkey.$inferSelect
type Challenge = Pick<typeof passkeyChallenge.$inferSelect, 'challengeHash' | 'memberId' | 'expiresAt'>

/** Inserts a challenge. */
export const insertChallenge = async (db: Database | Tx, challenge: Challenge): Promise<void> => {
  await db.insert(passkeyChallenge).values({ ...challenge, usedAt: null })
}

/**
 * Uses a challenge; false when it is unknown, used or expired, or of another kind. `memberId`: the member who adds a
 * passkey; null for a sign-in.
 */
export const spendChallenge = async (
  tx: Tx,
  { challengeHashes, memberId }: { challengeHashes: string[]; memberId: string | null },
  now: number,
): Promise<boolean> => {
  const rows = await tx
    .update(passkeyChallenge)
    .set({ usedAt: now })
    .where(
      and(
        inArray(passkeyChallenge.challengeHash, challengeHashes),
        memberId === null ? isNull(passkeyChallenge.memberId) : eq(passkeyChallenge.memberId, memberId),
        isNull(passkeyChallenge.usedAt),
        gt(passkeyChallenge.expiresAt, now),
      ),
    )
    .returning({ challengeHash: passkeyChallenge.challengeHash })
  return rows.length === 1
}

/** Deletes the challenges that expired before `instant` (ms UTC). */
export const deleteChallengesBefore = async (db: Database, instant: number): Promise<void> => {
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, instant))
}

/** Returns the member's passkeys, the newest first. */
export const listPasskeys = (db: Database | Tx, memberId: string): Promise<Row[]> =>
  db
    .select()
    .from(passkey)
    .where(eq(passkey.memberId, memberId))
    .orderBy(desc(passkey.addedAt), desc(passkey.passkeyUid))

/** Returns how many passkeys the member has. */
export const countPasskeys = async (tx: Tx, memberId: string): Promise<number> =>
  (await tx.select({ n: count() }).from(passkey).where(eq(passkey.memberId, memberId)))[0]?.n ?? 0

/** Returns the passkey that the browser names; undefined for an unknown one. */
export const findPasskey = async (db: Database, credentialId: string): Promise<Row | undefined> =>
  (await db.select().from(passkey).where(eq(passkey.credentialId, credentialId)))[0]

/** Inserts a passkey. Returns false when its credential is stored already, for whichever member. */
export const insertPasskey = async (tx: Tx, row: Row): Promise<boolean> => {
  const rows = await tx
    .insert(passkey)
    .values(row)
    .onConflictDoNothing({ target: passkey.credentialId })
    .returning({ passkeyUid: passkey.passkeyUid })
  return rows.length === 1
}

/**
 * Records a sign-in by a passkey. Returns false when the passkey is deleted, or its count has not risen: then a copy
 * has signed. Authenticators that do not count always send 0.
 */
export const recordSignIn = async (
  tx: Tx,
  { passkeyUid, signCount }: Pick<Row, 'passkeyUid' | 'signCount'>,
  now: number,
): Promise<boolean> => {
  const isUncounted = signCount === 0 ? eq(passkey.signCount, 0) : undefined
  const rows = await tx
    .update(passkey)
    .set({ signCount, usedAt: now })
    .where(and(eq(passkey.passkeyUid, passkeyUid), or(lt(passkey.signCount, signCount), isUncounted)))
    .returning({ passkeyUid: passkey.passkeyUid })
  return rows.length === 1
}

const own = ({ passkeyUid, memberId }: Pick<Row, 'passkeyUid' | 'memberId'>) =>
  and(eq(passkey.passkeyUid, passkeyUid), eq(passkey.memberId, memberId))

/** Names a passkey of this member and returns it; undefined for an unknown one. */
export const renamePasskey = async (
  tx: Tx,
  owner: Pick<Row, 'passkeyUid' | 'memberId'>,
  name: string,
): Promise<Row | undefined> => (await tx.update(passkey).set({ name }).where(own(owner)).returning())[0]

/** Deletes a passkey of this member. Returns false for an unknown one. */
export const deletePasskey = async (tx: Tx, owner: Pick<Row, 'passkeyUid' | 'memberId'>): Promise<boolean> =>
  (await tx.delete(passkey).where(own(owner)).returning({ passkeyUid: passkey.passkeyUid })).length === 1
