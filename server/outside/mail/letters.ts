import type { Locale } from '#contract/locales.ts'
import { translate } from '#server/texts.ts'
import { letterHtml, letterText, type Written } from './letterHtml.ts'

/** A letter: ids of sentences, and one value between them in large type (`standsOut`) or as a quotation (`quotes`). */
interface Letter {
  subject: string
  before: string[]
  standsOut?: string
  quotes?: string
  /** Label, and name of the value, of each fact. */
  facts?: (readonly [string, string])[]
  /** Label and path of the page that the letter is about. */
  open?: readonly [string, string]
  after: string[]
}

const OPEN_PASSES = ['mail.open.passes', '/myPage/myPass'] as const
const OPEN_PASSKEYS = ['mail.open.passkeys', '/myPage/changingInfo'] as const
const OPEN_DETAILS = ['mail.open.details', '/myPage/myInfo'] as const
const OPEN_GIFTS = ['mail.open.gifts', '/myPage/gift'] as const
const OPEN_RESERVATIONS = ['mail.open.reservations', '/myPage/reservations'] as const
const OPEN_PURCHASES = ['mail.open.purchases', '/myPage/purchaseHistory'] as const

/** Letter about a cancelled reservation: why it ended, and what happens to the money. */
const reservationEnded = (
  why: 'asked' | 'declined' | 'closed' | 'takenBack',
  money: 'refund' | 'nothing' | 'byBank',
): Letter => ({
  subject: 'mail.reservation.subject',
  before: [`mail.reservation.${why}`, 'mail.reservation.when', `mail.reservation.${money}`],
  open: OPEN_RESERVATIONS,
  after: ['mail.reservation.points', 'mail.sign'],
})

/** Letter with the text of a news entry. */
const ofNews = (kind: string, open?: Letter['open']): Letter => ({
  subject: `news.${kind}.title`,
  before: [`news.${kind}.title`, `news.${kind}.content`],
  ...(open && { open }),
  after: ['mail.sign'],
})

/** Letter with a code that a signed-in member asked for: what it does, and a warning not to share it. */
const ownCode = (
  id: 'giftCode' | 'oneTimeCode' | 'dataCopyCode' | 'passkeyCode' | 'walletCode' | 'withdrawalCode',
): Letter => ({
  subject: `mail.${id}.subject`,
  before: [`mail.${id}.hello`],
  standsOut: 'code',
  after: ['mail.ownCode.body', 'mail.ownCode.secret', 'mail.ownCode.notYou', 'mail.sign'],
})

const LETTERS = {
  code: {
    subject: 'mail.code.subject',
    before: ['mail.code.hello'],
    standsOut: 'code',
    after: ['mail.code.body', 'mail.code.ignore', 'mail.sign'],
  },
  giftCode: ownCode('giftCode'),
  oneTimeCode: ownCode('oneTimeCode'),
  dataCopyCode: ownCode('dataCopyCode'),
  passkeyCode: ownCode('passkeyCode'),
  walletCode: ownCode('walletCode'),
  withdrawalCode: ownCode('withdrawalCode'),
  temporaryPassword: {
    subject: 'mail.temporaryPassword.subject',
    before: ['mail.temporaryPassword.hello'],
    standsOut: 'password',
    after: ['mail.temporaryPassword.body', 'mail.temporaryPassword.ignore', 'mail.sign'],
  },
  passwordChanged: {
    subject: 'mail.passwordChanged.subject',
    before: ['mail.passwordChanged.body', 'mail.passwordChanged.passkeys', 'mail.passwordChanged.notYou'],
    after: ['mail.sign'],
  },
  newSignIn: ofNews('sign_in_new_device'),
  signInFailures: ofNews('sign_in_failures'),
  passkeyAdded: ofNews('passkey_added', OPEN_PASSKEYS),
  passkeyDeleted: ofNews('passkey_deleted', OPEN_PASSKEYS),
  marketingAgreed: ofNews('marketing_agreed', OPEN_DETAILS),
  marketingWithdrawn: ofNews('marketing_withdrawn', OPEN_DETAILS),
  marketingReminder: ofNews('marketing_reminder', OPEN_DETAILS),
  passMoved: ofNews('pass_moved', OPEN_PASSES),
  giftReceived: ofNews('gift_received', OPEN_GIFTS),
  giftAccepted: ofNews('gift_accepted', OPEN_GIFTS),
  giftDeclined: ofNews('gift_declined', OPEN_PASSES),
  giftLinkAccepted: ofNews('gift_link_accepted', OPEN_GIFTS),
  giftLinkExpired: ofNews('gift_link_expired', OPEN_PASSES),
  refundCompleted: ofNews('refund_completed', OPEN_PURCHASES),
  refundNothing: ofNews('refund_nothing', OPEN_PURCHASES),
  refundDenied: ofNews('refund_denied', OPEN_PURCHASES),
  reservationConfirmed: ofNews('reservation_confirmed', OPEN_RESERVATIONS),
  welcome: {
    subject: 'mail.welcome.subject',
    before: ['mail.welcome.hello', 'mail.welcome.body'],
    open: ['mail.open.passesForSale', '/pass'],
    after: ['mail.sign'],
  },
  orderPaid: {
    subject: 'mail.orderPaid.subject',
    before: ['mail.orderPaid.hello', 'mail.orderPaid.body'],
    facts: [
      ['mail.order.number', 'number'],
      ['mail.order.product', 'product'],
      ['mail.order.units', 'units'],
      ['mail.order.discount', 'discount'],
      ['mail.order.points', 'points'],
      ['mail.order.amount', 'amount'],
      ['mail.order.paidAt', 'paidAt'],
      ['mail.order.buyer', 'buyer'],
      ['mail.order.cancelUntil', 'cancelUntilAt'],
    ],
    open: OPEN_PASSES,
    after: ['mail.orderPaid.keep', 'mail.sign'],
  },
  refundRequested: {
    subject: 'mail.refundRequested.subject',
    before: ['mail.refundRequested.hello', 'mail.refundRequested.body'],
    facts: [
      ['mail.order.number', 'number'],
      ['mail.order.units', 'units'],
      ['mail.refund.amount', 'amount'],
    ],
    open: OPEN_PURCHASES,
    after: ['mail.sign'],
  },
  inquiryAnswered: {
    subject: 'mail.inquiryAnswered.subject',
    before: ['mail.inquiryAnswered.hello'],
    quotes: 'answer',
    open: ['mail.open.inquiries', '/myPage/inquiry'],
    after: ['mail.sign'],
  },
  reservationCancelled: reservationEnded('asked', 'refund'),
  reservationCancelledFree: reservationEnded('asked', 'nothing'),
  reservationDeclined: reservationEnded('declined', 'refund'),
  reservationDeclinedFree: reservationEnded('declined', 'nothing'),
  reservationClosed: reservationEnded('closed', 'refund'),
  reservationClosedFree: reservationEnded('closed', 'nothing'),
  reservationChargedBack: reservationEnded('takenBack', 'byBank'),
} as const satisfies Record<string, Letter>

export type LetterId = keyof typeof LETTERS
/** Returns whether this release has a letter of this name. */
export const isLetterId = (id: string): id is LetterId => Object.hasOwn(LETTERS, id)

/**
 * Returns subject, text and HTML of a letter in one language. `publicUrl`: the origin of its links. A value without
 * text leaves its fact out.
 */
export const writeLetter = (id: LetterId, locale: Locale, values: Record<string, string>, publicUrl: string) => {
  const letter: Letter = LETTERS[id]
  const write = (sentence: string): string => translate(locale, sentence, values)
  const text = values[letter.standsOut ?? letter.quotes ?? '']
  const written: Written = {
    subject: write(letter.subject),
    before: letter.before.map(write),
    value: text ? { text, isQuoted: letter.quotes !== undefined } : undefined,
    facts: (letter.facts ?? []).flatMap(([label, name]) => (values[name] ? [[write(label), values[name]]] : [])),
    open: letter.open && { label: write(letter.open[0]), url: new URL(letter.open[1], publicUrl).href },
    after: letter.after.map(write),
  }
  return { subject: written.subject, text: letterText(written), html: letterHtml(locale, written) }
}
