import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { device, deviceNonce } from '#server/db/schema/device.ts'
import { oneTimeCode, pass, walletPass } from '#server/db/schema/pass.ts'

export type Device = typeof device.$inferSelect

/** Stores a nonce for this member, valid until `expiresAt` (ms UTC). */
export const insertNonce = async (db: Database, nonce: string, memberId: string, expiresAt: number): Promise<void> => {
  await db.insert(deviceNonce).values({ nonce, memberId, expiresAt })
}

/** Spends a nonce; false when it is used, expired, or another member's. */
export const spendNonce = async (db: Database, nonce: string, memberId: string, now: number): Promise<boolean> => {
  const rows = await db
    .update(deviceNonce)
    .set({ usedAt: now })
    .where(
      and(
        eq(deviceNonce.nonce, nonce),
        eq(deviceNonce.memberId, memberId),
        isNull(deviceNonce.usedAt),
        gt(deviceNonce.expiresAt, now),
      ),
    )
    .returning({ nonce: deviceNonce.nonce })
  return rows.length === 1
}

/** Deletes nonces that expired before `before` (ms UTC). */
export const deleteNonces = async (db: Database, before: number): Promise<void> => {
  await db.delete(deviceNonce).where(lt(deviceNonce.expiresAt, before))
}

/**
 * Inserts the phone, or finds the one of this member with this key and stores its session. The wallet passes that were
 * added in its session before follow it, so that signing the phone out ends them too (decision 0349).
 */
export const register = async (tx: Tx, row: Device & { sessionId: string }): Promise<Device> => {
  const isThisPhone = and(eq(device.memberId, row.memberId), eq(device.publicKey, row.publicKey))
  const [former] = await tx.select({ sessionId: device.sessionId }).from(device).where(isThisPhone).for('update')
  await tx
    .insert(device)
    .values(row)
    .onConflictDoUpdate({
      target: [device.memberId, device.publicKey],
      set: { sessionId: row.sessionId },
      setWhere: sql`${device.sessionId} is distinct from excluded.session_id`,
    })
  if (former?.sessionId && former.sessionId !== row.sessionId)
    await tx
      .update(walletPass)
      .set({ sessionId: row.sessionId })
      .where(
        and(
          eq(walletPass.memberId, row.memberId),
          eq(walletPass.sessionId, former.sessionId),
          isNull(walletPass.endedAt),
        ),
      )
  const rows = await tx.select().from(device).where(isThisPhone)
  return rows[0] ?? row
}

/** Deletes the member's phones that show no pass, except the `max` youngest. */
export const keepNewestIdle = async (db: Database, memberId: string, max: number): Promise<void> => {
  const shows = db
    .select({ one: sql`1` })
    .from(pass)
    .where(and(eq(pass.memberId, memberId), eq(pass.deviceUid, device.deviceUid)))
  const tooMany = db
    .select({ deviceUid: device.deviceUid })
    .from(device)
    .where(and(eq(device.memberId, memberId), notExists(shows)))
    .orderBy(desc(device.registeredAt), desc(device.deviceUid))
    .offset(max)
  await db.delete(device).where(inArray(device.deviceUid, tooMany))
}

/** Returns a member's phone; undefined for an unknown one and another member's. */
export const find = async (db: Database, memberId: string, deviceUid: string): Promise<Device | undefined> =>
  (
    await db
      .select()
      .from(device)
      .where(and(eq(device.memberId, memberId), eq(device.deviceUid, deviceUid)))
  )[0]

/** Returns the phone that registered last in a session of the member; undefined: none. */
export const findOfSession = async (db: Database, memberId: string, sessionId: string): Promise<Device | undefined> =>
  (
    await db
      .select()
      .from(device)
      .where(and(eq(device.memberId, memberId), eq(device.sessionId, sessionId)))
      .orderBy(desc(device.registeredAt), desc(device.deviceUid))
      .limit(1)
  )[0]

/** Returns whether a phone of the member is registered with this public key (base64url). */
export const hasKey = async (tx: Tx, memberId: string, publicKey: string): Promise<boolean> =>
  (
    await tx
      .select({ deviceUid: device.deviceUid })
      .from(device)
      .where(and(eq(device.memberId, memberId), eq(device.publicKey, publicKey)))
  ).length > 0

/** Expires the member's one-time codes; their rows stay and count towards the daily limit. */
export const endOneTimeCodes = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.update(oneTimeCode).set({ expiresAt: oneTimeCode.madeAt }).where(eq(oneTimeCode.memberId, memberId))
}

/**
 * Ends the member's wallet passes at `endedAt` (ms UTC); with `sessionId` those alone that were added in that session.
 */
export const endWalletPasses = async (
  tx: Tx,
  { memberId, sessionId }: { memberId: string; sessionId?: string },
  endedAt: number,
): Promise<void> => {
  await tx
    .update(walletPass)
    .set({ endedAt })
    .where(
      and(
        eq(walletPass.memberId, memberId),
        sessionId === undefined ? undefined : eq(walletPass.sessionId, sessionId),
        isNull(walletPass.endedAt),
      ),
    )
}

/** Deletes the member's phones, except `exceptDeviceUid`. */
export const removeAll = async (tx: Tx, memberId: string, exceptDeviceUid?: string): Promise<void> => {
  await tx
    .delete(device)
    .where(
      and(
        eq(device.memberId, memberId),
        exceptDeviceUid === undefined ? undefined : ne(device.deviceUid, exceptDeviceUid),
      ),
    )
}

/** Returns the member's phones that have registered in a session, with it. */
export const listBySession = async (
  db: Database | Tx,
  memberId: string,
): Promise<{ deviceUid: string; sessionId: string }[]> => {
  const rows = await db
    .select({ deviceUid: device.deviceUid, sessionId: device.sessionId })
    .from(device)
    .where(and(eq(device.memberId, memberId), isNotNull(device.sessionId)))
    .orderBy(asc(device.deviceUid))
  return rows.flatMap(({ deviceUid, sessionId }) => (sessionId === null ? [] : [{ deviceUid, sessionId }]))
}

/** Deletes the member's phones that registered last in this session. */
export const removeOfSession = async (tx: Tx, memberId: string, sessionId: string): Promise<void> => {
  await tx.delete(device).where(and(eq(device.memberId, memberId), eq(device.sessionId, sessionId)))
}
