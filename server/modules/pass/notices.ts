import { passState } from '#contract/rules/passState.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { databaseJob, schedule, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { notifyMember, retract } from '#server/modules/news/service.ts'
import * as store from './store.ts'

/** How long before the end of a running pass its holder is notified (spec 4.12). */
const EXPIRING_MS = 6 * HOUR_MS
const EXPIRING = 'pass-expiring'
const EXPIRED = 'pass-expired'

/** Key of the news entry of an activation. */
const activationKey = (passUid: string, activatedAt: number): string => `pass_activated:${passUid}:${activatedAt}`

type Started = Pick<store.Pass, 'passUid' | 'memberId' | 'passType' | 'windowHours'>

/**
 * Notifies the holder at `now` that the pass was activated at `activatedAt`, and schedules the notices 6 hours before
 * its end and at its end. Call it in the transaction of the first entry, under the pass's lock (spec 4.11 to 4.13).
 */
export const announceActivation = async (tx: Tx, pass: Started, activatedAt: number, now: number): Promise<void> => {
  const { passUid, memberId, passType, windowHours } = pass
  const expiresAt = windowEnd(activatedAt, windowHours)
  const key = `${passUid}:${activatedAt}`
  // An unregistered card has no member yet; it may have one when the jobs run. When a gate reports the activation after
  // the end of the window, only the end is announced.
  if (memberId !== null && now < expiresAt)
    await notifyMember(tx, {
      memberId,
      kind: 'pass_activated',
      key: activationKey(passUid, activatedAt),
      values: { pass: passType, expiresAt },
      at: activatedAt,
    })
  const args = { passUid, activatedAt }
  await schedule(
    tx,
    { kind: EXPIRING, key: `${EXPIRING}:${key}`, dueAt: expiresAt - EXPIRING_MS, args },
    { kind: EXPIRED, key: `${EXPIRED}:${key}`, dueAt: expiresAt, args },
  )
}

/**
 * Deletes the news of an activation that was undone. Its scheduled notices find the pass not activated, and send
 * nothing. Call it in the transaction of the undo, under the pass's lock.
 */
export const retractActivation = async (
  tx: Tx,
  { passUid, memberId }: Pick<Started, 'passUid' | 'memberId'>,
  activatedAt: number,
): Promise<void> => {
  if (memberId !== null) await retract(tx, memberId, activationKey(passUid, activatedAt))
}

/** An activated pass with a member. */
type Running = store.Pass & { memberId: string; activatedAt: number }

/** Returns the pass of a notice; undefined when its activation was undone, it was voided, or it has no member. */
const stillRunning = async (tx: Tx, { args }: LeasedJob): Promise<Running | undefined> => {
  const pass = await store.findAny(tx, String(args.passUid))
  if (!pass || pass.voided !== null || pass.activatedAt === null || pass.memberId === null) return undefined
  const { memberId, activatedAt } = pass
  return activatedAt === args.activatedAt ? { ...pass, memberId, activatedAt } : undefined
}

export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(EXPIRING, async (tx, job, { clock }) => {
    const pass = await stillRunning(tx, job)
    if (!pass) return
    const { passUid, memberId, passType, windowHours, activatedAt } = pass
    const entries = await store.admissionsOf(tx, [passUid])
    // Used up, or the server was down until the end: only the end is announced.
    if (passState({ ...pass, type: passType, entries }, clock()) !== 'in_use') return
    const expiresAt = windowEnd(activatedAt, windowHours)
    const key = `pass_expiring:${passUid}:${activatedAt}`
    await notifyMember(tx, { memberId, kind: 'pass_expiring', key, values: { pass: passType, expiresAt }, at: clock() })
  }),

  databaseJob(EXPIRED, async (tx, job) => {
    const pass = await stillRunning(tx, job)
    if (!pass) return
    const { passUid, memberId, passType, windowHours, activatedAt } = pass
    const key = `pass_expired:${passUid}:${activatedAt}`
    const at = windowEnd(activatedAt, windowHours)
    await notifyMember(tx, { memberId, kind: 'pass_expired', key, values: { pass: passType }, at })
  }),
]
