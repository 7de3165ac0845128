import { VALUE_KEYS } from '#db/names.ts'
import type { Wipe } from '#db/device.ts'
import { MemberDb } from '#db/member.ts'
import { openDatabase } from '#db/open.ts'
import type { SessionDeps } from './session.ts'

/** The mirrors that sign-outs delete, and their list in the device database (S8). */
export interface Wipes {
  listed: () => Promise<readonly Wipe[]>
  /**
   * Deletes a member's mirror. A wipe that is interrupted, or finds the database held by another page, stays listed and
   * is finished at the next start (S8).
   */
  wipe: (wipe: Wipe) => Promise<void>
  /** Deletes the listed mirror of this member, and the entry of one that another page holds, before a sign-in. */
  wipeBefore: (dbName: string) => Promise<void>
}

/** Creates the wipes of one page. No-op while storage is refused. */
export const createWipes = ({ platform, storage }: Pick<SessionDeps, 'platform' | 'storage'>): Wipes => {
  const listed = async () => (await storage.device()?.read(VALUE_KEYS.wipes)) ?? []
  const unlist = async (dbName: string) => {
    const device = storage.device()
    await device?.transaction('rw', device.kept, async () => {
      const remaining = (await listed()).filter((wipe) => wipe.dbName !== dbName)
      // Deletes an empty list, since a full disk may refuse even that.
      await (remaining.length > 0 ? device.keep(VALUE_KEYS.wipes, remaining) : device.kept.delete(VALUE_KEYS.wipes))
    })
  }
  const wipe = async ({ dbName, keepOutbox }: Wipe) => {
    const { idb } = platform
    const create = idb && storage.device() && (() => new MemberDb(dbName, idb))
    const db = create && (await openDatabase(create, (db) => db.read('ticket')))
    if (!db) return
    await db.wipe(keepOutbox)
    db.close()
    await unlist(dbName)
  }
  return {
    listed,
    wipe,
    wipeBefore: async (dbName) => {
      for (const entry of (await listed()).filter((each) => each.dbName === dbName)) {
        await wipe(entry)
        await unlist(dbName)
      }
    },
  }
}
