import type { FailureCode } from '#contract/errors.ts'
import { showOnThisPhone } from './myPass.ts'
import type { FailedOutcome } from './outcome.ts'

/** Error codes that concern one pass alone: the next pass may still be bound. */
const OF_ONE_PASS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_PASS_ELSEWHERE',
  'E_PASS_NOT_LIVE',
])

/**
 * Binds passes that no phone holds to this phone, one after the other (L2), and draws their codes (L3). Resolves with
 * the first failure, null when all are bound; after a failure that concerns every pass the remaining ones are not tried.
 */
export const bindPasses = async (passUids: readonly string[]): Promise<FailedOutcome | null> => {
  let first: FailedOutcome | null = null
  for (const passUid of passUids) {
    const outcome = await showOnThisPhone(passUid)
    if (outcome.ok) continue
    first ??= outcome
    if (!OF_ONE_PASS.has(outcome.code)) break
  }
  return first
}
