import { MARKETING_REMINDER_AHEAD_MS, MARKETING_REMINDER_YEARS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import * as store from './store.ts'

/** Consent to news and offers: Network Act Art. 50(7) and 50(8), decision 0338. */

/** Members of one round of the job; the next round takes the others. */
const BATCH = 500

/** Tells a member by news and mail what became of the consent and when, in the transaction of the change. */
export const noteConsent = (tx: Tx, memberId: string, isAgreed: boolean, at: number): Promise<void> =>
  isAgreed
    ? notifyMember(tx, {
        memberId,
        kind: 'marketing_agreed',
        key: `marketing_agreed:${memberId}:${at}`,
        values: { agreedAt: at },
        at,
      })
    : notifyMember(tx, {
        memberId,
        kind: 'marketing_withdrawn',
        key: `marketing_withdrawn:${memberId}:${at}`,
        values: { withdrawnAt: at },
        at,
      })

/**
 * Returns the instant, ms UTC: a consent that was given, or a member who was last reminded, at or before it is due. Two
 * calendar years before `now`, and a fortnight less, because the law wants the reminder before the day comes round.
 */
export const remindedSince = (now: number): number => {
  const cutoff = new Date(now + MARKETING_REMINDER_AHEAD_MS)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - MARKETING_REMINDER_YEARS)
  return cutoff.getTime()
}

/** Reminds the members whose consent is due. Each reminder is written once, whichever server is first. */
export const remindMembers = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  const cutoff = remindedSince(now)
  for (;;) {
    const due = await store.marketingDue(db, cutoff, BATCH)
    for (const { id, marketingAt, lastAt } of due)
      await db.transaction(async (tx) => {
        if (!(await store.markReminded(tx, { id, marketingAt, cutoff, now }))) return
        const key = `marketing_reminder:${id}:${lastAt}`
        await notifyMember(tx, {
          memberId: id,
          kind: 'marketing_reminder',
          key,
          values: { agreedAt: marketingAt },
          at: now,
        })
      })
    if (due.length < BATCH) return
  }
}

export const MARKETING_JOBS: readonly JobKind[] = [recurringJob('marketing-reminders', DAY_MS, remindMembers)]
