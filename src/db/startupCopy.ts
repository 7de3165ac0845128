/** The copy that the start-up script shows before the databases are read (L13, L14); imports no Dexie. */
import type { PassType } from '#contract/codes.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import type { DrawnRow, PassRow, SessionPointer } from './names.ts'

/** Key in local storage, which is readable within the first frame. Never rename it. */
export const STARTUP_COPY_KEY = 'hp-shown'

/** The drawn code of the pass that the application shows first. */
export interface StartupPass {
  passType: PassType
  /** SVG path of the dark modules; `size` is the number of modules on a side. */
  path: string
  size: number
  /** True when other passes stand beside it, for which it is drawn narrower. Missing in copies of earlier releases. */
  isOneOfSeveral?: boolean
}

/**
 * The copy in local storage: whose passes are shown, and the first of them. Without it the start-up script reads the
 * databases. `first` is missing until the application has read them, and null when there is no code to show.
 */
export interface StartupCopy extends Pick<SessionPointer, 'dbName' | 'keep'> {
  first?: StartupPass | null
}

/**
 * Returns the pass that the application shows first, if it is live, else null. Skips passes in `giftUids` or in a
 * request for a refund (L13).
 */
export const firstPassOf = (rows: readonly PassRow[], giftUids: ReadonlySet<string>): PassRow | null => {
  const row = rows
    .filter(({ passUid, pass }) => !giftUids.has(passUid) && pass.refundRequestedYn !== 'Y')
    .toSorted((a, b) => byUse(a.pass, b.pass))[0]
  return row && isLive(row.pass.state) ? row : null
}

/**
 * Returns what the start-up script draws of that pass; null without a pass, or without a code of its pass epoch.
 * `total`: number of passes on the screen.
 */
export const startupPassOf = (first: PassRow | null, drawn: DrawnRow | undefined, total: number): StartupPass | null =>
  first && drawn?.path && drawn.epoch === first.pass.epoch
    ? { passType: first.pass.passType, path: drawn.path, size: drawn.size, isOneOfSeveral: total > 1 }
    : null
