import type { FailureCode } from '#contract/errors.ts'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'

const CHOICE_REFUSED_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_NOT_ON_SALE',
  'E_SOLD_OUT',
  'E_RESERVE_DATE',
  'E_NO_ROOM',
])

/** Returns whether the server refused what is priced itself: it cannot be ordered at any price. */
export const isChoiceRefused = ({ code }: FailedOutcome): boolean => CHOICE_REFUSED_CODES.has(code)

/**
 * Returns the price that a screen shows after a request for a price; `before` is the price so far. A failed request
 * leaves that price, with all that was typed. The screen says that the price could not be checked and offers to try
 * again. The price can still be ordered: the server charges the sum of the quote or refuses an expired one. Only a
 * choice that the server refuses has no price any more.
 */
export const priceAfter = <T>(answer: Outcome<T>, before: T | null): T | null =>
  answer.ok ? answer.data : isChoiceRefused(answer) ? null : before
