import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { UsePlace } from '#contract/rules/admission.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, rowOf, type Placeholders } from '#server/db/prepared.ts'
import { codeSeen, gateHeld } from '#server/db/schema/gate.ts'
import { passMove } from '#server/db/schema/device.ts'
import { admission, discountUse, oneTimeCode, pass } from '#server/db/schema/pass.ts'

export type Pass = typeof pass.$inferSelect
export type Entry = typeof admission.$inferSelect

// --- before the lock

const forCode = prepared('gate_read', (db, at: Placeholders<{ passUid: string; seenId: string; gateUid: string }>) =>
  db
    .select({ epoch: pass.epoch, codeTime: pass.codeTime, seenBy: codeSeen.entryUid, held: gateHeld })
    .from(pass)
    .leftJoin(codeSeen, eq(codeSeen.seenId, at.seenId))
    .leftJoin(gateHeld, and(eq(gateHeld.passUid, pass.passUid), eq(gateHeld.gateUid, at.gateUid)))
    .where(eq(pass.passUid, at.passUid)),
)
/**
 * Reads what a live code is judged by: the pass's epoch, the entry of this code, the held code of this gate, if any.
 */
export const readForCode = async (db: Database, passUid: string, seenId: string, gateUid: string) =>
  (await forCode(db, { passUid, seenId, gateUid }))[0]

/** Finds a one-time code by one of its hashes, also a spent or expired one; undefined for an unknown one. */
export const findOneTime = async (db: Database, codeHashes: string[]) =>
  (await db.select().from(oneTimeCode).where(inArray(oneTimeCode.codeHash, codeHashes)))[0]

// --- under the lock

const locked = prepared('gate_lock', (db, at: Placeholders<{ passUid: string }>) =>
  db.select().from(pass).where(eq(pass.passUid, at.passUid)).for('update'),
)
/** Locks the pass until the transaction ends. */
export const lock = async (tx: Tx, passUid: string): Promise<Pass | undefined> => (await locked(tx, { passUid }))[0]

const entries = prepared('gate_entries', (db, at: Placeholders<{ passUid: string }>) =>
  db.select().from(admission).where(eq(admission.passUid, at.passUid)).orderBy(desc(admission.at)),
)
/** Returns all entries of a pass, including undone and marked ones, newest first. */
export const entriesOf = (tx: Database | Tx, passUid: string): Promise<Entry[]> => entries(tx, { passUid })

/** Locks the pass and reads its entries, pipelined: the database runs the second query when it has granted the lock. */
export const lockWithEntries = async (tx: Tx, passUid: string): Promise<{ pass?: Pass; entries: Entry[] }> => {
  const [pass, entries] = await Promise.all([lock(tx, passUid), entriesOf(tx, passUid)])
  return { ...(pass && { pass }), entries }
}

/** An entry or a discount. `mark`: why an offline gate should have refused it; a marked use does not count. */
export interface Use {
  entryUid: string
  gateUid: string | null
  at: number
  by: Entry['by']
  skewMs: number | null
  undoneAt: number | null
  mark: Entry['mark']
  /** Set for a discount only. */
  venueUid?: string
}

/**
 * Returns the uses of a pass at one place, including undone and marked ones, newest first. `entries`: all entries of
 * the pass.
 */
export const usesAtPlace = async (
  tx: Tx,
  entries: readonly Entry[],
  { passUid, place, placeUid }: { passUid: string; place: UsePlace; placeUid: string },
): Promise<Use[]> => {
  if (place.kind === 'attraction')
    return entries
      .filter((entry) => entry.gdsUid === place.gdsUid)
      .map((entry) => ({ ...entry, entryUid: entry.admissionUid }))
  const uses = await tx
    .select()
    .from(discountUse)
    .where(and(eq(discountUse.passUid, passUid), eq(discountUse.venueUid, placeUid)))
    .orderBy(desc(discountUse.at))
  return uses
}

const spend = prepared('gate_spend', (db, at: Placeholders<typeof codeSeen.$inferSelect>) =>
  db.insert(codeSeen).values(rowOf(codeSeen, at)).onConflictDoNothing().returning({ seenId: codeSeen.seenId }),
)
/** Records that this code opened a gate; false when it has opened one before. */
export const spendCode = async (tx: Tx, seenId: string, entryUid: string, at: number): Promise<boolean> =>
  (await spend(tx, { seenId, entryUid, at })).length === 1

const opened = prepared('gate_opened', (db, at: Placeholders<{ passUid: string; time: number; at: number }>) =>
  db
    .update(pass)
    .set({ codeTime: sql`${at.time}`, codeAt: sql`${at.at}` })
    .where(and(eq(pass.passUid, at.passUid), or(isNull(pass.codeTime), lt(pass.codeTime, at.time)))),
)
/** Records the newest code (`time`, ms UTC) of a locked pass that has opened a gate; no-op for an older code. */
export const noteOpened = async (tx: Tx, passUid: string, time: number, openedAt: number): Promise<void> => {
  await opened(tx, { passUid, time, at: openedAt })
}

/** Returns the id of the entry that this code opened a gate for; undefined while it has opened none. */
export const openedBy = async (tx: Tx, seenId: string): Promise<string | undefined> =>
  (await tx.select({ entryUid: codeSeen.entryUid }).from(codeSeen).where(eq(codeSeen.seenId, seenId)))[0]?.entryUid

/** Spends a one-time code; false when it is spent, expired, or another member's. */
export const spendOneTime = async (
  tx: Tx,
  { codeHash, memberId, entryUid }: { codeHash: string; memberId: string; entryUid: string },
  now: number,
): Promise<boolean> => {
  const rows = await tx
    .update(oneTimeCode)
    .set({ entryUid })
    .where(
      and(
        eq(oneTimeCode.codeHash, codeHash),
        eq(oneTimeCode.memberId, memberId),
        isNull(oneTimeCode.entryUid),
        gt(oneTimeCode.expiresAt, now),
      ),
    )
    .returning({ codeHash: oneTimeCode.codeHash })
  return rows.length === 1
}

/** A use to be stored. `late`: uploaded in a journal. `undo`: the gate undid it before the upload. */
export interface NewUse {
  entryUid: string
  passUid: string
  gateUid: string
  at: number
  by: Entry['by']
  skewMs: number | null
  late?: boolean
  undo?: Undo | undefined
  mark?: Entry['mark']
}

const STANDING = { undoneAt: null, undoReason: null, undoNote: null }

const enter = prepared('gate_enter', (db, at: Placeholders<Entry>) => db.insert(admission).values(rowOf(admission, at)))
/** Inserts an entry at an attraction, or a discount at a partner and with it `discountUsedAt` of the pass. */
export const insertUse = async (
  tx: Tx,
  { entryUid, mark = null, late: isUploadedLater = false, undo, ...row }: NewUse,
  place: UsePlace,
  { placeUid }: { placeUid: string },
): Promise<void> => {
  const use = { ...row, ...STANDING, ...undo, late: isUploadedLater }
  if (place.kind === 'venue') {
    await tx
      .insert(discountUse)
      .values({ ...use, entryUid, venueUid: placeUid, mark: mark === null ? null : 'used_here' })
    await refreshDiscountUsed(tx, row.passUid)
  } else await enter(tx, { ...use, admissionUid: entryUid, mark, gdsUid: place.gdsUid, group: place.group })
}

/** Sets when a locked pass first got a discount, from the uses that are neither undone nor marked. */
export const refreshDiscountUsed = async (tx: Tx, passUid: string): Promise<void> => {
  const stands = and(eq(discountUse.passUid, passUid), isNull(discountUse.undoneAt), isNull(discountUse.mark))
  await tx
    .update(pass)
    .set({ discountUsedAt: sql`(select min(${discountUse.at}) from ${discountUse} where ${stands})` })
    .where(eq(pass.passUid, passUid))
}

/** When the window of a pass starts, and the group list that is frozen on it. */
export type Start = Pick<Pass, 'activatedAt' | 'groupListFrom'>

const start = prepared('gate_start', (db, at: Placeholders<Start & { passUid: string }>) =>
  db
    .update(pass)
    .set({ activatedAt: sql`${at.activatedAt}`, groupListFrom: sql`${at.groupListFrom}` })
    .where(eq(pass.passUid, at.passUid)),
)
/** Starts the window of a locked pass and freezes its group list. */
export const startWindow = async (
  tx: Tx,
  passUid: string,
  { activatedAt, groupListFrom }: { activatedAt: number; groupListFrom: number },
): Promise<void> => {
  await start(tx, { passUid, activatedAt, groupListFrom })
}
/** Clears the window of a locked pass and its frozen group list. */
export const clearWindow = async (tx: Tx, passUid: string): Promise<void> => {
  await start(tx, { passUid, activatedAt: null, groupListFrom: null })
}

/** Counts a pass's moves to other phones after `at` (ms UTC); each of them raised its epoch by one. */
export const movesAfter = async (tx: Tx, passUid: string, at: number): Promise<number> =>
  (
    await tx
      .select({ n: count() })
      .from(passMove)
      .where(and(eq(passMove.passUid, passUid), gt(passMove.at, at)))
  )[0]?.n ?? 0

// --- undo

type Kind = 'entry' | 'discount'
export type FoundUse = Use & { passUid: string; undoReason: Entry['undoReason'] }
const firstUse = (rows: FoundUse[]) => rows[0]

/** Finds an entry or a discount by its id, also an undone one; undefined for an unknown id. */
export const findUse = async (tx: Tx, kind: Kind, entryUid: string) =>
  kind === 'entry'
    ? firstUse(
        (await tx.select().from(admission).where(eq(admission.admissionUid, entryUid))).map((entry) => ({
          ...entry,
          entryUid,
        })),
      )
    : firstUse(await tx.select().from(discountUse).where(eq(discountUse.entryUid, entryUid)))

export interface Undo {
  undoneAt: number
  undoReason: NonNullable<Entry['undoReason']>
  undoNote: string | null
}

/** Undoes a use that is not undone yet and is younger than `after` (ms UTC); returns whether it did. */
export const undoUse = async (tx: Tx, kind: Kind, entryUid: string, undo: Undo, after: number): Promise<boolean> => {
  const rows =
    kind === 'entry'
      ? await tx
          .update(admission)
          .set(undo)
          .where(and(eq(admission.admissionUid, entryUid), isNull(admission.undoneAt), gt(admission.at, after)))
          .returning({ at: admission.at })
      : await tx
          .update(discountUse)
          .set(undo)
          .where(and(eq(discountUse.entryUid, entryUid), isNull(discountUse.undoneAt), gt(discountUse.at, after)))
          .returning({ at: discountUse.at })
  return rows.length === 1
}

// --- one-time codes

/** Locks a pass of this member until the transaction ends; undefined when the member holds no such pass. */
export const lockOwn = async (tx: Tx, passUid: string, memberId: string): Promise<Pass | undefined> =>
  (
    await tx
      .select()
      .from(pass)
      .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId)))
      .for('update')
  )[0]

/** Counts the one-time codes that were made for a pass after `since` (ms UTC). */
export const codesSince = async (tx: Tx, passUid: string, since: number): Promise<number> =>
  (
    await tx
      .select({ n: count() })
      .from(oneTimeCode)
      .where(and(eq(oneTimeCode.passUid, passUid), gt(oneTimeCode.madeAt, since)))
  )[0]?.n ?? 0

/** Stores a one-time code and expires the earlier, unspent ones of its pass. */
export const replaceOneTime = async (tx: Tx, row: typeof oneTimeCode.$inferInsert): Promise<void> => {
  await tx
    .update(oneTimeCode)
    .set({ expiresAt: row.madeAt })
    .where(
      and(eq(oneTimeCode.passUid, row.passUid), isNull(oneTimeCode.entryUid), gt(oneTimeCode.expiresAt, row.madeAt)),
    )
  await tx.insert(oneTimeCode).values(row)
}

// --- deletions

/** Deletes the record of codes that opened a gate before `before` (ms UTC). */
export const deleteSeen = async (db: Database, before: number): Promise<void> => {
  await db.delete(codeSeen).where(lt(codeSeen.at, before))
}
/** Deletes held codes that arrived before `before` (ms UTC). */
export const deleteHeld = async (db: Database, before: number): Promise<void> => {
  await db.delete(gateHeld).where(lt(gateHeld.arrivedAt, before))
}
/** Deletes one-time codes that expired before `before` (ms UTC). */
export const deleteOneTime = async (db: Database, before: number): Promise<void> => {
  await db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, before))
}
