import type { MyPass } from '#contract/calls/mypage.ts'
import { SECOND_MS } from '#contract/time.ts'

export type Entry = MyPass['admissions'][number]

/** What a screen tells about entries that came to the mirror, or left it, while it shows. */
export interface Landing {
  kind: 'entered' | 'undone'
  /** The newest of them. */
  entry: Entry
  /** Keys of the new entries, whose stamps land; empty after an undo. */
  keys: ReadonlySet<string>
}

/**
 * The start-up script shows the code before the application does, so an entry may be this much older than the screen.
 */
const STARTUP_MS = 10 * SECOND_MS

/** Returns the key of an entry within its pass: a place admits a pass once, unless the entry was undone. */
export const entryKey = ({ gdsUid, at }: Entry): string => `${gdsUid}:${at}`

const without = (list: readonly Entry[], excluded: readonly Entry[]): Entry[] => {
  const keys = new Set(excluded.map(entryKey))
  return list.filter((entry) => !keys.has(entryKey(entry)))
}
const newest = (list: readonly Entry[]): Entry | undefined => list.toSorted((a, b) => b.at - a.at)[0]

/**
 * Compares the entries that a screen showed with those that it shows next (L20, L21). Returns null when nothing is
 * announced: no entry has changed, or the new ones are from before the screen opened (`shownAt`, server-corrected ms)
 * and are shown without an announcement. A new entry takes precedence over an undone one.
 */
export const landingOf = (before: readonly Entry[], after: readonly Entry[], shownAt: number): Landing | null => {
  const entered = without(after, before).filter(({ at }) => at >= shownAt - STARTUP_MS)
  const [first, undone] = [newest(entered), newest(without(before, after))]
  if (first) return { kind: 'entered', entry: first, keys: new Set(entered.map(entryKey)) }
  return undone ? { kind: 'undone', entry: undone, keys: new Set() } : null
}
