import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod/mini'
import type { device } from '#contract/calls/mypage.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import { KEY_BYTES, verifyWith } from '#contract/rules/signature.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller, Writer } from '#server/http/serve.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { checkPassword } from '#server/modules/member/service.ts'
import {
  bindPass,
  countLiveByPhone,
  isLastShownElsewhere,
  unbindPasses,
  unbindPhone,
} from '#server/modules/pass/service.ts'
import { LINK_JOBS } from './phoneLink.ts'
import { deleteLinks } from './phoneLink.store.ts'
import * as store from './store.ts'

/**
 * Limit of a member's phones that show no pass. Beyond it the oldest is deleted; it registers again when it is used.
 */
const IDLE_MAX = 20
const NONCE_TTL_MS = 5 * MINUTE_MS
const verify = verifyWith(crypto.subtle)

/** Creates the nonce that a phone signs to prove that it holds its key: good once, for five minutes. */
export const makeNonce = async ({ db, clock }: Deps, memberId: string) => {
  const nonce = randomBytes(24).toString('base64url')
  const expiresAt = clock() + NONCE_TTL_MS
  await store.insertNonce(db, nonce, memberId, expiresAt)
  return { nonce, expiresAt }
}

/** Finds a registered phone of this member: by its id, that of a session, or whether one has a key. */
export {
  endWalletPasses,
  find as findDevice,
  findOfSession as findSessionDevice,
  hasKey as hasDeviceKey,
} from './store.ts'

export type Proof = z.output<typeof device.body>

/** Returns true when the key signed the nonce. */
const isProven = async ({ algorithm, publicKey, nonce, signature }: Proof): Promise<boolean> => {
  const key = fromBase64url(publicKey)
  const signed = fromBase64url(signature)
  if (!key || key.length !== KEY_BYTES[algorithm] || !signed || !/^[\w-]+$/.test(nonce)) return false
  return verify({ algorithm, publicKey: key, signature: signed, data: deviceProofBytes(nonce) })
}

/**
 * Registers a phone by its key, or finds it, and binds a pass to it, if one is named; returns its `deviceUid`. Moving a
 * pass from another phone takes the member's password. `write` locks the session and throws `E_TOKEN` when it has
 * ended. Throws `E_DEVICE_PROOF` for a wrong signature or a nonce that is wrong, spent or expired; `E_NOT_FOUND`, also
 * for another member's pass; `E_PASS_ELSEWHERE` for a move without a password; `E_PASSWORD_MISMATCH`;
 * `E_PASS_NOT_LIVE`; `E_MOVES` after three moves in a day; `E_THROTTLED`; `E_BUSY`.
 */
export const showOnPhone = async (
  deps: Deps,
  proof: Proof,
  { memberId, sessionId, ip, write }: Caller & { ip: string; write: Writer },
): Promise<string> => {
  const now = deps.clock()
  if (!(await isProven(proof)) || !(await store.spendNonce(deps.db, proof.nonce, memberId, now)))
    throw new Refusal('E_DEVICE_PROOF')
  const { deviceUid } = await write((tx) =>
    store.register(tx, {
      deviceUid: uuidv7(),
      memberId,
      algorithm: proof.algorithm,
      publicKey: proof.publicKey,
      label: proof.label ?? null,
      registeredAt: now,
      sessionId,
    }),
  )
  await store.keepNewestIdle(deps.db, memberId, IDLE_MAX)
  const { passUid, password } = proof
  if (passUid === undefined) return deviceUid
  const moving = await isLastShownElsewhere(deps.db, passUid, memberId, deviceUid)
  if (moving && password === undefined) throw new Refusal('E_PASS_ELSEWHERE')
  if (moving && password !== undefined) await checkPassword(deps, memberId, password, ip)
  await write((tx) => bindPass(tx, { passUid, memberId, deviceUid, mayMove: moving }, now))
  return deviceUid
}

/**
 * Deletes the phones of a member and the link that signs another phone in, and voids live codes, one-time codes
 * and wallet passes: after a new password, for "sign out everywhere", and at a withdrawal. `now`: ms UTC. `exceptDeviceUid`: the phone that sent the
 * request and is kept; omitted: none.
 */
export const revokeDevices = async (tx: Tx, memberId: string, now: number, exceptDeviceUid?: string): Promise<void> => {
  await unbindPasses(tx, memberId, exceptDeviceUid)
  await store.endOneTimeCodes(tx, memberId)
  await store.endWalletPasses(tx, { memberId }, now)
  await store.removeAll(tx, memberId, exceptDeviceUid)
  await deleteLinks(tx, memberId)
}

/**
 * Deletes the phones that registered in a session, and voids their live codes, the wallet passes that were added in it
 * and the member's one-time codes: the member has signed that session out. `now`: ms UTC.
 */
export const revokeSessionDevices = async (tx: Tx, { memberId, sessionId }: Caller, now: number): Promise<void> => {
  for (const phone of await store.listBySession(tx, memberId)) {
    if (phone.sessionId === sessionId) await unbindPhone(tx, memberId, phone.deviceUid)
  }
  await store.endOneTimeCodes(tx, memberId)
  await store.endWalletPasses(tx, { memberId, sessionId }, now)
  await store.removeOfSession(tx, memberId, sessionId)
}

/**
 * Returns how many live passes the phone of each session shows, by session. A session without an entry has no
 * registered phone: what its phone shows is unknown.
 */
export const countPassesBySession = async (
  db: Database,
  memberId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const [phones, counts] = [await store.listBySession(db, memberId), await countLiveByPhone(db, memberId, now)]
  const bySession = new Map<string, number>()
  for (const { deviceUid, sessionId } of phones)
    bySession.set(sessionId, (bySession.get(sessionId) ?? 0) + (counts.get(deviceUid) ?? 0))
  return bySession
}

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('nonces-forget', HOUR_MS, ({ db, clock }) => store.deleteNonces(db, clock() - NONCE_TTL_MS)),
  ...LINK_JOBS,
]
