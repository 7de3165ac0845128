import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { card } from '#server/db/schema/card.ts'
import { gate, gateCode, gateConflict } from '#server/db/schema/gate.ts'
import { pass } from '#server/db/schema/pass.ts'

export type Row = typeof gate.$inferSelect

/** Stores an enrolment code, as its hash. */
export const insertCode = async (db: Database, row: typeof gateCode.$inferInsert): Promise<void> => {
  await db.insert(gateCode).values(row)
}

/** Spends an enrolment code and returns its place; undefined when it is unknown, used or expired. */
export const spendCode = async (tx: Tx, codeHashes: string[], now: number) =>
  (
    await tx
      .update(gateCode)
      .set({ usedAt: now })
      .where(and(inArray(gateCode.codeHash, codeHashes), isNull(gateCode.usedAt), gt(gateCode.expiresAt, now)))
      .returning({ kind: gateCode.kind, placeUid: gateCode.placeUid })
  )[0]

/** Inserts an enrolled gate. */
export const insertGate = async (tx: Tx, row: Row): Promise<void> => {
  await tx.insert(gate).values(row)
}

const byCredential = prepared('gate_credential', (db, at: Placeholders<{ credentialHash: string }>) =>
  db
    .select({ gateUid: gate.gateUid, kind: gate.kind, placeUid: gate.placeUid })
    .from(gate)
    .where(and(eq(gate.credentialHash, at.credentialHash), isNull(gate.revokedAt))),
)
/** Finds the gate of a credential's hash; excludes revoked gates. */
export const findByCredential = async (db: Database, credentialHash: string) =>
  (await byCredential(db, { credentialHash }))[0]

/** Returns all gates, including revoked ones, by enrolment, oldest first. */
export const listGates = (db: Database): Promise<Row[]> => db.select().from(gate).orderBy(asc(gate.enrolledAt))

/** Revokes a gate; false for an unknown or revoked one. */
export const revoke = async (db: Database, gateUid: string, now: number): Promise<boolean> => {
  const rows = await db
    .update(gate)
    .set({ revokedAt: now })
    .where(and(eq(gate.gateUid, gateUid), isNull(gate.revokedAt)))
    .returning({ gateUid: gate.gateUid })
  return rows.length === 1
}

/** Deletes enrolment codes that expired before `before` (ms UTC). */
export const deleteCodes = async (db: Database, before: number): Promise<void> => {
  await db.delete(gateCode).where(lt(gateCode.expiresAt, before))
}

/** Returns how far a gate's journal is uploaded: the highest `seq`, and the last contact with an empty journal. */
export const journalOf = async (db: Database | Tx, gateUid: string): Promise<Pick<Row, 'seq' | 'contactAt'>> => {
  const [row] = await db
    .select({ seq: gate.seq, contactAt: gate.contactAt })
    .from(gate)
    .where(eq(gate.gateUid, gateUid))
  if (!row) throw new Error('a gate that called is not there')
  return row
}
/** Locks a gate's row until the transaction ends, and returns what `journalOf` returns. */
export const lockJournal = async (tx: Tx, gateUid: string): Promise<Pick<Row, 'seq' | 'contactAt'>> => {
  const [row] = await tx
    .select({ seq: gate.seq, contactAt: gate.contactAt })
    .from(gate)
    .where(eq(gate.gateUid, gateUid))
    .for('update')
  if (!row) throw new Error('a gate that called is not there')
  return row
}

/** Records the upload of a gate's journal: its highest `seq`, its last contact, or both. */
export const noteJournal = async (
  db: Database | Tx,
  gateUid: string,
  set: Partial<Pick<Row, 'seq' | 'contactAt'>>,
): Promise<void> => {
  await db.update(gate).set(set).where(eq(gate.gateUid, gateUid))
}

/** Stores a conflict for the operator's desk to decide. Does nothing when this gate has one with this `entryUid`. */
export const insertConflict = async (tx: Tx, row: typeof gateConflict.$inferInsert): Promise<void> => {
  await tx.insert(gateConflict).values(row).onConflictDoNothing()
}
/** Finds the conflict that this gate uploaded under this id, with its reason; undefined when there is none. */
export const findConflict = async (tx: Tx, gateUid: string, entryUid: string) =>
  (
    await tx
      .select({ reason: gateConflict.reason, entry: gateConflict.entry })
      .from(gateConflict)
      .where(and(eq(gateConflict.gateUid, gateUid), eq(gateConflict.entryUid, entryUid)))
  )[0]

/**
 * Returns the newest conflicts of all gates, at most `limit`, with the pass or the card of the code if it is known. The
 * pass is that of the card when the upload could not tell, such as for a card that was blocked.
 */
export const newestConflicts = (db: Database, limit: number) => {
  // Limited before the joins, which would else be made for all conflicts: rows are never dropped.
  const newest = db
    .select()
    .from(gateConflict)
    .orderBy(desc(gateConflict.uploadedAt), desc(gateConflict.entryUid))
    .limit(limit)
    .as('newest')
  // The hash of a card's code; matches no card for a code of another kind.
  const cardHash = sql`substr(${newest.entry} ->> 'code', length('card:') + 1)`
  return db
    .select({
      gateUid: newest.gateUid,
      kind: gate.kind,
      placeUid: gate.placeUid,
      entry: newest.entry,
      reason: newest.reason,
      uploadedAt: newest.uploadedAt,
      passUid: pass.passUid,
      passType: pass.passType,
      orderNumber: pass.orderNumber,
      cardNum: card.lastFour,
    })
    .from(newest)
    .innerJoin(gate, eq(gate.gateUid, newest.gateUid))
    .leftJoin(card, or(eq(card.qrHash, cardHash), eq(card.numberHash, cardHash)))
    .leftJoin(pass, eq(pass.passUid, sql`coalesce(${newest.passUid}, ${card.passUid})`))
    .orderBy(desc(newest.uploadedAt), desc(newest.entryUid))
}

/** Returns those of the passes that conflicts name, by themselves or by their card; each may be there twice. */
export const passesInConflict = async (db: Database, passUids: string[]): Promise<string[]> => {
  if (passUids.length === 0) return []
  const byPass = await db
    .selectDistinct({ passUid: gateConflict.passUid })
    .from(gateConflict)
    .where(inArray(gateConflict.passUid, passUids))
  const cards = await db
    .select({ passUid: card.passUid, hashes: sql<string[]>`array[${card.qrHash}, ${card.numberHash}]` })
    .from(card)
    .where(inArray(card.passUid, passUids))
  const codes = cards.flatMap(({ hashes }) => hashes.map((hash) => `card:${hash}`))
  const code = sql<string>`${gateConflict.entry} ->> 'code'`
  // Not joined, because the planner then may read all conflicts of cards. The second condition is that of the index.
  const named = await db
    .selectDistinct({ code })
    .from(gateConflict)
    .where(and(sql`${code} = any(${sql.param(codes)}::text[]) and ${code} like 'card:%'`, isNull(gateConflict.passUid)))
  const inConflict = new Set(named.map((conflict) => conflict.code))
  const byCard = cards.filter(({ hashes }) => hashes.some((hash) => inConflict.has(`card:${hash}`)))
  return [...byPass, ...byCard].flatMap(({ passUid }) => passUid ?? [])
}
