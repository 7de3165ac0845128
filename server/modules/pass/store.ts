import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '#server/db/connect.ts'
import { device, passMove } from '#server/db/schema/device.ts'
import { order } from '#server/db/schema/order.ts'
import { admission, pass, walletPass } from '#server/db/schema/pass.ts'

export type Pass = typeof pass.$inferSelect
export type Admission = typeof admission.$inferSelect

/** A pass with the key of the phone it is bound to; null without one. */
export interface Bound {
  pass: Pass
  key: Pick<typeof device.$inferSelect, 'algorithm' | 'publicKey'> | null
  /** The member who bought the pass; null for a card that was sold over the counter. */
  buyerId: string | null
  /** Its order; null as for `buyerId`. */
  paid: Pick<typeof order.$inferSelect, 'amount' | 'points' | 'passCnt'> | null
}

/** Returns the passes that a member holds, the last purchased first. */
export const listOf = (db: Database, memberId: string): Promise<Bound[]> =>
  db
    .select({
      pass,
      key: { algorithm: device.algorithm, publicKey: device.publicKey },
      buyerId: order.memberId,
      paid: { amount: order.amount, points: order.points, passCnt: order.passCnt },
    })
    .from(pass)
    .leftJoin(device, eq(device.deviceUid, pass.deviceUid))
    .leftJoin(order, eq(order.ordUid, pass.ordUid))
    .where(eq(pass.memberId, memberId))
    .orderBy(desc(pass.purchasedAt), asc(pass.ordUid), asc(pass.unit))

/** Returns the entries that count, newest first: neither undone nor marked. */
export const admissionsOf = async (db: Database | Tx, passUids: string[]): Promise<Admission[]> =>
  passUids.length === 0
    ? []
    : db
        .select()
        .from(admission)
        .where(and(inArray(admission.passUid, passUids), isNull(admission.undoneAt), isNull(admission.mark)))
        .orderBy(desc(admission.at))

/** Returns the wallet passes of a member that were not ended. */
export const walletPassesOf = (db: Database, memberId: string) =>
  db
    .select({ passUid: walletPass.passUid, wallet: walletPass.wallet, addedAt: walletPass.addedAt })
    .from(walletPass)
    .where(and(eq(walletPass.memberId, memberId), isNull(walletPass.endedAt)))

/** Returns a pass of this member; undefined for an unknown one and another member's. */
export const find = async (db: Database, passUid: string, memberId: string): Promise<Pass | undefined> => {
  const rows = await db
    .select()
    .from(pass)
    .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId)))
  return rows[0]
}

/** Returns a pass of any member, for work that no member requested. */
export const findAny = async (tx: Tx, passUid: string): Promise<Pass | undefined> => {
  const rows = await tx.select().from(pass).where(eq(pass.passUid, passUid))
  return rows[0]
}

/** Returns a member's pass and locks its row until the transaction ends; undefined as for `find`. */
export const lock = async (tx: Tx, passUid: string, memberId: string): Promise<Pass | undefined> => {
  const rows = await tx
    .select()
    .from(pass)
    .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId)))
    .for('update')
  return rows[0]
}

/** Names a pass of this member. Returns false when it is not theirs. */
export const setName = async (tx: Tx, passUid: string, memberId: string, name: string | null): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({ name })
    .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId)))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Returns the member's passes that are in a gift. */
export const inGift = async (db: Database, memberId: string): Promise<string[]> => {
  const rows = await db
    .select({ passUid: pass.passUid })
    .from(pass)
    .where(and(eq(pass.memberId, memberId), isNotNull(pass.giftUid)))
  return rows.map(({ passUid }) => passUid)
}

/**
 * Columns of an update that voids the current certificate. Until `revokedUntil` (ms UTC) the server lists the
 * revocation for gates, because a voided certificate could still be valid.
 */
export const rebound = {
  epoch: sql`${pass.epoch} + 1`,
  revokedUntil: sql`greatest(${pass.revokedUntil}, coalesce(${pass.certificateNotAfter}, 0))`,
  certificate: null,
  certificateNotAfter: null,
  codeTime: null,
  codeAt: null,
}

/** Binds a pass to a phone and voids older certificates. The caller holds the lock of the pass's row. */
export const bind = async (tx: Tx, passUid: string, deviceUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ deviceUid, ...rebound })
    .where(eq(pass.passUid, passUid))
}

/**
 * Voids the certificates of passes on a member's phones, except on `exceptDeviceUid`, locking in order of pass ids. A
 * pass keeps the id of its phone, so that binding it to another one still takes the password: a token, which is enough
 * to sign out phones, must not free passes.
 */
export const unbindAll = async (tx: Tx, memberId: string, exceptDeviceUid?: string): Promise<void> => {
  const bound = and(
    eq(pass.memberId, memberId),
    sql`exists (select 1 from ${device} where ${device.deviceUid} = ${pass.deviceUid})`,
    exceptDeviceUid === undefined ? undefined : ne(pass.deviceUid, exceptDeviceUid),
  )
  await tx.select({ passUid: pass.passUid }).from(pass).where(bound).orderBy(asc(pass.passUid)).for('update')
  await tx.update(pass).set(rebound).where(bound)
}

/** Voids the certificates of the passes on one phone of a member, locking in order of pass ids; see `unbindAll`. */
export const unbindFrom = async (tx: Tx, memberId: string, deviceUid: string): Promise<void> => {
  const bound = and(eq(pass.memberId, memberId), eq(pass.deviceUid, deviceUid))
  await tx.select({ passUid: pass.passUid }).from(pass).where(bound).orderBy(asc(pass.passUid)).for('update')
  await tx.update(pass).set(rebound).where(bound)
}

/**
 * Stores a certificate if the pass still has the epoch that it was made for; returns whether it did. `notAfter`: end of
 * the certificate, ms UTC.
 */
export const storeCertificate = async (
  db: Database,
  { passUid, epoch }: Pick<Pass, 'passUid' | 'epoch'>,
  certificate: string,
  notAfter: number,
): Promise<boolean> => {
  const rows = await db
    .update(pass)
    .set({ certificate, certificateNotAfter: notAfter })
    .where(and(eq(pass.passUid, passUid), eq(pass.epoch, epoch)))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Hex digits of the issuer key's id in a stored certificate: its bytes 1 to 4. */
const keyIdColumn = sql`substr(encode(decode(translate(substr(${pass.certificate}, 1, 8), '-_', '+/'), 'base64'), 'hex'), 3, 8)`

/**
 * Deletes the stored certificates that a key of the issuer has signed, locking in order of pass ids. The next list of
 * each pass contains a new one. Returns how many there were.
 */
export const clearCertificates = async (tx: Tx, keyId: string): Promise<number> => {
  const signed = and(isNotNull(pass.certificate), eq(keyIdColumn, keyId))
  await tx.select({ passUid: pass.passUid }).from(pass).where(signed).orderBy(asc(pass.passUid)).for('update')
  const rows = await tx
    .update(pass)
    .set({ certificate: null, certificateNotAfter: null })
    .where(signed)
    .returning({ passUid: pass.passUid })
  return rows.length
}

/** Counts the moves of a pass to another phone after `at` (ms UTC), for the daily limit. */
export const movesAfter = async (tx: Tx, passUid: string, at: number): Promise<number> => {
  const rows = await tx
    .select({ n: count() })
    .from(passMove)
    .where(and(eq(passMove.passUid, passUid), gt(passMove.at, at)))
  return rows[0]?.n ?? 0
}
/** Records that a pass moved to another phone, for the daily limit. */
export const insertMove = async (tx: Tx, move: Omit<typeof passMove.$inferSelect, 'id'>): Promise<void> => {
  await tx.insert(passMove).values({ id: uuidv7(), ...move })
}

/** Counts passes that were not voided. */
export const countOf = async (db: Database | Tx, memberId: string): Promise<number> => {
  const rows = await db
    .select({ n: count() })
    .from(pass)
    .where(and(eq(pass.memberId, memberId), isNull(pass.voided)))
  return rows[0]?.n ?? 0
}
