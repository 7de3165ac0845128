import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { CERT_PURPOSES } from '#contract/calls/cert.ts'
import { CERT_RESEND_MS, CERT_TRIES } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isDue } from '#server/db/due.ts'
import { certCode, certProof } from '#server/db/schema/cert.ts'

export type Purpose = (typeof CERT_PURPOSES)[number]
export interface Mailbox {
  email: string
  purpose: Purpose
}

const of = ({ email, purpose }: Mailbox) => and(eq(certCode.email, email), eq(certCode.purpose, purpose))

/** Replaces the mailbox's code; false while the last one is younger than `CERT_RESEND_MS`. */
export const putCode = async (
  tx: Tx,
  code: { hash: string; expiresAt: number; resendAt: number } & Mailbox,
  now: number,
): Promise<boolean> => {
  const { hash, expiresAt, resendAt } = code
  const rows = await tx
    .insert(certCode)
    .values({ ...code, tries: 0, proofId: null })
    .onConflictDoUpdate({
      target: [certCode.email, certCode.purpose],
      set: { hash, expiresAt, resendAt, tries: 0, proofId: null },
      setWhere: isDue(certCode.resendAt, now, CERT_RESEND_MS),
    })
    .returning({ email: certCode.email })
  return rows.length === 1
}

/** Finds the last code of a mailbox, also an expired one; undefined when it has none. */
export const findCode = async (db: Database, mailbox: Mailbox) => {
  const rows = await db.select().from(certCode).where(of(mailbox))
  return rows[0]
}

/**
 * Counts a try before the code is compared, so that concurrent tries cannot exceed `CERT_TRIES`. Returns the code's
 * row; undefined when the tries are used up or there is no unexpired code.
 */
export const countTry = async (db: Database, mailbox: Mailbox, now: number) => {
  const rows = await db
    .update(certCode)
    .set({ tries: sql`${certCode.tries} + 1` })
    .where(and(of(mailbox), lt(certCode.tries, CERT_TRIES), gt(certCode.expiresAt, now)))
    .returning()
  return rows[0]
}

/**
 * Returns the id of the code's proof; creates it from `fresh` at the first call. Undefined when the code was replaced.
 */
export const prove = async (
  tx: Tx,
  mailbox: Mailbox,
  hash: string,
  fresh: { id: string; expiresAt: number },
): Promise<string | undefined> => {
  const rows = await tx
    .update(certCode)
    .set({ proofId: sql`coalesce(${certCode.proofId}, ${fresh.id}::uuid)` })
    .where(and(of(mailbox), eq(certCode.hash, hash)))
    .returning({ proofId: certCode.proofId })
  const proofId = rows[0]?.proofId
  if (proofId === fresh.id) await tx.insert(certProof).values({ ...mailbox, ...fresh, usedAt: null })
  return proofId ?? undefined
}

/** Inserts the proof of a mailbox. */
export const insertProof = async (tx: Tx, row: Mailbox & { id: string; expiresAt: number }): Promise<void> => {
  await tx.insert(certProof).values({ ...row, usedAt: null })
}

/** Returns a proof, also a used or expired one; undefined for an unknown id. */
export const findProof = async (db: Database | Tx, id: string) => {
  const rows = await db.select().from(certProof).where(eq(certProof.id, id))
  return rows[0]
}

/** Consumes a proof; false when it is used, expired, or of another mailbox or purpose. */
export const consume = async (tx: Tx, id: string, { email, purpose }: Mailbox, now: number): Promise<boolean> => {
  const rows = await tx
    .update(certProof)
    .set({ usedAt: now })
    .where(
      and(
        eq(certProof.id, id),
        eq(certProof.email, email),
        eq(certProof.purpose, purpose),
        isNull(certProof.usedAt),
        gt(certProof.expiresAt, now),
      ),
    )
    .returning({ id: certProof.id })
  return rows.length === 1
}

/** Deletes codes and proofs that expired before `instant` (ms UTC). */
export const deleteBefore = async (db: Database, instant: number): Promise<void> => {
  await db.delete(certCode).where(lt(certCode.expiresAt, instant))
  await db.delete(certProof).where(lt(certProof.expiresAt, instant))
}

/** Deletes the codes and proofs of a mailbox, for all purposes. */
export const deleteOf = async (tx: Tx, email: string): Promise<void> => {
  await tx.delete(certCode).where(eq(certCode.email, email))
  await tx.delete(certProof).where(eq(certProof.email, email))
}
