import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import { prepared, type Placeholders } from './prepared.ts'
import { member } from './schema/member.ts'
import { session } from './schema/session.ts'

const hold = prepared('membership', (db, at: Placeholders<{ memberId: string }>) =>
  db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, at.memberId), isNull(member.withdrawnAt)))
    .for('key share'),
)

/**
 * Locks the member's row `for key share` until the transaction ends; false: the member has withdrawn. Concurrent writes
 * share the lock. A withdrawal, the only one to lock the row `for update`, waits for them and sees what they wrote.
 */
export const holdMembership = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await hold(tx, { memberId })).length === 1

/** The member and the session of a bearer token. */
interface Owner {
  memberId: string
  sessionId: string
}

const holdOwn = prepared('session_hold', (db, at: Placeholders<Owner>) =>
  db
    .select({ id: session.id })
    .from(member)
    .innerJoin(session, eq(session.memberId, member.id))
    .where(
      and(
        eq(member.id, at.memberId),
        isNull(member.withdrawnAt),
        eq(session.id, at.sessionId),
        isNull(session.endedAt),
      ),
    )
    .for('key share'),
)

/**
 * Locks a member and one session `for key share` until the transaction ends; false: one of them has ended. Concurrent
 * writes share the lock. A transaction that ends sessions (`holdSessions`) waits for them and sees what they wrote.
 * Locks: member → sessions → everything else of the member.
 */
export const holdSession = async (tx: Tx, owner: Owner): Promise<boolean> => (await holdOwn(tx, owner)).length === 1

/**
 * Locks the sessions of a member that have not ended `for update`, before some of them are ended: waits for writes that
 * hold one, and blocks later ones. Locks in the order of ids, so that two such transactions do not deadlock; the
 * transaction must not have called `holdSession` before. Returns the ids of those that are active at `now` (ms UTC),
 * none after a withdrawal.
 */
export const holdSessions = async (tx: Tx, memberId: string, now: number): Promise<string[]> => {
  if (!(await holdMembership(tx, memberId))) return []
  const rows = await tx
    .select({ id: session.id, expiresAt: session.expiresAt })
    .from(session)
    .where(and(eq(session.memberId, memberId), isNull(session.endedAt)))
    .orderBy(asc(session.id))
    .for('update')
  return rows.flatMap(({ id, expiresAt }) => (expiresAt > now ? [id] : []))
}
