import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql, type Placeholder } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, preparedInsert, type Placeholders } from '#server/db/prepared.ts'
import { member } from '#server/db/schema/member.ts'
import { session } from '#server/db/schema/session.ts'

export type Row = typeof session.$inferSelect

const going = (now: number | Placeholder) => and(isNull(session.endedAt), gt(session.expiresAt, now))

const open = preparedInsert('session_open', session)
/** Inserts a session. */
export const insertSession = (tx: Tx, row: Row): Promise<void> => open(tx, [row])

/** Returns a session, also one that has ended or expired; undefined for an unknown id. */
export const findSession = async (db: Database, id: string): Promise<Row | undefined> => {
  const rows = await db.select().from(session).where(eq(session.id, id))
  return rows[0]
}

interface SessionIds {
  sessionId: string
  memberId: string
}

const live = prepared('session_live', (db, at: Placeholders<SessionIds & { now: number; passwordOnly: boolean }>) =>
  db
    .select({ rotatedAt: session.rotatedAt, usedAt: session.usedAt })
    .from(session)
    .where(
      and(
        eq(session.id, at.sessionId),
        eq(session.memberId, at.memberId),
        eq(session.passwordOnly, at.passwordOnly),
        going(at.now),
      ),
    ),
)
/**
 * Returns when a session of this member was last used (ms UTC), if it is live and its `passwordOnly` is as given; else
 * null. One read by primary key, on every call of a member.
 */
export const findLiveUse = async (
  db: Database,
  { sessionId, memberId }: SessionIds,
  now: number,
  passwordOnly: boolean,
): Promise<number | null> => {
  const [row] = await live(db, { sessionId, memberId, now, passwordOnly })
  return row ? lastUse(row) : null
}

/** Returns when a session was last used, ms UTC: a renewal of its tokens is a use. */
export const lastUse = ({ rotatedAt, usedAt }: Pick<Row, 'rotatedAt' | 'usedAt'>): number =>
  Math.max(rotatedAt, usedAt ?? 0)

/**
 * Stores that a live session is used at `now`, unless a use after `before` is stored (both ms UTC). No-op while another
 * transaction has locked the session: a read must not wait for it.
 */
export const recordUse = async (db: Database, id: string, now: number, before: number): Promise<void> => {
  const unlocked = db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.id, id),
        isNull(session.endedAt),
        lte(sql`greatest(${session.rotatedAt}, ${session.usedAt})`, before),
      ),
    )
    .for('no key update', { skipLocked: true })
  await db.update(session).set({ usedAt: now }).where(inArray(session.id, unlocked))
}

/** Advances a session from `generation` to the next. Of concurrent callers one gets the row, the others undefined. */
export const rotate = async (db: Database, id: string, generation: number, now: number): Promise<Row | undefined> => {
  const rows = await db
    .update(session)
    .set({ generation: generation + 1, rotatedAt: now })
    .where(
      and(eq(session.id, id), eq(session.generation, generation), isNull(session.endedAt), gt(session.expiresAt, now)),
    )
    .returning()
  return rows[0]
}

/** Ends a session. Returns false when it had ended. */
export const endSession = async (db: Database | Tx, id: string, now: number): Promise<boolean> => {
  const rows = await db
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.id, id), isNull(session.endedAt)))
    .returning({ id: session.id })
  return rows.length === 1
}

/** Returns the member's live sessions, newest first. */
export const listLive = (db: Database, memberId: string, now: number): Promise<Row[]> =>
  db
    .select()
    .from(session)
    .where(and(eq(session.memberId, memberId), going(now)))
    .orderBy(desc(session.startedAt), desc(session.id))

/** Ends a live session of this member. Returns false when there is none with this id. */
export const endOwn = async (tx: Tx, id: string, memberId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.id, id), eq(session.memberId, memberId), going(now)))
    .returning({ id: session.id })
  return rows.length === 1
}

/**
 * Ends the member's sessions except `exceptSessionId`, and returns how many of them were live. Expired ones end too:
 * their phones still get pushes.
 */
export const endAll = async (
  tx: Tx,
  memberId: string,
  now: number,
  exceptSessionId: string | null,
): Promise<number> => {
  const rows = await tx
    .update(session)
    .set({ endedAt: now })
    .where(
      and(
        eq(session.memberId, memberId),
        isNull(session.endedAt),
        exceptSessionId === null ? undefined : ne(session.id, exceptSessionId),
      ),
    )
    .returning({ expiresAt: session.expiresAt })
  return rows.filter(({ expiresAt }) => expiresAt > now).length
}

const querySameLabel = prepared('session_known', (db, at: Placeholders<{ memberId: string; label: string | null }>) => {
  const alike = sql<boolean>`${session.label} is not distinct from ${at.label}`
  return db
    .select({ alike })
    .from(session)
    .where(and(eq(session.memberId, at.memberId), eq(session.passwordOnly, false)))
    .orderBy(desc(alike))
    .limit(1)
})
/** Returns true when this member has sessions, but none with this label. */
export const hasOnlyOtherLabels = async (tx: Tx, memberId: string, label: string | null): Promise<boolean> =>
  (await querySameLabel(tx, { memberId, label }))[0]?.alike === false

/** Stores the language of a session; false when it had this one. */
export const changeLocale = async (db: Database, id: string, locale: Locale): Promise<boolean> => {
  const rows = await db
    .update(session)
    .set({ locale })
    .where(and(eq(session.id, id), sql`${session.locale} is distinct from ${locale}`))
    .returning({ id: session.id })
  return rows.length === 1
}

/**
 * Returns the language of the member's last sign-in or change of language before `instant` (ms); without any, that of
 * the first one since, which is the sign-up for what happens in it. Sessions are deleted when they have expired, the
 * member's own language stays. Undefined when neither is stored.
 */
export const localeAt = async (tx: Tx, memberId: string, instant: number): Promise<Locale | undefined> => {
  const changes = unionAll(
    tx
      .select({ locale: session.locale, at: sql<number | null>`${session.startedAt}`.as('at'), id: session.id })
      .from(session)
      .where(and(eq(session.memberId, memberId), isNotNull(session.locale))),
    tx
      .select({ locale: member.locale, at: sql<number | null>`${member.localeAt}`.as('at'), id: member.id })
      .from(member)
      .where(and(eq(member.id, memberId), isNotNull(member.locale))),
  ).as('change')
  const rows = await tx
    .select({ locale: changes.locale })
    .from(changes)
    .orderBy(desc(lt(changes.at, instant)), asc(sql`abs(${changes.at} - ${instant}::bigint)`), desc(changes.id))
    .limit(1)
  return rows[0]?.locale ?? undefined
}

/** Deletes the sessions that expired before `instant` (ms). */
export const deleteSessionsBefore = async (db: Database, instant: number): Promise<void> => {
  await db.delete(session).where(lt(session.expiresAt, instant))
}
