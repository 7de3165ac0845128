import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'
import type { Discounts, GoodsChoice, Reservation, UserInfo } from '#data/reserve.ts'

const guest = z.object({ name: z.string(), email: z.string(), mobile: z.string(), wish: z.string() })
export type GuestDetails = z.infer<typeof guest>
/** In the order of the screen, which is also that of the error summary. */
export const GUEST_FIELDS = ['name', 'email', 'mobile', 'wish'] as const

const choice = z.object({ option: z.string(), priceSn: z.string(), count: z.number() })
const hold = z.object({
  choice,
  guest,
  rsvtUid: z.string(),
  /** ms. */
  until: z.number(),
})
const payment = z.object({
  rsvtUid: z.string(),
  couponUid: z.optional(z.string()),
  promoCode: z.optional(z.string()),
  points: z.optional(z.number()),
  method: z.optional(z.string()),
})
const schema = z.object({
  memberId: z.string(),
  guest: z.nullable(guest),
  /** What this tab holds and has not paid. */
  hold: z.nullable(hold),
  /** The price (KRW) that was shown last, with its choice. */
  price: z.nullable(z.object({ choice, amount: z.number() })),
  payment: z.nullable(payment),
})
type ReserveDraft = z.infer<typeof schema>
const EMPTY: ReserveDraft = { memberId: '', guest: null, hold: null, price: null, payment: null }

/** What a member has typed and chosen for a reservation; survives a reload, a lapsed session and a lapsed hold. */
const draft = createDraft('reserve', schema, EMPTY)
/** Deletes everything that was typed. */
export const clearReserveDraft = draft.clear

const isSameChoice = (a: GoodsChoice, b: GoodsChoice): boolean =>
  a.option === b.option && a.priceSn === b.priceSn && a.count === b.count

/** Returns the draft of this member; another member's is not shown. One without a member holds a shown price only. */
const ownDraft = (memberId: string): ReserveDraft => {
  const stored = draft.read()
  if (stored.memberId === '') return { ...EMPTY, memberId, price: stored.price }
  return stored.memberId === memberId ? stored : { ...EMPTY, memberId }
}
const patch = (memberId: string, change: Partial<ReserveDraft>): void =>
  draft.patch({ ...ownDraft(memberId), ...change })

/** Returns the details of the guest: as typed before, else those of the member. */
export const guestOf = (memberId: string, member: UserInfo): GuestDetails =>
  ownDraft(memberId).guest ?? { name: member.name, email: member.email, mobile: member.mobile ?? '', wish: '' }
/** Stores the details of the guest as they are typed. */
export const keepGuest = (memberId: string, typed: GuestDetails): void => patch(memberId, { guest: typed })

/** Stores what is held for a choice, and with which details. */
export const keepHold = (memberId: string, chosen: GoodsChoice, typed: GuestDetails, held: Reservation): void =>
  patch(memberId, {
    hold: { choice: chosen, guest: typed, rsvtUid: held.rsvtUid, until: held.holdUntil ?? 0 },
    payment: null,
  })

/** Returns what this tab holds for the choice at `now` (ms); null for nothing. */
export const holdOf = (memberId: string, chosen: GoodsChoice, now: number) => {
  const { hold: held } = ownDraft(memberId)
  return held && held.until > now && isSameChoice(held.choice, chosen) ? held : null
}
/** Returns what this member priced last; null for nothing. */
export const lastChoiceOf = (memberId: string): GoodsChoice | null => ownDraft(memberId).price?.choice ?? null

/** Forgets what was held: it was paid, cancelled or has lapsed. */
export const releaseHold = (memberId: string): void => patch(memberId, { hold: null, payment: null })
/** Forgets a reservation that is paid, with the request to the place; the guest's details stay for the next one. */
export const finishReserving = (memberId: string): void => {
  const { guest: typed } = ownDraft(memberId)
  patch(memberId, { guest: typed && { ...typed, wish: '' }, hold: null, price: null, payment: null })
}

/**
 * Stores the price (KRW) at which the page of goods offered a choice, so that the next step says when the server's is
 * another. Visitors may sign in only after it.
 */
export const noteOffer = (chosen: GoodsChoice, amount: number): void =>
  draft.patch({ price: { choice: chosen, amount } })

/** Stores the price that is shown and returns the one that was shown before for the same choice, KRW; null for none. */
export const notePrice = (memberId: string, chosen: GoodsChoice, amount: number): number | null => {
  const { price: before } = ownDraft(memberId)
  patch(memberId, { price: { choice: chosen, amount } })
  return before && isSameChoice(before.choice, chosen) ? before.amount : null
}

/** Returns discounts and method that were chosen for the payment of a reservation. */
export const paymentOf = (memberId: string, rsvtUid: string): Discounts & { method?: string | undefined } => {
  const { payment: chosen } = ownDraft(memberId)
  return chosen?.rsvtUid === rsvtUid ? chosen : {}
}
/** Stores discounts and method that are chosen for the payment of a reservation; what is not named stays. */
export const keepPayment = (
  memberId: string,
  rsvtUid: string,
  change: Discounts & { method?: string | undefined },
): void => patch(memberId, { payment: { ...paymentOf(memberId, rsvtUid), ...change, rsvtUid } })
