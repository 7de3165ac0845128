import { ERASED_WITHIN_MS } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { forgetMailbox as forgetCodes } from '#server/modules/cert/service.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import { inside, schedule, type JobKind } from '#server/modules/job/service.ts'
import { checkOwnPassword } from '#server/modules/member/service.ts'
import { endSessions } from '#server/modules/session/service.ts'
import { erase } from './erasure.ts'
import * as store from './store.ts'

const ERASE = 'erase-member'

/** What must come to its end first. Throws `E_WITHDRAW_PAYMENT`, `E_WITHDRAW_REFUND`, `E_WITHDRAW_GIFT`. */
const checkOpen = async (tx: Tx, memberId: string): Promise<void> => {
  if (await store.hasPayment(tx, memberId)) throw new Refusal('E_WITHDRAW_PAYMENT')
  if (await store.hasRefund(tx, memberId)) throw new Refusal('E_WITHDRAW_REFUND')
  if (await store.hasGift(tx, memberId)) throw new Refusal('E_WITHDRAW_GIFT')
}

/**
 * Ends a membership (specification 4, 5): signed out everywhere and without a name at once, erased by a job within a day.
 * Throws `E_WITHDRAW_AGREE`, `E_PASSWORD_MISMATCH`, `E_THROTTLED` and what `checkOpen` throws.
 */
export const withdraw = async (
  deps: Deps,
  { memberId, agreed, password, ip }: { memberId: string; agreed: boolean; password: string | undefined; ip: string },
): Promise<{ erasedBy: number }> => {
  if (!agreed) throw new Refusal('E_WITHDRAW_AGREE')
  await checkOwnPassword(deps, memberId, password, ip)
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const row = await store.lockMember(tx, memberId)
    if (!row) throw new Refusal('E_TOKEN')
    await checkOpen(tx, memberId)
    await revokeDevices(tx, memberId)
    await endSessions(tx, memberId, now)
    await store.withdraw(tx, memberId, now)
    await forgetCodes(tx, row.email)
    await schedule(tx, { kind: ERASE, key: `erase:${memberId}`, dueAt: now, args: { memberId } })
  })
  return { erasedBy: now + ERASED_WITHIN_MS }
}

export const JOB_KINDS: readonly JobKind[] = [inside(ERASE, (tx, { args }) => erase(tx, String(args.memberId)))]
