import { CERTIFICATE_DAYS, WALLET_ENDED_DAYS } from '#contract/limits.ts'
import { HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import * as store from './store.ts'
import { deleteEnded } from './wallet.store.ts'

/**
 * Hourly deletions. Codes that opened a gate are kept for the life of a certificate and a day, held codes for
 * `HOLD_MAX_MS`, one-time codes for a day after they expired, wallet passes for `WALLET_ENDED_DAYS` after they were
 * ended.
 */
export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('code-seen-forget', HOUR_MS, ({ db, clock }) =>
    store.deleteSeen(db, clock() - (CERTIFICATE_DAYS + 1) * DAY_MS),
  ),
  recurringJob('gate-held-forget', HOUR_MS, ({ db, clock }) => store.deleteHeld(db, clock() - HOLD_MAX_MS)),
  recurringJob('one-time-code-forget', HOUR_MS, ({ db, clock }) => store.deleteOneTime(db, clock() - DAY_MS)),
  recurringJob('wallet-pass-forget', HOUR_MS, ({ db, clock }) => deleteEnded(db, clock() - WALLET_ENDED_DAYS * DAY_MS)),
]
