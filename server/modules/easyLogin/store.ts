import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { ProviderId } from '#contract/calls/easyLogin.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { identity, snsFlow, snsGuest } from '#server/db/schema/member.ts'

/** Inserts the flow of a social sign-in that has begun. */
export const insertFlow = async (db: Database, row: Omit<typeof snsFlow.$inferInsert, 'usedAt'>): Promise<void> => {
  await db.insert(snsFlow).values(row)
}

interface FlowKey {
  /** Keyed hashes. */
  state: string
  secret: string
  provider: ProviderId
}

/** Spends a flow and returns it; undefined when it is unknown, used, expired, or another browser's. */
export const spendFlow = async (db: Database, { state, secret, provider }: FlowKey, now: number) => {
  const rows = await db
    .update(snsFlow)
    .set({ usedAt: now })
    .where(
      and(
        eq(snsFlow.state, state),
        eq(snsFlow.secret, secret),
        eq(snsFlow.provider, provider),
        isNull(snsFlow.usedAt),
        gt(snsFlow.expiresAt, now),
      ),
    )
    .returning({ keep: snsFlow.keep })
  return rows[0]
}

interface Who {
  provider: ProviderId
  subject: string
}

/** Returns the member that an identity is linked to; undefined when it is linked to none. */
export const findIdentity = async (db: Database | Tx, { provider, subject }: Who): Promise<string | undefined> => {
  const rows = await db
    .select({ memberId: identity.memberId })
    .from(identity)
    .where(and(eq(identity.provider, provider), eq(identity.subject, subject)))
  return rows[0]?.memberId
}

/** Links an identity to a member; false when it is linked already, to any member. */
export const link = async (tx: Tx, { provider, subject }: Who, memberId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .insert(identity)
    .values({ provider, subject, memberId, linkedAt: now })
    .onConflictDoNothing()
    .returning({ subject: identity.subject })
  return rows.length === 1
}

/** Inserts the identity of a guest, whom a provider knows and who is no member yet. */
export const insertGuest = async (tx: Tx, row: Omit<typeof snsGuest.$inferInsert, 'usedAt'>): Promise<void> => {
  await tx.insert(snsGuest).values(row)
}

/** Spends a guest's identity and returns it; undefined when it is unknown, used or expired. */
export const spendGuest = async (tx: Tx, id: string, now: number): Promise<Who | undefined> => {
  const rows = await tx
    .update(snsGuest)
    .set({ usedAt: now })
    .where(and(eq(snsGuest.id, id), isNull(snsGuest.usedAt), gt(snsGuest.expiresAt, now)))
    .returning({ provider: snsGuest.provider, subject: snsGuest.subject })
  return rows[0]
}

/** Deletes flows and guests that expired before `instant` (ms UTC). */
export const deleteBefore = async (db: Database, instant: number): Promise<void> => {
  await db.delete(snsFlow).where(lt(snsFlow.expiresAt, instant))
  await db.delete(snsGuest).where(lt(snsGuest.expiresAt, instant))
}
