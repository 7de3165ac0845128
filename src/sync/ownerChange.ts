import type { DeviceDb, Wipe } from '#db/device.ts'
import { OWNER_CHANGE_KEY, VALUE_KEYS, type SessionPointer } from '#db/names.ts'
import { recordSignOut } from './signOutRecord.ts'
import type { ClientStorage } from './storage.ts'

/** `sessionId` is missing in changes of earlier releases. */
type Owner = Pick<SessionPointer, 'memberId' | 'keep' | 'sessionId'>

/** Sign-ins and sign-outs that the device database may not hold yet: the last owner, and what sign-outs delete. */
export interface OwnerChange {
  /** Null: signed out. */
  owner: Owner | null
  wipes: readonly Wipe[]
}

/** The owner change in local storage (S33). */
export interface OwnerChanges {
  /** Stores a sign-in. Call it before the session pointer changes. */
  beginSignIn: (pointer: SessionPointer) => void
  /** Stores a sign-out. Call it before anything is deleted. */
  beginSignOut: (wipe: Wipe) => void
  /**
   * Deletes of the change what is finished: the wipes of the databases `wiped` and those that `device` lists, and a
   * sign-in once `device` holds its pointer. Until then the cookies alone know the sign-in.
   */
  end: (device: DeviceDb, wiped: readonly string[]) => Promise<void>
  get: () => OwnerChange | null
  /**
   * Changes the session pointer in the device database where an earlier page could not, and lists the wipes there. `now`
   * in ms.
   */
  apply: (storage: Pick<ClientStorage, 'device' | 'withQuotaRetry'>, now: number) => Promise<void>
}

/** Returns whether a stored session pointer is of this sign-in: an earlier one may be locked or have another end token. */
const isOf = (stored: SessionPointer | undefined, { memberId, keep, sessionId }: Owner): boolean =>
  stored?.memberId === memberId &&
  stored.keep === keep &&
  (sessionId === undefined ? stored.state === 'member' : stored.sessionId === sessionId)

/** Returns whether a stored session pointer shows the passes of this owner: a lapsed session does, without a connection. */
const isOwnedBy = (stored: SessionPointer | undefined, owner: Owner): boolean =>
  isOf(stored, owner) ||
  (stored?.state === 'locked' && stored.memberId === owner.memberId && stored.keep === owner.keep)

/** Deletes the stored session pointer unless it is of that owner. Works on a full disk. */
export const deletePointerUnless = (device: DeviceDb, owner: Owner): Promise<void> =>
  device.transaction('rw', device.kept, async () => {
    if (!isOwnedBy(await device.read(VALUE_KEYS.session), owner)) await device.kept.delete(VALUE_KEYS.session)
  })

/** Creates that record. Where `local` is missing or full, no change is recorded. */
export const createOwnerChanges = (local: Storage | null): OwnerChanges => {
  const remove = () => local?.removeItem(OWNER_CHANGE_KEY)
  const get = () => JSON.parse(local?.getItem(OWNER_CHANGE_KEY) ?? 'null') as OwnerChange | null
  const store = (change: OwnerChange) => {
    try {
      local?.setItem(OWNER_CHANGE_KEY, JSON.stringify(change))
    } catch {
      // An earlier change must not be applied instead.
      remove()
    }
  }
  const begin = (owner: Owner | null, wipes: readonly Wipe[]) =>
    store({ owner, wipes: [...(get()?.wipes ?? []), ...wipes] })
  return {
    beginSignIn: ({ memberId, keep, sessionId }) =>
      begin({ memberId, keep, ...(sessionId !== undefined && { sessionId }) }, []),
    beginSignOut: (wipe) => begin(null, [wipe]),
    end: async (device, wiped) => {
      if (!get()) return
      const stored = await device.read(VALUE_KEYS.session)
      const listed = (await device.read(VALUE_KEYS.wipes)) ?? []
      const finished = [...wiped, ...listed.map(({ dbName }) => dbName)]
      // Read last, because another tab may have begun the next change.
      const change = get()
      if (!change) return
      const wipes = change.wipes.filter(({ dbName }) => !finished.includes(dbName))
      if (wipes.length > 0 || (change.owner && !isOf(stored, change.owner))) store({ ...change, wipes })
      else remove()
    },
    get,
    apply: async (storage, now) => {
      const device = storage.device()
      const change = get()
      if (!device || !change) return
      // The wipes that remain are of former members: the pointer and the cart belong to this one.
      if (change.owner && isOwnedBy(await device.read(VALUE_KEYS.session), change.owner)) return
      for (const wipe of change.wipes) await recordSignOut(device, storage, { wipe, report: null, at: now })
      if (change.owner) await deletePointerUnless(device, change.owner)
    },
  }
}
