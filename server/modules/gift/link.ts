import { createHash } from 'node:crypto'
import type { Gift } from '#contract/calls/gift.ts'
import type { LinkedGift } from '#contract/calls/giftLink.ts'
import { GIFT_LINK_MS } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { databaseJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { readHolder } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { leaveGift, lockPass, movePass } from '#server/modules/pass/service.ts'
import type { Authority } from './proof.ts'
import { fullName, lockOwn, putIntoGift, readGift, type Sent } from './service.ts'
import * as store from './store.ts'

/**
 * Gifts by link (spec 4.27, decision 0148). The link names its gift by a key, of which the database has the hash; the
 * phone of the sender made both. States: `contract/rules/gift.ts`. Locks: pass → gift.
 */

const EXPIRE_JOB = 'gift-expire'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

const find = async (db: Database | Tx, key: string): Promise<store.Whole> => {
  const whole = await store.findByLink(db, hashOf(key))
  if (!whole) throw new Refusal('E_NOT_FOUND')
  return whole
}

/** `memberId`: the caller; null for a guest. */
const presentLink = ({ gift, pass, sender }: store.Whole, memberId: string | null, now: number): LinkedGift => {
  const expiresAt = gift.expiresAt ?? gift.sentAt
  const role =
    memberId === gift.senderId ? 'sender' : memberId !== null && memberId === gift.recipientId ? 'recipient' : 'holder'
  // The job that ends the gift may be a second late.
  const state = gift.state === 'sent' && now >= expiresAt ? 'expired' : gift.state
  const isShown = role !== 'holder' || state === 'sent'
  return {
    state,
    role,
    passType: pass.passType,
    medium: pass.medium,
    passUid: role === 'recipient' ? gift.passUid : null,
    sender: isShown && sender ? fullName(sender) : '',
    message: isShown ? gift.message : '',
    expiresAt,
  }
}

/**
 * Puts a member's own unused pass into a gift by link. Throws `E_NOT_FOUND`, `E_GIFT_PASS`, `E_GIFT_PROOF` and
 * `E_CERT_EXPIRED` like a gift to an address.
 */
export const makeLink = async (
  tx: Tx,
  { passUid, message, linkHash }: Sent & { linkHash: string },
  { senderId, authority }: { senderId: string; authority: Authority },
  now: number,
): Promise<Gift> => {
  const pass = await lockOwn(tx, passUid, senderId, authority)
  const expiresAt = Math.min(now + GIFT_LINK_MS, pass.validUntil)
  const gift = { senderId, recipientId: null, message, linkHash, expiresAt, authority }
  const giftUid = await putIntoGift(tx, pass, gift, now)
  await schedule(tx, { kind: EXPIRE_JOB, key: `${EXPIRE_JOB}:${giftUid}`, dueAt: expiresAt, args: { giftUid } })
  return readGift(tx, giftUid, senderId)
}

/** Reads a gift by the key of its link. `memberId` is null for a guest. Throws `E_NOT_FOUND`. */
export const readLink = async (db: Database, key: string, memberId: string | null, now: number): Promise<LinkedGift> =>
  presentLink(await find(db, key), memberId, now)

/** Stores the first opening by somebody other than the sender, and tells the sender. Throws `E_NOT_FOUND`. */
export const openLink = async (tx: Tx, key: string, memberId: string | null, now: number): Promise<LinkedGift> => {
  const whole = await find(tx, key)
  const { giftUid, senderId } = whole.gift
  if (memberId !== senderId && (await store.open(tx, giftUid, now)))
    await notifyMember(tx, {
      memberId: senderId,
      kind: 'gift_link_opened',
      key: `gift_link_opened:${giftUid}`,
      values: { pass: whole.pass.passType },
      at: now,
    })
  return presentLink(whole, memberId, now)
}

/**
 * Accepts a gift by its link: the pass moves to this member. Throws `E_NOT_FOUND`; `E_GIFT_SELF` for the sender;
 * `E_GIFT_ENDED` when it had ended; `E_GIFT_PASS` when its pass was used or voided meanwhile; `E_TOKEN` when the member
 * has withdrawn.
 */
export const receiveLink = async (tx: Tx, key: string, memberId: string, now: number): Promise<LinkedGift> => {
  const whole = await find(tx, key)
  const { giftUid, passUid, senderId } = whole.gift
  if (senderId === memberId) throw new Refusal('E_GIFT_SELF')
  const recipient = await readHolder(tx, memberId)
  await lockPass(tx, passUid)
  if (!(await store.acceptByLink(tx, giftUid, memberId, now))) throw new Refusal('E_GIFT_ENDED')
  if (!recipient) throw new Refusal('E_TOKEN')
  const moved = await movePass(tx, { passUid, giftUid, memberId, holder: fullName(recipient) })
  if (!moved) throw new Refusal('E_GIFT_PASS')
  const pass = whole.pass.passType
  await notifyMember(tx, {
    memberId: senderId,
    kind: 'gift_link_accepted',
    key: `gift_link_accepted:${giftUid}`,
    values: { pass },
    at: now,
  })
  await notifyMember(tx, {
    memberId,
    kind: 'gift_link_received',
    key: `gift_link_received:${giftUid}`,
    values: { pass, sender: whole.sender ? fullName(whole.sender) : '' },
    at: now,
  })
  return presentLink(await find(tx, key), memberId, now)
}

/** Ends a gift whose link works no more; the pass stays with its sender. Returns false when it had ended before. */
export const expireGift = async (tx: Tx, giftUid: string, now: number): Promise<boolean> => {
  const whole = await store.find(tx, giftUid)
  if (!whole) return false
  const { passUid, senderId } = whole.gift
  await lockPass(tx, passUid)
  if (!(await store.expire(tx, giftUid, now))) return false
  await leaveGift(tx, passUid, giftUid)
  await notifyMember(tx, {
    memberId: senderId,
    kind: 'gift_link_expired',
    key: `gift_link_expired:${giftUid}`,
    values: { pass: whole.pass.passType },
    at: now,
  })
  return true
}

export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(EXPIRE_JOB, async (tx, { args }, { clock }) => {
    await expireGift(tx, String(args.giftUid), clock())
  }),
]
