/** What the start-up script shows before anything else is read: no Dexie here. */
import type { PassType } from '#contract/codes.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import type { PassRow, SessionPointer } from './names.ts'

/** Key in local storage, which can be read within the first frame. Never renamed. */
export const SHOWN_KEY = 'hp-shown'

/** The pass that is shown first, as it was last drawn. */
export interface First {
  passType: PassType
  /** SVG path of the dark modules, and modules on a side. */
  path: string
  size: number
}

/**
 * Whose passes are shown, and the first of them. A copy of what the databases hold, and there no longer than they are:
 * without it the start-up script reads them. `first` is missing until they were looked at, null when no pass has a code.
 */
export interface Shown extends Pick<SessionPointer, 'dbName' | 'keep'> {
  first?: First | null
}

/** The pass that the application shows first, if it is live and has been drawn; never one that was `given`. */
export const firstOf = (rows: readonly PassRow[], given: ReadonlySet<string> = new Set()): First | null => {
  const row = rows.filter(({ passUid }) => !given.has(passUid)).toSorted((a, b) => byUse(a.pass, b.pass))[0]
  if (!row?.drawn?.path || !isLive(row.pass.state)) return null
  const { path, size } = row.drawn
  return { passType: row.pass.passType, path, size }
}
