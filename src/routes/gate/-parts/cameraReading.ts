import { CODE_PERIOD_MS } from '#contract/limits.ts'
import { ARRIVAL_TOLERANCE_MS } from '#contract/rules/passCheck.ts'
import { acceptedAnswer, type Party, type PartyAnswer } from './party.ts'

/** Minimum display time of an answer before the next visitor of a party replaces it. */
export const READ_MS = 1_200
/** After “next scan”, time in which the codes just answered are ignored: the phone may still be in the picture. */
export const GONE_MS = 2_500
/** Within this time a phone that draws live codes has shown its next one. */
export const NEXT_CODE_MS = CODE_PERIOD_MS + ARRIVAL_TOLERANCE_MS + 500
/** While a code is held, a code of another pass is ignored until the held one was out of the picture this long. */
export const HELD_GONE_MS = 8_000

/** What the scanner shows when the camera reads a code; times in ms of a monotonic clock. */
export interface ReadingContext {
  /** The answer on the screen; null while none is shown. */
  shown: { text: string; subject: string; isHeld: boolean; at: number } | null
  /** When the camera last read the held pass. */
  heldAt: number
  /** When the camera first read this text in a row. */
  seenAt: number
  party: Party
  /** The passes that were answered before “next scan”. */
  closed: ReadonlySet<string>
  closedAt: number
}

/**
 * Decides what a reading of the camera means, which repeats a code while it is in the picture: a new scan, nothing, or
 * the code of a visitor who is accepted already (decision 0146).
 */
export const decideReading = (
  { text, subject, at }: { text: string; subject: string; at: number },
  { shown: answered, heldAt, seenAt, party, closed, closedAt }: ReadingContext,
): 'judge' | 'ignore' | PartyAnswer => {
  if (!answered) return closed.has(subject) && at - closedAt < GONE_MS ? 'ignore' : 'judge'
  if (answered.isHeld) {
    if (subject !== answered.subject) return at - heldAt < HELD_GONE_MS ? 'ignore' : 'judge'
    return text === answered.text && at - seenAt < NEXT_CODE_MS ? 'ignore' : 'judge'
  }
  if (subject === answered.subject || at - answered.at < READ_MS) return 'ignore'
  return acceptedAnswer(party, subject) ?? 'judge'
}
