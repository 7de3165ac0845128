import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CONFLICT_REASONS, GateReason, UNDO_REASONS } from '#contract/calls/gate.ts'
import type { VoucherReason } from '#contract/calls/redeem.ts'
import { readScan } from '#contract/rules/scan.ts'
import type { GateAnswer } from '#data/gate.ts'

/**
 * The texts of an answer, short, because they are shown in Korean and in the visitor's language. Refusals appear at
 * partners too, where nobody enters.
 */
export interface AnswerTexts {
  /** Selects colour, shape, sound and vibration. */
  tone: 'admitted' | 'check' | 'refused'
  head: MessageDescriptor
  detail: MessageDescriptor
  /** The visitor's next step; null when there is none. */
  next: MessageDescriptor | null
}

const REFUSAL_TEXTS: Record<GateReason, { detail: MessageDescriptor; next: MessageDescriptor }> = {
  unreadable: {
    detail: msg`Code not recognised`,
    next: msg`Show the live code in My Pass again, or show the card itself.`,
  },
  old_code: {
    detail: msg`Old code`,
    next: msg`If you can, connect to the internet. Open My Pass and show the live code. Screenshots are not accepted.`,
  },
  revoked: {
    detail: msg`This code is no longer valid`,
    next: msg`When you are online, check this pass in My Pass. If it was moved to another phone or browser, show it there or move it back.`,
  },
  stale: {
    detail: msg`This code is too old`,
    next: msg`Connect to the internet and open My Pass to renew the code.`,
  },
  expired: { detail: msg`Pass expired`, next: msg`You can buy a new pass in the app.` },
  // Also while a refund is requested but not yet paid.
  refunded: {
    detail: msg`Refunded, being refunded, or payment disputed`,
    next: msg`You can buy a new pass in the app.`,
  },
  gift_pending: {
    detail: msg`Cancel the gift first`,
    next: msg`Connect to the internet and cancel the gift in My Page, under Gifts. Then show the code again.`,
  },
  card_blocked: { detail: msg`Card blocked`, next: msg`Contact customer support.` },
  used_here: {
    detail: msg`Already used here`,
    next: msg`A pass can be used once at each place. While it is valid and has entries left, it can be used at other places.`,
  },
  allowance_spent: {
    detail: msg`Allowance used up`,
    next: msg`This pass has no entries left for this group of attractions. Ask the staff about admission without a pass.`,
  },
  not_valid_here: {
    detail: msg`Not valid here`,
    next: msg`This pass cannot be used here. Ask the staff about admission without a pass.`,
  },
}

/** A one-time code that was used or has expired. Its holder may have no phone that shows a live code. */
const OLD_ONE_TIME_TEXTS = {
  detail: msg`One-time code used or expired`,
  next: msg`Sign in to Harbor Pass, open My Pass and get a new one-time code.`,
}

const VOUCHER_REFUSAL_TEXTS: Record<VoucherReason, { detail: MessageDescriptor; next: MessageDescriptor }> = {
  unreadable: {
    detail: msg`Code not recognised`,
    next: msg`Open the voucher in My reservations and show its live code.`,
  },
  old_code: {
    detail: msg`Old code`,
    next: msg`Open the voucher in My reservations and show its live code. Screenshots are not accepted.`,
  },
  revoked: {
    detail: msg`This code is no longer valid`,
    next: msg`Your phone was signed out. Connect it to the internet, sign in and open the voucher again.`,
  },
  stale: {
    detail: msg`This code is too old`,
    next: msg`Connect to the internet and open the voucher again.`,
  },
  elsewhere: {
    detail: msg`Not valid here`,
    next: msg`This voucher is for another place.`,
  },
  used: { detail: msg`Voucher already used`, next: msg`A voucher can be used only once.` },
  cancelled: {
    detail: msg`Reservation cancelled or not confirmed`,
    next: msg`Check this reservation in My reservations.`,
  },
  not_today: { detail: msg`Not valid today`, next: msg`This reservation is for another day.` },
  over: { detail: msg`Voucher expired`, next: msg`This voucher can no longer be used.` },
}

const VERDICT_TEXTS: Record<Exclude<GateAnswer['verdict'], 'refused'>, AnswerTexts> = {
  admitted: { tone: 'admitted', head: msg`Admitted`, detail: msg`Entry recorded`, next: null },
  recorded: { tone: 'admitted', head: msg`Discount`, detail: msg`Discount recorded`, next: null },
  redeemed: { tone: 'admitted', head: msg`Voucher`, detail: msg`Voucher redeemed`, next: null },
  hold: {
    tone: 'check',
    head: msg`One moment`,
    detail: msg`Hold for the next code`,
    next: msg`Keep the phone in front of the scanner. The code changes within 15 seconds.`,
  },
  ask: {
    tone: 'check',
    head: msg`Check the card`,
    detail: msg`The scanner cannot look up this card right now`,
    next: msg`Staff will check the card and decide.`,
  },
  network: {
    tone: 'check',
    head: msg`Not checked`,
    detail: msg`This code or number can only be checked online`,
    next: msg`Show the live code in My Pass or the QR code on the card. Otherwise, wait until the scanner is online.`,
  },
  voucher_network: {
    tone: 'check',
    head: msg`Not checked`,
    detail: msg`Vouchers can only be checked online`,
    next: msg`Wait until the scanner is online, then show the code again.`,
  },
  scan_card: {
    tone: 'check',
    head: msg`Not checked`,
    detail: msg`This number cannot be checked right now`,
    next: msg`Hold the QR code on the card up to the scanner.`,
  },
  no_lists: {
    tone: 'check',
    head: msg`Not checked`,
    detail: msg`This scanner cannot check passes yet`,
    next: msg`Wait until the scanner is online.`,
  },
}

/** Returns the texts of an answer to the scan of `text`. */
export const answerTextsOf = ({ verdict, kind, reason }: GateAnswer, text: string): AnswerTexts => {
  if (verdict !== 'refused') return VERDICT_TEXTS[verdict]
  const head = msg`Not accepted`
  if (reason === 'old_code' && readScan(text).kind === 'one_time')
    return { tone: 'refused', head, ...OLD_ONE_TIME_TEXTS }
  const texts: Partial<Record<string, (typeof REFUSAL_TEXTS)['unreadable']>> =
    kind === 'voucher' ? VOUCHER_REFUSAL_TEXTS : REFUSAL_TEXTS
  return { tone: 'refused', head, ...(texts[reason ?? 'unreadable'] ?? REFUSAL_TEXTS.unreadable) }
}

interface RecordName {
  recent: MessageDescriptor
  undo: MessageDescriptor
  undone: MessageDescriptor
}
const ENTRY: RecordName = { recent: msg`Recent entries`, undo: msg`Undo this entry`, undone: msg`Entry undone` }
const DISCOUNT: RecordName = {
  recent: msg`Recent discounts`,
  undo: msg`Undo this discount`,
  undone: msg`Discount undone`,
}

/** Returns the texts for what a scan recorded: a discount at a partner, else an entry. */
export const recordNameOf = ({ verdict }: Pick<GateAnswer, 'verdict'>): RecordName =>
  verdict === 'recorded' ? DISCOUNT : ENTRY

export const UNDO_REASON_NAMES: Record<(typeof UNDO_REASONS)[number], MessageDescriptor> = {
  wrong_pass: msg`Wrong pass`,
  did_not_enter: msg`Not used after all`,
  scanned_twice: msg`Scanned twice`,
  other: msg`Another reason`,
}

const CONFLICTS: Record<Exclude<(typeof CONFLICT_REASONS)[number], GateReason>, MessageDescriptor> = {
  time: msg`Recorded time could not be verified`,
  sequence: msg`Out of sequence`,
  undo: msg`Undo time could not be verified`,
  held: msg`Second code missing`,
}

/**
 * Returns the text for the reason why the server marked a journal entry or kept it for the desk. Such entries always
 * have a reason; for null, which the type allows, it returns “Recorded”.
 */
export const conflictText = (reason: (typeof CONFLICT_REASONS)[number] | null): MessageDescriptor =>
  reason === null
    ? msg`Recorded`
    : Object.hasOwn(CONFLICTS, reason)
      ? CONFLICTS[reason as keyof typeof CONFLICTS]
      : REFUSAL_TEXTS[reason as GateReason].detail
