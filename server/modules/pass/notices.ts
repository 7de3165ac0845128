import { passState } from '#contract/rules/passState.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import type { Tx } from '#server/db/connect.ts'
import { inside, schedule, type JobKind, type Taken } from '#server/modules/job/service.ts'
import { tell } from '#server/modules/news/service.ts'
import * as store from './store.ts'

/** How long before its end a running pass is announced to end (specification 4). */
const EXPIRING_MS = 6 * 3_600_000
const EXPIRING = 'pass-expiring'
const EXPIRED = 'pass-expired'

type Started = Pick<store.Pass, 'passUid' | 'memberId' | 'passType' | 'windowHours'>

/**
 * Tells that a pass was started at `activatedAt`, and sees to it that its last 6 hours and its end are told in their
 * time. To be called in the transaction of the first entry, under the pass's lock (specification 4).
 */
export const announceActivation = async (tx: Tx, pass: Started, activatedAt: number): Promise<void> => {
  const { passUid, memberId, passType, windowHours } = pass
  const expiresAt = windowEnd(activatedAt, windowHours)
  const key = `${passUid}:${activatedAt}`
  // A card that nobody registered has nobody to tell; it may have by then.
  if (memberId !== null)
    await tell(tx, {
      memberId,
      kind: 'pass_activated',
      key: `pass_activated:${key}`,
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

/** A pass with a member, started. */
type Running = store.Pass & { memberId: string; activatedAt: number }

/** The pass of a notice as it is now; undefined when its start was undone, it was taken back, or is nobody's. */
const stillRunning = async (tx: Tx, { args }: Taken): Promise<Running | undefined> => {
  const pass = await store.findAny(tx, String(args.passUid))
  if (!pass || pass.voided !== null || pass.activatedAt === null || pass.memberId === null) return undefined
  const { memberId, activatedAt } = pass
  return activatedAt === args.activatedAt ? { ...pass, memberId, activatedAt } : undefined
}

export const JOB_KINDS: readonly JobKind[] = [
  inside(EXPIRING, async (tx, job, { clock }) => {
    const pass = await stillRunning(tx, job)
    if (!pass) return
    const { passUid, memberId, passType, windowHours, activatedAt } = pass
    const entries = await store.admissionsOf(tx, [passUid])
    // Used up already, or the server was away until the end: then only the end is told.
    if (passState({ ...pass, type: passType, entries }, clock()) !== 'in_use') return
    const expiresAt = windowEnd(activatedAt, windowHours)
    const key = `pass_expiring:${passUid}:${activatedAt}`
    await tell(tx, { memberId, kind: 'pass_expiring', key, values: { pass: passType, expiresAt }, at: clock() })
  }),

  inside(EXPIRED, async (tx, job) => {
    const pass = await stillRunning(tx, job)
    if (!pass) return
    const { passUid, memberId, passType, windowHours, activatedAt } = pass
    const key = `pass_expired:${passUid}:${activatedAt}`
    const at = windowEnd(activatedAt, windowHours)
    await tell(tx, { memberId, kind: 'pass_expired', key, values: { pass: passType }, at })
  }),
]
