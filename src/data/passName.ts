import { passName } from '#sync/outbox/commands/passName.ts'
import { queueAction, type Delivery } from './queueAction.ts'
import type { Outcome } from './outcome.ts'

/**
 * Queues a name for a pass, in the form of `contract/rules/text.ts`; null removes it. Resolves when the action is
 * stored on this phone, or sent.
 */
export const setPassName = (passUid: string, name: string | null): Promise<Outcome<Delivery>> =>
  queueAction(passName, { passUid, name })
