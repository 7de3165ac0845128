import type { Verdict } from '#contract/calls/gate.ts'
import { UNDO_MS } from '#contract/limits.ts'
import type { Opened } from '#contract/rules/passCheck.ts'
import type { EntryRow, GateDb, GatePass } from '#db/gate.ts'
import type { GateAnswer } from './answer.ts'
import type { LocalJudgement } from './judge.ts'

/** Writes of one scan. What the server says about a pass is stored, for later judgements without a network (G21). */

const passOf = (
  { passType, stored, group }: Pick<LocalJudgement, 'passType' | 'stored' | 'group'>,
  hereBefore: number | null,
) =>
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

/** Returns the answer to a scan that is not entered. */
export const localAnswer = (
  entryUid: string,
  at: number,
  local: Exclude<LocalJudgement, { verdict: 'enter' }>,
): GateAnswer => ({
  entryUid,
  verdict: local.verdict,
  reason: local.verdict === 'refused' ? local.reason : null,
  kind: 'pass',
  voucher: null,
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
  /** The group in whose allowance the entry counts. */
  group: 'A' | 'B' | null
  venue: boolean
  isClockBelieved: boolean
}

/** Returns whether a newer code of the same epoch has opened meanwhile, on another page of this scanner (G10). */
const isOlder = ({ epoch, time }: Opened, stored: Opened | null | undefined): boolean =>
  stored?.epoch === epoch && time < stored.time

const counted = (allowance: GatePass['allowance'], group: 'A' | 'B' | null): GatePass['allowance'] =>
  allowance && group ? { ...allowance, [group]: { ...allowance[group], used: allowance[group].used + 1 } } : allowance

/**
 * Writes the entry, its code and its pass in one transaction, so that of two pages only one admits (G25). Checks there
 * once more what another page may have written meanwhile; resolves with the answer to show.
 */
export const enterLocally = (
  db: GateDb,
  { entryUid, at, code, group, venue, isClockBelieved }: Entering,
  local: Pick<
    Extract<LocalJudgement, { verdict: 'enter' }>,
    'key' | 'passType' | 'seenId' | 'opened' | 'held' | 'skewMs'
  > & {
    by: GateAnswer['by']
  },
): Promise<GateAnswer> =>
  db.transaction('rw', [db.entries, db.seen, db.passes, db.kept], async () => {
    const { key, passType, seenId, opened, held, by, skewMs } = local
    const stored = await db.passes.get(key)
    const refused = (reason: 'old_code' | 'used_here'): GateAnswer =>
      localAnswer(entryUid, at, { passType, stored, group, verdict: 'refused', reason })
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
      kind: 'pass',
      voucher: null,
      offline: true,
      at,
      by,
      skewMs,
      undoUntil: at + UNDO_MS,
      pass: passOf({ passType, stored: next, group }, stored?.used?.at ?? null),
    }
  })

/** Stores what the server said about a pass, for judgements without a network (G21). */
export const storeVerdict = (
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
    // Keeps the entry of this scanner, so that it can be undone and still counts today.
    const entryUidBefore = stored?.used?.at === pass.hereBefore ? (stored?.used?.entryUid ?? '') : ''
    const before =
      reason === 'used_here' && pass.hereBefore !== null ? { at: pass.hereBefore, entryUid: entryUidBefore } : null
    await db.passes.put({
      key,
      used: entered ? { at, entryUid } : before,
      activatedAt: pass.activatedAt,
      expiresAt: pass.expiresAt,
      allowance: pass.allowance,
      heardAt: at,
      // Before the first entry the group can still change (G15).
      group: pass.activatedAt === null ? undefined : pass.group,
      opened: entered && code ? code.opened : (stored?.opened ?? null),
    })
  })

/** Gives back an undone entry's place in the allowance; its pass may enter again, its code stays spent (G10, G27). */
export const storeUndo = (db: GateDb, entryUid: string, placeGroup: 'A' | 'B' | null): Promise<void> =>
  db.transaction('rw', db.passes, async () => {
    const stored = await db.passes.filter(({ used }) => used?.entryUid === entryUid).first()
    if (!stored) return
    // Rows of earlier releases have no `group`.
    const { allowance, group = placeGroup } = stored
    const allowanceBefore =
      allowance && group
        ? { ...allowance, [group]: { ...allowance[group], used: Math.max(0, allowance[group].used - 1) } }
        : allowance
    // Undoing the entry that began the window ends the window, as the server does (G27).
    const isFirst = stored.used !== null && stored.activatedAt === stored.used.at
    const unused = isFirst ? { activatedAt: null, expiresAt: null, group: undefined } : {}
    await db.passes.put({ ...stored, ...unused, used: null, allowance: allowanceBefore })
  })
