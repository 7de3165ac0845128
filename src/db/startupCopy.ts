/** The copy that the start-up script shows before the databases are read (L13, L14); imports no Dexie. */
import type { PassType } from '#contract/codes.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isLive } from '#contract/rules/passState.ts'
import type { PassRow, SessionPointer } from './names.ts'

/** Key in local storage, which is readable within the first frame. Never rename it. */
export const STARTUP_COPY_KEY = 'hp-shown'

/** The drawn code of the pass that the application shows first. */
export interface StartupPass {
  passType: PassType
  /** SVG path of the dark modules; `size` is the number of modules on a side. */
  path: string
  size: number
}

/**
 * The copy in local storage: whose passes are shown, and the first of them. Without it the start-up script reads the
 * databases. `first` is missing until the application has read them, and null when there is no code to show.
 */
export interface StartupCopy extends Pick<SessionPointer, 'dbName' | 'keep'> {
  first?: StartupPass | null
}

/**
 * Returns the pass that the application shows first, if it is live and has a drawn code, else null. Skips passes that
 * are `given` or in a request for a refund (L13).
 */
export const startupPassOf = (
  rows: readonly PassRow[],
  giftUids: ReadonlySet<string> = new Set(),
): StartupPass | null => {
  const row = rows
    .filter(({ passUid, pass }) => !giftUids.has(passUid) && pass.refundRequestedYn !== 'Y')
    .toSorted((a, b) => byUse(a.pass, b.pass))[0]
  if (!row?.drawn?.path || !isLive(row.pass.state)) return null
  const { path, size } = row.drawn
  return { passType: row.pass.passType, path, size }
}
