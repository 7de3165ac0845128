import { BCP47, type Locale } from '#contract/locales.ts'
import { translate } from '#server/texts.ts'

/** A letter: ids of sentences, and one value between them in large type (`standsOut`) or as a quotation (`quotes`). */
interface Letter {
  subject: string
  before: string[]
  standsOut?: string
  quotes?: string
  after: string[]
}

/** Letter about a cancelled reservation: why it ended, and what happens to the money. */
const reservationEnded = (why: 'asked' | 'declined' | 'takenBack', money: 'refund' | 'nothing' | 'byBank'): Letter => ({
  subject: 'mail.reservation.subject',
  before: [`mail.reservation.${why}`, 'mail.reservation.when', `mail.reservation.${money}`],
  after: ['mail.reservation.points', 'mail.sign'],
})

/** Letter with the text of a news entry. */
const ofNews = (kind: string): Letter => ({
  subject: `news.${kind}.title`,
  before: [`news.${kind}.title`, `news.${kind}.content`],
  after: ['mail.sign'],
})

/** Letter with a code that a signed-in member asked for: what it does, and a warning not to share it. */
const ownCode = (id: 'giftCode' | 'oneTimeCode' | 'withdrawalCode'): Letter => ({
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
  withdrawalCode: ownCode('withdrawalCode'),
  temporaryPassword: {
    subject: 'mail.temporaryPassword.subject',
    before: ['mail.temporaryPassword.hello'],
    standsOut: 'password',
    after: ['mail.temporaryPassword.body', 'mail.temporaryPassword.ignore', 'mail.sign'],
  },
  passwordChanged: {
    subject: 'mail.passwordChanged.subject',
    before: ['mail.passwordChanged.body', 'mail.passwordChanged.notYou'],
    after: ['mail.sign'],
  },
  newSignIn: ofNews('sign_in_new_device'),
  signInFailures: ofNews('sign_in_failures'),
  passMoved: ofNews('pass_moved'),
  inquiryAnswered: {
    subject: 'mail.inquiryAnswered.subject',
    before: ['mail.inquiryAnswered.hello'],
    quotes: 'answer',
    after: ['mail.sign'],
  },
  reservationCancelled: reservationEnded('asked', 'refund'),
  reservationCancelledFree: reservationEnded('asked', 'nothing'),
  reservationDeclined: reservationEnded('declined', 'refund'),
  reservationDeclinedFree: reservationEnded('declined', 'nothing'),
  reservationChargedBack: reservationEnded('takenBack', 'byBank'),
} as const satisfies Record<string, Letter>

export type LetterId = keyof typeof LETTERS
export const isLetterId = (id: string): id is LetterId => Object.hasOwn(LETTERS, id)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for HTML elements and quoted attributes. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const LARGE = 'font-size:28px;font-weight:bold;letter-spacing:4px'
const QUOTED = 'white-space:pre-wrap;padding-left:12px;border-left:3px solid #888'

/** Returns subject, text and HTML of a letter in one language. */
export const writeLetter = (id: LetterId, locale: Locale, values: Record<string, string>) => {
  const letter: Letter = LETTERS[id]
  const sentences = (ids: readonly string[]) => ids.map((sentence) => translate(locale, sentence, values))
  const value = values[letter.standsOut ?? letter.quotes ?? ''] ?? ''
  const before = sentences(letter.before)
  const after = sentences(letter.after)
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  return {
    subject: translate(locale, letter.subject, values),
    text: `${[...before, value, ...after].filter(Boolean).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${BCP47[locale]}"><body style="font:16px/1.5 sans-serif">`,
      paragraphs(before),
      ...(value ? [`<p style="${letter.quotes ? QUOTED : LARGE}">${escapeHtml(value)}</p>`] : []),
      paragraphs(after),
      '</body></html>',
    ].join('\n'),
  }
}
