import { uuidv7 } from 'uuidv7'
import { STORED_FILE_TYPE, type StoredFile } from '#contract/calls/file.ts'
import { FILE_MAX_BYTES, FILE_UNUSED_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Writer } from '#server/http/serve.ts'
import { Replay } from '#server/http/write.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { takeQuota } from '#server/modules/session/service.ts'
import { ObjectMissing, ObjectStoreAway } from '#server/outside/files/objectStore.ts'
import { deleteObjectsOf, OBJECT_JOBS } from './objectJobs.ts'
import type { PhotoSize } from './photo.ts'
import { rewrite, type Picture } from './picture.ts'
import * as store from './store.ts'

export { encodePhoto, type EncodedPhoto } from './photo.ts'
export { readObject } from './store.ts'
export type FileKind = store.Kind
type UploadKind = StoredFile['kind']

type Outside = Pick<Deps, 'objects' | 'log'>

const AWAY_RETRY_S = 5

/** Runs `work`; throws `E_UNAVAILABLE` when the object storage is away, which is logged. */
const whileServed = async <T>({ log }: Outside, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ObjectStoreAway)) throw error
    log.warn({ why: error.code }, 'the object storage is away')
    throw new Refusal('E_UNAVAILABLE', { retryAfter: AWAY_RETRY_S })
  }
}

/**
 * Returns the bytes of a file, whoever may read it; undefined for an unknown id, and for an object that is missing or
 * damaged, which is logged. Throws `E_UNAVAILABLE`.
 */
export const readBytes = (deps: Pick<Deps, 'db'> & Outside, fileUid: string): Promise<Buffer | undefined> =>
  whileServed(deps, async () => {
    try {
      return await store.readBytes(deps.db, deps.objects, fileUid)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      deps.log.error({ file: fileUid, why: error.code }, 'a file has no usable object')
      return undefined
    }
  })

/** Checks and re-encodes an upload. Throws `E_TOO_LARGE`, `E_FILE_TYPE`, `E_FILE_PIXELS`, `E_FILE_BROKEN`, `E_BUSY`. */
export const readPicture = (upload: Uint8Array): Promise<Picture> => {
  if (upload.length > FILE_MAX_BYTES) throw new Refusal('E_TOO_LARGE')
  return rewrite(upload)
}

interface NewPicture {
  memberId: string
  kind: UploadKind
  picture: Picture
  /** Omitted: the bytes go into the database. */
  object?: Placed | undefined
}

/** Stores a re-encoded picture, unused until `takeFiles`. Throws `E_THROTTLED` beyond the member's quota of a day. */
export const storePicture = async (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { memberId, kind, picture, object }: NewPicture,
): Promise<StoredFile> => {
  const { bytes, width, height } = picture
  await takeQuota(tx, deps, 'pictures', { memberId, bytes: bytes.length })
  const storedFile = {
    fileUid: object?.fileUid ?? uuidv7(),
    kind,
    size: bytes.length,
    width,
    height,
    uploadedAt: deps.clock(),
    type: STORED_FILE_TYPE,
  } as const
  const objectHash = object?.sha256 ?? null
  await store.insert(tx, { ...storedFile, memberId, usedBy: null, shown: false, objectHash }, bytes)
  return storedFile
}

/** Where the bytes of a file are already, and its id. */
interface Placed {
  fileUid: string
  sha256: string
}

/**
 * Writes pictures as objects, if there is a storage for objects, and then runs `work`, whose transaction inserts their
 * rows: so no row is without bytes. Objects whose rows fail are deleted at once or by the sweep. Throws `E_UNAVAILABLE`
 * when the object storage is away, and what `work` throws.
 */
const withObjects = async <T>(
  deps: Outside,
  pictures: readonly Picture[],
  work: (placed: readonly Placed[]) => Promise<T>,
): Promise<T> => {
  const { objects } = deps
  if (!objects) return work([])
  const placed: Placed[] = []
  try {
    for (const { bytes } of pictures) {
      const fileUid = uuidv7()
      placed.push({ fileUid, sha256: await whileServed(deps, () => store.putObject(objects, fileUid, bytes)) })
    }
    return await work(placed)
  } catch (error) {
    // These roll back for certain. After any other error the rows may have been committed.
    if (error instanceof Refusal || error instanceof Replay)
      for (const { fileUid } of placed) await store.deleteObject(objects, fileUid).catch(() => undefined)
    throw error
  }
}

/**
 * Checks, re-encodes and stores an upload. Throws what `readPicture` and `storePicture` throw, and `E_UNAVAILABLE` when
 * the object storage is away.
 */
export const uploadPicture = async (
  deps: Deps,
  write: Writer,
  { memberId, kind, upload }: { memberId: string; kind: UploadKind; upload: Uint8Array },
): Promise<StoredFile> => {
  const picture = await readPicture(upload)
  return withObjects(deps, [picture], ([object]) =>
    write((tx) => storePicture(tx, deps, { memberId, kind, picture, object })),
  )
}

/**
 * Stores the sizes of a photo of a record. `work` gets a function that inserts them as files of the photo `usedBy`, in
 * the transaction of the photo, and returns their ids in the order of `sizes`. Throws `E_UNAVAILABLE` when the object
 * storage is away, and what `work` throws.
 */
export const storePhoto = <T>(
  deps: Outside & Pick<Deps, 'clock'>,
  sizes: readonly PhotoSize[],
  work: (insertFiles: (tx: Tx, usedBy: string) => Promise<string[]>) => Promise<T>,
): Promise<T> =>
  withObjects(deps, sizes, (placed) =>
    work(async (tx, usedBy) => {
      const fileUids: string[] = []
      for (const [index, { bytes, width, height }] of sizes.entries()) {
        const { fileUid = uuidv7(), sha256: objectHash = null } = placed[index] ?? {}
        const facts = { size: bytes.length, width, height, uploadedAt: deps.clock(), objectHash }
        await store.insert(tx, { fileUid, memberId: null, kind: 'photo', usedBy, shown: true, ...facts }, bytes)
        fileUids.push(fileUid)
      }
      return fileUids
    }),
  )

/** A photo of a record has an address of its own (`/photos/…`), with its media type. */
const isReadable = ({ kind, shown: isPublic, memberId: ownerId }: store.Row, memberId: string | null): boolean =>
  kind !== 'photo' && (isPublic || (memberId !== null && ownerId === memberId))

/**
 * Reads a file, its row and its `bytes`: for its owner, or for anybody while a review shows it. `memberId` is null when
 * nobody is signed in. Throws `E_NOT_FOUND` for an unknown file, one that the caller may not read, and one whose object
 * is missing or damaged; `E_UNAVAILABLE` when the object storage is away.
 */
export const readFile = async (
  deps: Pick<Deps, 'db'> & Outside,
  fileUid: string,
  memberId: string | null,
): Promise<store.Row & { bytes: Buffer }> => {
  const row = await store.find(deps.db, fileUid)
  const bytes = row && isReadable(row, memberId) ? await readBytes(deps, fileUid) : undefined
  if (!row || !bytes) throw new Refusal('E_NOT_FOUND')
  return { ...row, bytes }
}

/**
 * Marks a member's uploads as used, in the transaction of what uses them (`usedBy`: id of the review, inquiry or
 * member). Throws `E_NOT_FOUND` unless all of them are the member's, unused, and of this kind.
 */
export const takeFiles = async (
  tx: Tx,
  { fileUids, memberId, kind, usedBy }: { fileUids: string[]; memberId: string; kind: UploadKind; usedBy: string },
): Promise<void> => {
  const wanted = [...new Set(fileUids)]
  if (wanted.length > 0 && (await store.take(tx, wanted, memberId, kind, usedBy)) < wanted.length)
    throw new Refusal('E_NOT_FOUND')
}

/** Shows the pictures of a review to everybody, or hides them. */
export const showFiles = (tx: Tx, usedBy: string, isPublic: boolean): Promise<void> =>
  store.setShown(tx, 'review', usedBy, isPublic)

/**
 * Deletes files at `now` (ms UTC): their rows, and the bytes in the database, with this transaction, their objects by
 * jobs after it.
 */
const remove = async (tx: Tx, selection: store.Selection, now: number): Promise<void> =>
  deleteObjectsOf(tx, await store.remove(tx, selection), now)

/** Deletes the files of one kind that these users (ids of reviews, inquiries or members) use. */
export const dropFiles = (
  tx: Tx,
  { users, kind, now }: { users: string[]; kind: FileKind; now: number },
): Promise<void> => remove(tx, { usedBy: users, kind }, now)

/** Deletes all files of a member. */
export const dropFilesOfMember = (tx: Tx, memberId: string, now: number): Promise<void> => remove(tx, { memberId }, now)

/**
 * Maps users of files (ids of reviews, inquiries or members) to the ids of their files of one kind, in the order of
 * upload. A user without files is absent.
 */
export const filesOf = async (db: Database | Tx, kind: FileKind, users: string[]): Promise<Map<string, string[]>> => {
  const fileUidsByUser = new Map<string, string[]>()
  for (const { fileUid, usedBy } of await store.listOf(db, kind, users))
    if (usedBy !== null) fileUidsByUser.set(usedBy, [...(fileUidsByUser.get(usedBy) ?? []), fileUid])
  return fileUidsByUser
}

/**
 * Returns the bytes of the files of one kind of one user (id of a review, inquiry or member), in the order of upload,
 * without those whose object is missing. Throws `E_UNAVAILABLE`.
 */
export const readFilesOf = async (
  deps: Pick<Deps, 'db'> & Outside,
  kind: FileKind,
  user: string,
): Promise<Buffer[]> => {
  const pictures: Buffer[] = []
  for (const { fileUid } of await store.listOf(deps.db, kind, [user])) {
    const bytes = await readBytes(deps, fileUid)
    if (bytes) pictures.push(bytes)
  }
  return pictures
}

const deleteUnused = ({ db, clock }: Deps): Promise<void> =>
  db.transaction((tx) => remove(tx, { unusedBefore: clock() - FILE_UNUSED_MS }, clock()))

export const JOB_KINDS: readonly JobKind[] = [recurringJob('files-forget', HOUR_MS, deleteUnused), ...OBJECT_JOBS]
