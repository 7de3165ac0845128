import type { Gift } from '#contract/calls/gift.ts'
import type { PassType } from '#contract/codes.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { GiftCancel } from '../outbox/commands/giftCancel.ts'
import type { GiftEnd } from '../outbox/commands/giftEnd.ts'
import type { GiftSend } from '../outbox/commands/giftSend.ts'
import { waitingOf, type Waiting } from './project.ts'

/** A queued answer to a gift, or its cancellation, and its state. */
export interface GiftWish {
  /** Id of the action, to discard it or send it. */
  id: string
  to: 'accepted' | 'declined' | 'cancelled'
  waiting: Waiting
  /** The server's code, when refused. */
  code: string | null
  /** It is not sent until the person decides in the outbox (O37, O38). */
  asks: OutboxRow['asks']
}

/** A gift as the server sent it; `wish` is shown over it until the server has answered the action. */
export interface ShownGift extends Gift {
  wish: GiftWish | null
}

/** A gift whose sending waits in the outbox. */
export interface QueuedGift {
  /** Id of the action. */
  id: string
  state: 'queued'
  type: 'sent'
  passUid: string
  passType: PassType | null
  recipient: { id: string }
  message: string
  sentAt: number
  waiting: Waiting
  code: string | null
  /** It is not sent until the person decides in the outbox (O37, O38). */
  asks: OutboxRow['asks']
  /** After this time it asks before it is sent, ms, server-corrected; null once the person has decided (O38). */
  asksAt: number | null
  /** The cancellation that waits behind it: an earlier attempt may have arrived (O8). */
  wish: GiftWish | null
}

/** Returns why the action shown on a gift asks; null if none does. A cancellation waits behind a gift that asks. */
export const asksOf = (gift: ShownGift | QueuedGift): OutboxRow['asks'] =>
  (gift.state === 'queued' ? gift.asks : null) ?? gift.wish?.asks ?? null

export interface ProjectedGifts {
  /** Newest first. */
  sent: (ShownGift | QueuedGift)[]
  received: ShownGift[]
}

const TO = { 'gift.receive': 'accepted', 'gift.refuse': 'declined', 'gift.cancel': 'cancelled' } as const
const isEnding = (command: string): command is keyof typeof TO => command in TO

/** Projects queued gifts among the server's, and queued answers and cancellations over them (M5). Pure. */
export const projectGifts = (
  mirror: readonly Gift[],
  outbox: readonly OutboxRow[],
  passes: readonly PassRow[],
  wall: number,
): ProjectedGifts => {
  const typeOf = new Map(passes.map(({ passUid, pass }) => [passUid, pass.passType]))
  const ofGift = new Map<string, GiftWish>()
  const ofPass = new Map<string, GiftWish>()
  const queued: QueuedGift[] = []
  for (const row of outbox) {
    const how = { id: row.id, waiting: waitingOf(row, wall), code: row.refused?.code ?? null, asks: row.asks }
    if (row.command === 'gift.send') {
      const { passUid, id, message = '' } = row.args as GiftSend
      const passType = typeOf.get(passUid) ?? null
      const words = { passUid, passType, recipient: { id }, message, sentAt: row.writtenAt }
      const asksAt = row.allowed ? null : row.writtenAt + OUTBOX_GIFT_ASK_MS
      queued.push({ ...how, ...words, asksAt, state: 'queued', type: 'sent', wish: null })
    }
    if (!isEnding(row.command)) continue
    const { giftUid, passUid = '' } = row.args as GiftEnd & Partial<GiftCancel>
    const wish = { ...how, to: TO[row.command] }
    if (giftUid === null) ofPass.set(passUid, wish)
    else ofGift.set(giftUid, wish)
  }
  const newest = mirror.toSorted((a, b) => b.sentAt - a.sentAt)
  const unsent = new Set(queued.map(({ passUid }) => passUid))
  const wishOf = ({ giftUid, passUid, state, type }: Gift): GiftWish | null => {
    const wish = ofGift.get(giftUid)
    if (wish) return wish
    // The sending was answered, the cancellation was not.
    return type === 'sent' && state === 'sent' && !unsent.has(passUid) ? (ofPass.get(passUid) ?? null) : null
  }
  const shown = newest.map((gift): ShownGift => ({ ...gift, wish: wishOf(gift) }))
  const waiting = queued.map((gift) => ({ ...gift, wish: ofPass.get(gift.passUid) ?? null }))
  return {
    sent: [...waiting.toReversed(), ...shown.filter(({ type }) => type === 'sent')],
    received: shown.filter(({ type }) => type === 'received'),
  }
}
