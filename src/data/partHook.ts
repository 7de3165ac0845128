import type { Table } from 'dexie'
import type { MemberDb } from '#db/member.ts'
import type { MirrorPart, PartData } from '#sync/mirror/mirrorParts.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { homeOf, createPartRefresh, ownerKey, partInMemory, statusOf } from './member.ts'
import type { Status } from './outcome.ts'
import { createStoredView, useRefreshed, useView } from './view.ts'

/** Status and age of a part. */
export interface PartStatus {
  status: Status
  /** When a server last sent it, ms; null while none has. */
  at: number | null
}

export interface PartSource<K extends MirrorPart, T extends object> {
  /** Shown while nothing is known. */
  none: T
  /** The tables that `read` reads, besides `stamps` and the key-value table `kept`. */
  tables: (db: MemberDb) => Table[]
  read: (db: MemberDb, runtime: ClientRuntime) => Promise<T>
  /** Shapes an answer that is held in memory while storage is refused (S18). */
  fromMemory: (data: PartData[K]) => T
  /** Also shown while the session is locked, because it contains no personal data (S5). */
  shownLocked?: true
}

export interface PartHook<T extends object> {
  (): T & PartStatus
  /** Resolves once the part was read from this phone: from then on the hook returns it in the first render. */
  settled: () => Promise<void>
}

/**
 * Creates a hook that returns a part of the mirror with its queued actions applied, read in one transaction (M7). The
 * hook also pulls the part at mount and when the page becomes visible.
 */
export const createPartHook = <K extends MirrorPart, T extends object>(
  mirrorPart: K,
  { none, tables, read, fromMemory, shownLocked }: PartSource<K, T>,
): PartHook<T> => {
  const view = createStoredView<T & { at: number | null }, T & PartStatus>({
    initial: { ...none, status: 'loading', at: null },
    query: (runtime) => {
      const home = homeOf(runtime)
      if (!home) return null
      const { db } = home
      const readAll = () =>
        db.transaction('r', [...tables(db), db.stamps, db.kept], async () => ({
          ...(await read(db, runtime)),
          at: (await stampOf(db.stamps, mirrorPart)).at,
        }))
      return { key: home.key, read: readAll }
    },
    shape: (row, runtime) => {
      const { state } = runtime.session.state.get()
      const memory = row ? undefined : partInMemory<PartData[K]>(runtime, mirrorPart)
      const at = row?.at ?? memory?.at ?? null
      const stored = row ?? (memory ? fromMemory(memory.data) : none)
      const visible = state === 'member' || (state === 'locked' && shownLocked) ? stored : none
      // A locked session pulls nothing, so there is nothing to wait for.
      return { ...visible, status: state === 'locked' ? 'ready' : statusOf(runtime, mirrorPart, at), at }
    },
  })
  const refreshInBackground = createPartRefresh(mirrorPart)
  const usePart = () => {
    useRefreshed(refreshInBackground, ownerKey())
    return useView(view)
  }
  return Object.assign(usePart, { settled: view.settled })
}
