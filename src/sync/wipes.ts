import { VALUE_KEYS } from '#db/names.ts'
import type { Wipe } from '#db/device.ts'
import { MemberDb } from '#db/member.ts'
import { openDatabase } from '#db/open.ts'
import type { SessionDeps } from './session.ts'

/** The mirrors that sign-outs delete, and their list in the device database (S8). */
export interface Wipes {
  listed: () => Promise<readonly Wipe[]>
  /**
   * Deletes a member's mirror. Resolves false when the database does not open. A wipe that is interrupted, or finds the
   * database held by another page, stays listed and is finished at the next start (S8).
   */
  wipe: (wipe: Wipe) => Promise<boolean>
  /**
   * Deletes the mirror of this member where it is listed, or in `unlisted`, and the entry of one that another page
   * holds, before a sign-in.
   */
  wipeBefore: (dbName: string, unlisted: readonly Wipe[]) => Promise<void>
}

/** Creates the wipes of one page. No-op while storage is refused. */
export const createWipes = ({ platform, storage }: Pick<SessionDeps, 'platform' | 'storage'>): Wipes => {
  const listed = async () => (await storage.device()?.read(VALUE_KEYS.wipes)) ?? []
  const unlist = async (dbName: string) => {
    const device = storage.device()
    await device?.transaction('rw', device.kept, async () => {
      const before = await listed()
      const remaining = before.filter((wipe) => wipe.dbName !== dbName)
      if (remaining.length === before.length) return
      // Deletes an empty list, since a full disk may refuse even that.
      await (remaining.length > 0 ? device.keep(VALUE_KEYS.wipes, remaining) : device.kept.delete(VALUE_KEYS.wipes))
    })
  }
  const wipe = async ({ dbName, keepOutbox }: Wipe) => {
    const { idb } = platform
    const create = idb && storage.device() && (() => new MemberDb(dbName, idb))
    const db = create && (await openDatabase(create, (db) => db.read('ticket')))
    if (!db) return false
    await db.wipe(keepOutbox)
    db.close()
    await unlist(dbName)
    return true
  }
  return {
    listed,
    wipe,
    wipeBefore: async (dbName, unlisted) => {
      const device = storage.device()
      if (!device) return
      for (const entry of [...(await listed()), ...unlisted].filter((each) => each.dbName === dbName)) {
        await wipe(entry)
        await unlist(dbName)
      }
    },
  }
}
