import type { UNDO_REASONS } from '#contract/calls/gate.ts'
import { UNDO_MS } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate } from '#server/http/serve.ts'
import { retractActivation } from '#server/modules/pass/service.ts'
import { factsOf } from './service.ts'
import * as store from './store.ts'

export interface Undo {
  entryUid: string
  reason: (typeof UNDO_REASONS)[number]
  note?: string | undefined
}

type Kind = 'entry' | 'discount'

/**
 * Undoes a use that is younger than `after` (ms UTC), under the lock of its pass. If the entry started the pass's window
 * and no other entry stands, clears the window and its group list, and deletes the news of the activation. The code
 * stays spent. Returns false, and changes nothing, when the use is older or was undone before.
 */
export const undoUnderLock = async (
  tx: Tx,
  { kind, use, undo }: { kind: Kind; use: store.FoundUse; undo: store.Undo },
  { pass, after }: { pass: store.Pass | undefined; after: number },
): Promise<boolean> => {
  if (!(await store.undoUse(tx, kind, use.entryUid, undo, after))) return false
  if (kind === 'discount') await store.refreshDiscountUsed(tx, use.passUid)
  if (pass && pass.activatedAt === use.at && kind === 'entry') {
    const { entries } = factsOf(pass, await store.entriesOf(tx, pass.passUid))
    if (entries.length === 0) {
      await store.clearWindow(tx, pass.passUid)
      await retractActivation(tx, pass, use.at)
    }
  }
  return true
}

/**
 * Undoes an entry or a discount of this gate within 60 s (G27). Idempotent: a retry gets the time and reason of the
 * first. Throws `E_NOT_FOUND`, also for another gate's use; `E_UNDO_LATE` after 60 s.
 */
export const undoEntry = async (tx: Tx, gate: Gate, { entryUid, reason, note }: Undo, clock: () => number) => {
  const kind = gate.kind === 'venue' ? 'discount' : 'entry'
  const use = await store.findUse(tx, kind, entryUid)
  if (use?.gateUid !== gate.gateUid) throw new Refusal('E_NOT_FOUND')
  const pass = await store.lock(tx, use.passUid)
  const now = clock()
  const undo = { undoneAt: now, undoReason: reason, undoNote: note ?? null }
  if (!(await undoUnderLock(tx, { kind, use, undo }, { pass, after: now - UNDO_MS }))) {
    const before = await store.findUse(tx, kind, entryUid)
    if (before?.undoneAt === null || !before?.undoReason) throw new Refusal('E_UNDO_LATE')
    return { entryUid, undoneAt: before.undoneAt, reason: before.undoReason }
  }
  return { entryUid, undoneAt: now, reason }
}
