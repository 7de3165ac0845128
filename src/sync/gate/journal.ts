import type { Api } from '#api/client.ts'
import { failed, type Answer } from '#api/failure.ts'
import { journal, rules, type JournalResult } from '#contract/calls/gate.ts'
import { GATE_ANSWER_MS, JOURNAL_MAX, UNDO_MS } from '#contract/limits.ts'
import type { Enrolment, EntryRow, GateDb } from '#db/gate.ts'

/** Codes and passes are forgotten after the life of a certificate. */
const FORGET_MS = 31 * 86_400_000
/** Entries that the desk must look at are listed here too, at most so many. */
const KEPT_MAX = 200

interface Deps {
  db: GateDb
  api: Api
  now: () => number
}

const waitingRows = async (db: GateDb): Promise<EntryRow[]> =>
  (await db.entries.orderBy('seq').toArray()).filter(({ result }) => result === null)

const sent = ({ entryUid, seq = 0, at, code, held, undone }: EntryRow) => ({
  entryUid,
  seq,
  at,
  code,
  ...(held && { held }),
  ...(undone && { undone }),
})

/** In their order, as far as they cannot be undone any more: what was sent is out of our hands. */
const readyOf = (rows: readonly EntryRow[], now: number): EntryRow[] => {
  const first = rows.findIndex(({ at, undone }) => undone === undefined && now < at + UNDO_MS)
  return rows.slice(0, first < 0 ? JOURNAL_MAX : Math.min(first, JOURNAL_MAX))
}

/** What was taken goes; what the desk must look at stays to be seen. */
const settle = (db: GateDb, results: readonly JournalResult[]): Promise<void> =>
  db.transaction('rw', db.entries, async () => {
    for (const { entryUid, outcome, reason } of results) {
      const row = await db.entries.where('entryUid').equals(entryUid).first()
      if (row?.seq === undefined) continue
      if (outcome === 'conflict' || outcome === 'marked')
        await db.entries.put({ ...row, code: '', result: { outcome, reason } })
      else await db.entries.delete(row.seq)
    }
    const kept = (await db.entries.orderBy('seq').toArray()).filter(({ result }) => result !== null)
    await db.entries.bulkDelete(kept.slice(0, -KEPT_MAX).flatMap(({ seq }) => (seq === undefined ? [] : [seq])))
  })

const forget = async (db: GateDb, now: number): Promise<void> => {
  await db.seen
    .where('at')
    .below(now - FORGET_MS)
    .delete()
  await db.passes
    .where('heardAt')
    .below(now - FORGET_MS)
    .delete()
}

/**
 * Uploads what was entered with no network, says when nothing waits, and renews the lists: in this order, since the
 * moment at which nothing waits bounds the time of later entries.
 */
export const contact = async ({ db, api, now }: Deps, { credential }: Enrolment): Promise<Answer<null>> => {
  for (;;) {
    const rows = await waitingRows(db)
    const ready = readyOf(rows, now())
    // A last word without entries is quick: nothing is entered here while it is on its way.
    const last = rows.length === 0
    if (!last && ready.length === 0) break
    const answer = await api.call(
      journal,
      { body: { entries: ready.map(sent), moreYn: last ? 'N' : 'Y' } },
      { credential, ...(last && { timeoutMs: GATE_ANSWER_MS }) },
    )
    if (!answer.ok) return failed(answer.failure)
    await settle(db, answer.data.results)
    if (!last) continue
    await db.keep('contactAt', now())
    break
  }
  const lists = await api.call(rules, {}, { credential })
  if (!lists.ok) return failed(lists.failure)
  await db.transaction('rw', db.kept, async () => {
    const mine = await db.read('enrolment')
    // Another scanner by now.
    if (mine?.credential !== credential) return
    await db.keep('rules', lists.data)
    // The server's clock has passed every entry since.
    await db.kept.delete('openedAt')
    await db.keep('enrolment', { ...mine, place: lists.data.place })
  })
  await forget(db, now())
  return { ok: true, data: null }
}
