import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import { prepared, type At } from './prepared.ts'
import { member } from './schema/member.ts'
import { session } from './schema/session.ts'

const hold = prepared('membership', (db, at: At<{ memberId: string }>) =>
  db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, at.memberId), isNull(member.withdrawnAt)))
    .for('key share'),
)

/**
 * Holds a membership until the transaction ends; false: there is none any more. A withdrawal, which alone takes the row
 * `for update`, waits for all who hold it and finds what they left; writes side by side share it.
 */
export const holdMembership = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await hold(tx, { memberId })).length === 1

/** The member and the session that a bearer token names. */
interface Owner {
  memberId: string
  sessionId: string
}

const holdOwn = prepared('session_hold', (db, at: At<Owner>) =>
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
 * Holds a membership and one session of it until the transaction ends; false: one of them has ended. Whoever ends
 * sessions (`holdSessions`) waits for all who hold one and finds what they left; writes side by side share them.
 * Locks: member → sessions → everything else of the member.
 */
export const holdSession = async (tx: Tx, owner: Owner): Promise<boolean> => (await holdOwn(tx, owner)).length === 1

/**
 * Takes the sessions of a member that go on at `now` (ms UTC) before some are ended: waits for the writes that hold one,
 * and keeps out those that come later. By id, so that two who do this at once wait for each other in one order; whoever
 * does it must not have held its own by `holdSession` before. Answers their ids, none after a withdrawal.
 */
export const holdSessions = async (tx: Tx, memberId: string, now: number): Promise<string[]> => {
  if (!(await holdMembership(tx, memberId))) return []
  const rows = await tx
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.memberId, memberId), isNull(session.endedAt), gt(session.expiresAt, now)))
    .orderBy(asc(session.id))
    .for('update')
  return rows.map(({ id }) => id)
}
