import { uuidv7 } from 'uuidv7'
import { KEPT_TYPE, type StoredFile } from '#contract/calls/file.ts'
import { FILE_MAX_BYTES, FILE_UNUSED_MS } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { recurring, type JobKind } from '#server/modules/job/service.ts'
import { takeQuota } from '#server/modules/session/service.ts'
import { rewrite, type Picture } from './picture.ts'
import * as store from './store.ts'

export type FileKind = store.Kind

/** Size first, then content. Throws `E_TOO_LARGE`, `E_FILE_TYPE`, `E_FILE_PIXELS`, `E_FILE_BROKEN`, `E_BUSY`. */
export const readPicture = (upload: Uint8Array): Promise<Picture> => {
  if (upload.length > FILE_MAX_BYTES) throw new Refusal('E_TOO_LARGE')
  return rewrite(upload)
}

/** Keeps a picture that was written again; nobody uses it yet. Throws `E_THROTTLED` when the member's day is full. */
export const keepPicture = async (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { memberId, kind, picture }: { memberId: string; kind: FileKind; picture: Picture },
): Promise<StoredFile> => {
  const { bytes, width, height } = picture
  await takeQuota(tx, deps, 'pictures', { memberId, bytes: bytes.length })
  const shown = {
    fileUid: uuidv7(),
    kind,
    size: bytes.length,
    width,
    height,
    uploadedAt: deps.clock(),
    type: KEPT_TYPE,
  } as const
  await store.insert(tx, { ...shown, memberId, usedBy: null, shown: false }, bytes)
  return shown
}

/** The file, for its owner, or for anybody while a review shows it. Another's is as good as none: `E_NOT_FOUND`. */
export const readFile = async (db: Database, fileUid: string, memberId: string | null) => {
  const row = await store.find(db, fileUid)
  const bytes = row && (row.shown || row.memberId === memberId) ? await store.readBytes(db, fileUid) : undefined
  if (!row || !bytes) throw new Refusal('E_NOT_FOUND')
  return { ...row, bytes }
}

/**
 * Puts a member's uploads to use, in the transaction of what uses them (`usedBy`: id of the review, inquiry or member).
 * Each once, and of this kind; otherwise none: `E_NOT_FOUND`.
 */
export const takeFiles = async (
  tx: Tx,
  { fileUids, memberId, kind, usedBy }: { fileUids: string[]; memberId: string; kind: FileKind; usedBy: string },
): Promise<void> => {
  const wanted = [...new Set(fileUids)]
  if (wanted.length > 0 && (await store.take(tx, wanted, memberId, kind, usedBy)) < wanted.length)
    throw new Refusal('E_NOT_FOUND')
}

/** Shows the pictures of a review to everybody, or hides them again. */
export const showFiles = (tx: Tx, usedBy: string, shown: boolean): Promise<void> => store.setShown(tx, usedBy, shown)

/** Deletes what `usedBy` used. */
export const dropFiles = (tx: Tx, usedBy: string): Promise<void> => store.removeOf(tx, usedBy)

/** Ids of the files that each of `users` uses, in the order of their upload. */
export const filesOf = async (db: Database | Tx, users: string[]): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  for (const { fileUid, usedBy } of await store.listOf(db, users))
    if (usedBy !== null) found.set(usedBy, [...(found.get(usedBy) ?? []), fileUid])
  return found
}

export const JOB_KINDS: readonly JobKind[] = [
  recurring('files-forget', 3_600_000, ({ db, clock }) => store.deleteUnusedBefore(db, clock() - FILE_UNUSED_MS)),
]
