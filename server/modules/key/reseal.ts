import { MINUTE_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { resealCards } from '#server/modules/card/service.ts'
import { resealCodes } from '#server/modules/goodsCode/service.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { lackingRoots } from './ring.ts'
import * as store from './store.ts'

/** From then on each server signs with a root that has begun to sign, and seals nothing under the former one. */
const SETTLED_MS = MINUTE_MS
const EVERY_MS = 10 * MINUTE_MS

/**
 * Seals what can be sealed anew under the root that signs, once for each root. Does nothing before a rotation, nor on a
 * server that lacks a root: it could not open all, or would seal under another root.
 */
export const reseal = async ({ db, keys, clock, log }: Deps): Promise<void> => {
  const { roots, signingRoot } = keys.ring
  const root = roots.find(({ rootId }) => rootId === signingRoot)
  if (!root || root.sealedAt !== null || clock() < root.signsAt + SETTLED_MS) return
  if (lackingRoots(keys).length > 0) return
  const [cards, codes] = [await resealCards(db, keys), await resealCodes(db, keys)]
  await store.markSealed(db, root.rootId, clock())
  log.info({ root: root.rootId, cards, codes }, 'cards and codes are sealed under the root that signs')
}

export const JOB_KINDS: readonly JobKind[] = [recurringJob('roots-reseal', EVERY_MS, reseal)]
