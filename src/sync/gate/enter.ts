import type { Verdict } from '#contract/calls/gate.ts'
import { UNDO_MS } from '#contract/limits.ts'
import type { Opened } from '#contract/rules/passCheck.ts'
import type { EntryRow, GateDb, GatePass } from '#db/gate.ts'
import type { GateAnswer } from './answer.ts'
import type { Local } from './judge.ts'

/** Writes of one scan. Whatever is told of a pass is kept, so that the next judgement without a network knows it. */

const passOf = ({ passType, stored, group }: Pick<Local, 'passType' | 'stored' | 'group'>, hereBefore: number | null) =>
  passType === null && !stored
    ? null
    : {
        passType,
        holder: null,
        expiresAt: stored?.expiresAt ?? null,
        allowance: stored?.allowance ?? null,
        group,
        hereBefore,
      }

/** A judgement that enters nothing. */
export const toldHere = (entryUid: string, at: number, local: Exclude<Local, { verdict: 'enter' }>): GateAnswer => ({
  entryUid,
  verdict: local.verdict,
  reason: local.verdict === 'refused' ? local.reason : null,
  offline: true,
  at,
  by: null,
  skewMs: local.verdict === 'hold' ? local.skewMs : null,
  undoUntil: null,
  pass: passOf(local, local.stored?.used?.at ?? null),
})

interface Entering {
  entryUid: string
  at: number
  code: string
  /** Where the entry counts towards an allowance. */
  group: 'A' | 'B' | null
  venue: boolean
  isClockBelieved: boolean
}

/** A newer code of this phone has opened here: of two pages, the other one let it in meanwhile. */
const isOlder = ({ epoch, time }: Opened, stored: Opened | null | undefined): boolean =>
  stored?.epoch === epoch && time < stored.time

const counted = (allowance: GatePass['allowance'], group: 'A' | 'B' | null): GatePass['allowance'] =>
  allowance && group ? { ...allowance, [group]: { ...allowance[group], used: allowance[group].used + 1 } } : allowance

/** Into the journal, in one transaction with what makes a second time impossible: of two pages one enters. */
export const enterHere = (
  db: GateDb,
  { entryUid, at, code, group, venue, isClockBelieved }: Entering,
  local: Pick<Extract<Local, { verdict: 'enter' }>, 'key' | 'passType' | 'seenId' | 'opened' | 'held' | 'skewMs'> & {
    by: GateAnswer['by']
  },
): Promise<GateAnswer> =>
  db.transaction('rw', [db.entries, db.seen, db.passes, db.kept], async () => {
    const { key, passType, seenId, opened, held, by, skewMs } = local
    const stored = await db.passes.get(key)
    const refused = (reason: 'old_code' | 'used_here'): GateAnswer =>
      toldHere(entryUid, at, { passType, stored, group, verdict: 'refused', reason })
    if (seenId !== null && (await db.seen.get(seenId))) return refused('old_code')
    if (opened && isOlder(opened, stored?.opened)) return refused('old_code')
    if (stored?.used) return refused('used_here')
    const row: EntryRow = {
      entryUid,
      at,
      code,
      key,
      result: null,
      ...(held && { held: { code: held.code, at: held.held.arrivedAt } }),
    }
    await db.entries.add(row)
    if (seenId !== null) await db.seen.put({ id: seenId, at })
    const next: GatePass = {
      key,
      used: { at, entryUid },
      expiresAt: stored?.expiresAt ?? null,
      allowance: counted(stored?.allowance ?? null, venue ? null : group),
      heardAt: at,
      group,
      opened: opened ?? stored?.opened ?? null,
    }
    await db.passes.put(next)
    if (isClockBelieved) await db.keep('openedAt', at)
    return {
      entryUid,
      verdict: venue ? 'recorded' : 'admitted',
      reason: null,
      offline: true,
      at,
      by,
      skewMs,
      undoUntil: at + UNDO_MS,
      pass: passOf({ passType, stored: next, group }, stored?.used?.at ?? null),
    }
  })

/** What the server said of a pass: kept for the time without it. */
export const noteHeard = (
  db: GateDb,
  key: string,
  verdict: Verdict,
  code: { seenId: string; opened: Opened } | null,
): Promise<void> =>
  db.transaction('rw', [db.seen, db.passes, db.kept], async () => {
    const { pass, entryUid, at, reason } = verdict
    const entered = verdict.verdict === 'admitted' || verdict.verdict === 'recorded'
    if (entered) await db.keep('openedAt', at)
    if (entered && code) await db.seen.put({ id: code.seenId, at })
    if (!pass) return
    const stored = await db.passes.get(key)
    const before = reason === 'used_here' && pass.hereBefore !== null ? { at: pass.hereBefore, entryUid: '' } : null
    await db.passes.put({
      key,
      used: entered ? { at, entryUid } : before,
      activatedAt: pass.activatedAt,
      expiresAt: pass.expiresAt,
      allowance: pass.allowance,
      heardAt: at,
      // Before the first entry it may still change.
      group: pass.activatedAt === null ? undefined : pass.group,
      opened: entered && code ? code.opened : (stored?.opened ?? null),
    })
  })

/** The entry does not stand any more: its pass may come again. The code stays spent. */
export const noteUndone = (db: GateDb, entryUid: string, placeGroup: 'A' | 'B' | null): Promise<void> =>
  db.transaction('rw', db.passes, async () => {
    const stored = await db.passes.filter(({ used }) => used?.entryUid === entryUid).first()
    if (!stored) return
    // Missing in rows of an earlier release.
    const { allowance, group = placeGroup } = stored
    const allowanceBefore =
      allowance && group
        ? { ...allowance, [group]: { ...allowance[group], used: Math.max(0, allowance[group].used - 1) } }
        : allowance
    // The entry that began the window takes it back, as at the server.
    const isFirst = stored.used !== null && stored.activatedAt === stored.used.at
    const unused = isFirst ? { activatedAt: null, expiresAt: null, group: undefined } : {}
    await db.passes.put({ ...stored, ...unused, used: null, allowance: allowanceBefore })
  })
