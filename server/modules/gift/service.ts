import { uuidv7 } from 'uuidv7'
import type { Gift } from '#contract/calls/gift.ts'
import { type ChosenEnd, ENDED_BY, firstStateOf } from '#contract/rules/gift.ts'
import { holdMembership } from '#server/db/membership.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Member, readHolder, readMember } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { claimForGift, leaveGift, lockPass, movePass, type Pass } from '#server/modules/pass/service.ts'
import { paceGift } from '#server/modules/session/service.ts'
import { requireAuthority, type Authority } from './proof.ts'
import * as store from './store.ts'

/**
 * Gifts (spec 3.10, 4.22); the states are drawn in `contract/rules/gift.ts`. The pass's row names its pending gift, so
 * there is one at most, and a gate, a refund and a second gift see it under that row's lock. Locks: pass → gift.
 */

/** Returns given name and surname in the order in which gifts and receipts show them. */
export const fullName = ({ engNm, engSurname }: { engNm: string; engSurname: string }): string =>
  `${engNm} ${engSurname}`

const presentGift = ({ gift, pass, sender, recipient }: store.Whole, memberId: string): Gift => ({
  giftUid: gift.giftUid,
  passUid: gift.passUid,
  type: gift.senderId === memberId ? 'sent' : 'received',
  state: firstStateOf(gift.state),
  exactState: gift.state,
  ...(gift.linkHash !== null && {
    link: {
      expiresAt: gift.expiresAt ?? gift.sentAt,
      openedAt: gift.openedAt,
      hash: gift.senderId === memberId ? gift.linkHash : '',
    },
  }),
  ...pass,
  // The two people of a link have not told each other their addresses.
  sender: { id: gift.linkHash === null ? (sender?.email ?? '') : '', name: sender ? fullName(sender) : '' },
  recipient: { id: gift.linkHash === null ? (recipient?.email ?? '') : '' },
  message: gift.message,
  sentAt: gift.sentAt,
  endedAt: gift.endedAt,
})

/** Returns a gift as this member sees it. Throws `E_NOT_FOUND` for an unknown gift. */
export const readGift = async (db: Database | Tx, giftUid: string, memberId: string): Promise<Gift> => {
  const whole = await store.find(db, giftUid)
  if (!whole) throw new Refusal('E_NOT_FOUND')
  return presentGift(whole, memberId)
}

/** Counts the gifts that wait for this member to accept or decline. */
export const countWaitingGifts = (db: Database, memberId: string): Promise<number> => store.countWaiting(db, memberId)

export interface Sent {
  passUid: string
  message: string
}

/** Locks a pass of this member. Throws `E_NOT_FOUND`, and as `requireAuthority`. */
export const lockOwn = async (tx: Tx, passUid: string, senderId: string, authority: Authority): Promise<Pass> => {
  const pass = await lockPass(tx, passUid)
  if (pass?.memberId !== senderId) throw new Refusal('E_NOT_FOUND')
  await requireAuthority(tx, pass, authority)
  return pass
}

/**
 * Puts a locked pass into a gift; returns the gift's id, the signed one where a phone signed. Throws `E_GIFT_PASS` when
 * the pass cannot be given, `E_GIFT_PROOF` when the signature has made a gift before.
 */
export const putIntoGift = async (
  tx: Tx,
  { passUid, validUntil }: Pass,
  {
    authority,
    ...row
  }: Pick<store.Gift, 'senderId' | 'recipientId' | 'message' | 'linkHash' | 'expiresAt'> & {
    authority: Authority
  },
  now: number,
): Promise<string> => {
  const giftUid = typeof authority === 'object' && 'giftUid' in authority ? authority.giftUid : uuidv7()
  if (now >= validUntil || !(await claimForGift(tx, passUid, row.senderId, giftUid))) throw new Refusal('E_GIFT_PASS')
  const gift = { ...row, giftUid, passUid, state: 'sent' as const, sentAt: now, endedAt: null, openedAt: null }
  if (!(await store.insert(tx, gift))) throw new Refusal('E_GIFT_PROOF')
  return giftUid
}

/**
 * Sends a member's own unused pass to another member. Throws `E_NOT_FOUND`; `E_GIFT_RECIPIENT` when `recipient` is no
 * member; `E_GIFT_SELF`; `E_GIFT_PASS` when the pass cannot be given; `E_GIFT_PROOF` when the pass is bound and
 * `authority` is not enough, or its signature has made a gift before; `E_CERT_EXPIRED` when its mailed code has made a
 * gift before; `E_THROTTLED` for too many gifts to this recipient.
 */
export const sendGift = async (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { passUid, message }: Sent,
  { senderId, recipient, authority }: { senderId: string; recipient: Member | undefined; authority: Authority },
): Promise<Gift> => {
  const now = deps.clock()
  const pass = await lockOwn(tx, passUid, senderId, authority)
  if (!recipient) throw new Refusal('E_GIFT_RECIPIENT')
  if (recipient.id === senderId) throw new Refusal('E_GIFT_SELF')
  if (!(await holdMembership(tx, recipient.id))) throw new Refusal('E_GIFT_RECIPIENT')
  const recipientId = recipient.id
  const gift = { senderId, recipientId, message, linkHash: null, expiresAt: null, authority }
  const giftUid = await putIntoGift(tx, pass, gift, now)
  await paceGift(tx, deps, { senderId, recipientId })
  const sender = await readMember(tx, senderId)
  await notifyMember(tx, {
    memberId: recipientId,
    kind: 'gift_received',
    key: `gift_received:${giftUid}`,
    values: { pass: pass.passType, sender: sender ? fullName(sender) : '' },
    at: now,
  })
  return readGift(tx, giftUid, senderId)
}

const announceEnd = async (tx: Tx, { gift, pass, sender, recipient }: store.Whole, end: ChosenEnd, at: number) => {
  const key = `gift_${end}:${gift.giftUid}`
  const names = {
    pass: pass.passType,
    sender: sender ? fullName(sender) : '',
    // By address, which the sender typed: a gift must not reveal the name behind an address.
    recipient: recipient?.email ?? '',
  }
  if (end === 'cancelled') {
    // Of a gift by link nobody is known who could be told.
    if (gift.recipientId === null) return
    const { pass: type, sender: name } = names
    await notifyMember(tx, {
      memberId: gift.recipientId,
      kind: 'gift_cancelled',
      key,
      values: { pass: type, sender: name },
      at,
    })
    return
  }
  const { pass: type, recipient: name } = names
  const kind = end === 'accepted' ? 'gift_accepted' : 'gift_declined'
  await notifyMember(tx, { memberId: gift.senderId, kind, key, values: { pass: type, recipient: name }, at })
}

/**
 * Ends a gift: the recipient accepts or declines, the sender cancels. Throws `E_NOT_FOUND` for any other member;
 * `E_GIFT_ENDED` when it had ended; `E_GIFT_PASS` when its pass was used or voided meanwhile; `E_TOKEN` when the
 * recipient has withdrawn.
 */
export const endGift = async (
  tx: Tx,
  { giftUid, memberId, end }: { giftUid: string; memberId: string; end: ChosenEnd },
  now: number,
): Promise<Gift> => {
  const whole = await store.find(tx, giftUid)
  const party = ENDED_BY[end] === 'sender' ? whole?.gift.senderId : whole?.gift.recipientId
  if (!whole || party !== memberId) throw new Refusal('E_NOT_FOUND')
  const { passUid } = whole.gift
  const recipient = end === 'accepted' ? await readHolder(tx, memberId) : undefined
  await lockPass(tx, passUid)
  if (!(await store.end(tx, giftUid, end, now))) throw new Refusal('E_GIFT_ENDED')
  if (end === 'accepted') {
    if (!recipient) throw new Refusal('E_TOKEN')
    const moved = await movePass(tx, { passUid, giftUid, memberId, holder: fullName(recipient) })
    if (!moved) throw new Refusal('E_GIFT_PASS')
  } else await leaveGift(tx, passUid, giftUid)
  await announceEnd(tx, whole, end, now)
  return readGift(tx, giftUid, memberId)
}

/**
 * Cancels the pending gift of a pass that an offline gate admitted. The caller holds the pass's lock. Returns false
 * when the gift had ended before.
 */
export const endGiftByEntry = async (tx: Tx, giftUid: string, now: number): Promise<boolean> => {
  const whole = await store.find(tx, giftUid)
  if (!whole || !(await store.end(tx, giftUid, 'cancelled', now))) return false
  await leaveGift(tx, whole.gift.passUid, giftUid)
  await announceEnd(tx, whole, 'cancelled', now)
  return true
}

/** Lists the gifts that a member sent or received, or both, newest first. */
export const listGifts = async (
  db: Database,
  memberId: string,
  { type, pageNum, pageSize }: { type?: store.Type | undefined; pageNum: number; pageSize: number },
) => ({
  list: (await store.page(db, memberId, type, { pageNum, pageSize })).map((row) => presentGift(row, memberId)),
  pageNum,
  pageSize,
  total: await store.countOf(db, memberId, type),
})

export type GiftRow = store.Gift
/** Returns the last gift of each of these passes by this sender. */
export const lastGifts = (db: Database, senderId: string, passUids: string[]): Promise<store.Gift[]> =>
  store.lastOf(db, senderId, passUids)
