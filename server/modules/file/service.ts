import { uuidv7 } from 'uuidv7'
import { STORED_FILE_TYPE, type StoredFile } from '#contract/calls/file.ts'
import { FILE_MAX_BYTES, FILE_UNUSED_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { takeQuota } from '#server/modules/session/service.ts'
import { rewrite, type Picture } from './picture.ts'
import * as store from './store.ts'

export type FileKind = store.Kind

/** Checks and re-encodes an upload. Throws `E_TOO_LARGE`, `E_FILE_TYPE`, `E_FILE_PIXELS`, `E_FILE_BROKEN`, `E_BUSY`. */
export const readPicture = (upload: Uint8Array): Promise<Picture> => {
  if (upload.length > FILE_MAX_BYTES) throw new Refusal('E_TOO_LARGE')
  return rewrite(upload)
}

/** Stores a re-encoded picture, unused until `takeFiles`. Throws `E_THROTTLED` beyond the member's quota of a day. */
export const storePicture = async (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { memberId, kind, picture }: { memberId: string; kind: FileKind; picture: Picture },
): Promise<StoredFile> => {
  const { bytes, width, height } = picture
  await takeQuota(tx, deps, 'pictures', { memberId, bytes: bytes.length })
  const storedFile = {
    fileUid: uuidv7(),
    kind,
    size: bytes.length,
    width,
    height,
    uploadedAt: deps.clock(),
    type: STORED_FILE_TYPE,
  } as const
  await store.insert(tx, { ...storedFile, memberId, usedBy: null, shown: false }, bytes)
  return storedFile
}

/**
 * Reads a file, its row and its `bytes`: for its owner, or for anybody while a review shows it. `memberId` is null when
 * nobody is signed in. Throws `E_NOT_FOUND` for an unknown file and one that the caller may not read.
 */
export const readFile = async (
  db: Database,
  fileUid: string,
  memberId: string | null,
): Promise<store.Row & { bytes: Buffer }> => {
  const row = await store.find(db, fileUid)
  const bytes = row && (row.shown || row.memberId === memberId) ? await store.readBytes(db, fileUid) : undefined
  if (!row || !bytes) throw new Refusal('E_NOT_FOUND')
  return { ...row, bytes }
}

/**
 * Marks a member's uploads as used, in the transaction of what uses them (`usedBy`: id of the review, inquiry or
 * member). Throws `E_NOT_FOUND` unless all of them are the member's, unused, and of this kind.
 */
export const takeFiles = async (
  tx: Tx,
  { fileUids, memberId, kind, usedBy }: { fileUids: string[]; memberId: string; kind: FileKind; usedBy: string },
): Promise<void> => {
  const wanted = [...new Set(fileUids)]
  if (wanted.length > 0 && (await store.take(tx, wanted, memberId, kind, usedBy)) < wanted.length)
    throw new Refusal('E_NOT_FOUND')
}

/** Shows the pictures of a review to everybody, or hides them. */
export const showFiles = (tx: Tx, usedBy: string, isPublic: boolean): Promise<void> =>
  store.setShown(tx, usedBy, isPublic)

/** Deletes the files that `usedBy` uses. */
export const dropFiles = (tx: Tx, usedBy: string): Promise<void> => store.removeOf(tx, usedBy)

/**
 * Maps users of files (ids of reviews, inquiries or members) to the ids of their files, in the order of upload. A user
 * without files is absent.
 */
export const filesOf = async (db: Database | Tx, users: string[]): Promise<Map<string, string[]>> => {
  const fileUidsByUser = new Map<string, string[]>()
  for (const { fileUid, usedBy } of await store.listOf(db, users))
    if (usedBy !== null) fileUidsByUser.set(usedBy, [...(fileUidsByUser.get(usedBy) ?? []), fileUid])
  return fileUidsByUser
}

/** Returns the bytes of the files of one user (id of a review, inquiry or member), in the order of upload. */
export const readFilesOf = async (db: Database, user: string): Promise<Buffer[]> => {
  const pictures: Buffer[] = []
  for (const { fileUid } of await store.listOf(db, [user])) {
    const bytes = await store.readBytes(db, fileUid)
    if (bytes) pictures.push(bytes)
  }
  return pictures
}

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('files-forget', HOUR_MS, ({ db, clock }) => store.deleteUnusedBefore(db, clock() - FILE_UNUSED_MS)),
]
