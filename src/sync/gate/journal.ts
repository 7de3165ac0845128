import type { Api } from '#api/client.ts'
import { failedAnswer, type Answer } from '#api/failure.ts'
import { journal, rules, type JournalResult } from '#contract/calls/gate.ts'
import { GATE_ANSWER_MS, JOURNAL_MAX, UNDO_MS } from '#contract/limits.ts'
import { cleaned } from '#contract/rules/text.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Enrolment, EntryRow, GateDb } from '#db/gate.ts'

/** Codes and passes are deleted after this time, the life of a certificate and a day (G34). */
const FORGET_MS = 31 * DAY_MS
/** At most this many entries are listed for staff, the newest (G30). */
const KEPT_MAX = 200

interface Deps {
  db: GateDb
  api: Api
  now: () => number
}

const waitingRows = async (db: GateDb): Promise<EntryRow[]> =>
  (await db.entries.orderBy('seq').toArray()).filter(({ result }) => result === null)

/** Notes of staff are cleaned here, as the server refuses a whole upload for one character. */
const sent = ({ entryUid, seq = 0, at, code, held, undone }: EntryRow) => ({
  entryUid,
  seq,
  at,
  code,
  ...(held && { held }),
  ...(undone && { undone: { ...undone, ...(undone.note !== undefined && { note: cleaned(undone.note) }) } }),
})

/** Returns the entries to upload: in order, up to the first that can still be undone (G28). */
const readyOf = (rows: readonly EntryRow[], now: number): EntryRow[] => {
  const first = rows.findIndex(({ at, undone }) => undone === undefined && now < at + UNDO_MS)
  return rows.slice(0, first < 0 ? JOURNAL_MAX : Math.min(first, JOURNAL_MAX))
}

/** Deletes accepted entries, and keeps marked ones and conflicts for staff to see, without their codes (G30). */
const settle = (db: GateDb, results: readonly JournalResult[]): Promise<void> =>
  db.transaction('rw', db.entries, async () => {
    for (const { entryUid, outcome, reason } of results) {
      const row = await db.entries.where('entryUid').equals(entryUid).first()
      if (row?.seq === undefined) continue
      if (outcome === 'conflict' || outcome === 'marked')
        await db.entries.put({ ...row, code: '', result: { outcome, reason } })
      else await db.entries.delete(row.seq)
    }
    const deskEntries = (await db.entries.orderBy('seq').toArray()).filter(({ result }) => result !== null)
    await db.entries.bulkDelete(deskEntries.slice(0, -KEPT_MAX).flatMap(({ seq }) => (seq === undefined ? [] : [seq])))
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
 * Uploads the journal, reports to the server when no entry waits (G28), and fetches the gate lists. In this order: the
 * time of the report is the last contact, which bounds the times of later entries.
 */
export const contact = async ({ db, api, now }: Deps, { credential }: Enrolment): Promise<Answer<null>> => {
  for (;;) {
    const rows = await waitingRows(db)
    const ready = readyOf(rows, now())
    // The report that nothing waits has a short timeout, so that no entry is made while it is under way.
    const last = rows.length === 0
    if (!last && ready.length === 0) break
    const answer = await api.call(
      journal,
      { body: { entries: ready.map(sent), moreYn: last ? 'N' : 'Y' } },
      { credential, ...(last && { timeoutMs: GATE_ANSWER_MS }) },
    )
    if (!answer.ok) return failedAnswer(answer.failure)
    await settle(db, answer.data.results)
    if (!last) continue
    await db.keep('contactAt', now())
    break
  }
  const lists = await api.call(rules, {}, { credential })
  if (!lists.ok) return failedAnswer(lists.failure)
  await db.transaction('rw', db.kept, async () => {
    const enrolled = await db.read('enrolment')
    // The scanner was enrolled anew meanwhile.
    if (enrolled?.credential !== credential) return
    await db.keep('rules', lists.data)
    // The server made the lists after these entries: `madeAt` replaces `openedAt` in the known instant.
    await db.kept.delete('openedAt')
    await db.keep('enrolment', { ...enrolled, place: lists.data.place })
  })
  await forget(db, now())
  return { ok: true, data: null }
}
