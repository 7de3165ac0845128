import { uuidv7 } from 'uuidv7'
import type { Api } from '#api/client.ts'
import { failedAnswer, type Answer } from '#api/failure.ts'
import { upload } from '#contract/calls/file.ts'
import { isErrorCode } from '#contract/errors.ts'
import { DRAFT_PHOTOS_MS, INQUIRY_FILES_MAX, SEEN_PHOTOS_MAX, WAITING_PHOTOS_MAX } from '#contract/limits.ts'
import type { MemberDb } from '#db/member.ts'
import type { OutboxRow, PhotoRow } from '#db/rows.ts'
import type { HomeDb } from './command.ts'
import type { Home } from './home.ts'

/** The photos of an action as its request needs them (O48 to O50). */
export interface ActionPhotos {
  /**
   * Uploads what the server does not have yet, one after the other, and resolves with the ids of all, in the order of
   * choosing; with the first failure otherwise. What was uploaded is stored, so that the next attempt goes on there.
   */
  upload: (api: Api) => Promise<Answer<string[]>>
  /** Forgets the uploads: the server has deleted unused ones (`FILE_UNUSED_MS`). The next upload has new keys. */
  forgetUploads: () => Promise<void>
}

/** An action without photos: a guest's, or of a phone that can store nothing. */
export const NO_PHOTOS: ActionPhotos = {
  upload: () => Promise.resolve({ ok: true, data: [] }),
  forgetUploads: () => Promise.resolve(),
}

/** The photo tables, which only a member's database has. */
export const photoDbOf = (db: HomeDb): MemberDb | null => ('photos' in db ? db : null)

/** Returns the photos of an inquiry, in the order of choosing. */
export const listPhotos = (db: MemberDb, inquiryId: string): Promise<PhotoRow[]> =>
  db.photos.where('inquiryId').equals(inquiryId).sortBy('id')

/** The time of this attempt is over: the action waits, and goes on with the next attempt. */
const OUT_OF_TIME = failedAnswer({ kind: 'transport', reached: true })

/** Returns the photos of an action. `mayBegin` says whether the drain may still begin a request (O21). */
export const createActionPhotos = (
  home: Home,
  { id: actionId, owner }: Pick<OutboxRow, 'id' | 'owner'>,
  mayBegin: () => boolean,
): ActionPhotos => {
  const db = photoDbOf(home.db)
  if (!db) return NO_PHOTOS
  const store = (photo: PhotoRow, change: Partial<PhotoRow>) =>
    home.transaction(() => db.photos.update(photo.id, change))

  const uploadOne = async (api: Api, photo: PhotoRow): Promise<Answer<string>> => {
    const stored = await db.photoBytes.get(photo.id)
    if (!stored) {
      await store(photo, { refused: 'E_FILE_BROKEN' })
      return failedAnswer({ kind: 'refused', code: 'E_FILE_BROKEN' })
    }
    const body = { kind: 'inquiry' as const, file: stored.bytes }
    const answer = await api.call(upload, { body }, { key: photo.uploadKey, owner })
    if (answer.ok) {
      await store(photo, { fileUid: answer.data.fileUid, refused: null })
      return { ok: true, data: answer.data.fileUid }
    }
    const { failure } = answer
    if (failure.kind === 'refused' && failure.code !== 'E_OWNER' && isErrorCode(failure.code))
      await store(photo, { refused: failure.code })
    return answer
  }
  return {
    upload: async (api) => {
      const fileUids: string[] = []
      for (const photo of await listPhotos(db, actionId)) {
        if (photo.fileUid === null) {
          if (!mayBegin()) return OUT_OF_TIME
          const uploaded = await uploadOne(api, photo)
          if (!uploaded.ok) return uploaded
          fileUids.push(uploaded.data)
        } else fileUids.push(photo.fileUid)
      }
      return fileUids.length > 0 && !mayBegin() ? OUT_OF_TIME : { ok: true, data: fileUids }
    },
    forgetUploads: () =>
      home.transaction(async () => {
        for (const photo of await listPhotos(db, actionId))
          await db.photos.update(photo.id, { fileUid: null, uploadKey: uuidv7() })
      }),
  }
}

const deleteRows = async (db: MemberDb, ids: string[]): Promise<void> => {
  await db.photos.bulkDelete(ids)
  await db.photoBytes.bulkDelete(ids)
}

/** Deletes the photos of a discarded action, in its transaction (O47). */
export const deletePhotos = async (db: HomeDb, actionId: string): Promise<void> => {
  const own = photoDbOf(db)
  if (own)
    await deleteRows(
      own,
      (await listPhotos(own, actionId)).map(({ id }) => id),
    )
}

/** Deletes one photo of an inquiry that is not sent. */
export const deletePhoto = (home: Home<MemberDb>, id: string): Promise<void> =>
  home.transaction((db) => deleteRows(db, [id]))

/** Marks the photos of an inquiry that the server now has, and deletes all but the newest of those that are shown only. */
export const markPhotosSent = async (db: HomeDb, inquiryId: string): Promise<void> => {
  const own = photoDbOf(db)
  if (!own) return
  await own.photos.where('inquiryId').equals(inquiryId).modify({ isSent: true })
  await trimSeen(own)
}
const trimSeen = async (db: MemberDb): Promise<void> => {
  const sentPhotos = (await db.photos.filter(({ isSent }) => isSent).toArray()).toSorted((a, b) => b.at - a.at)
  await deleteRows(
    db,
    sentPhotos.slice(SEEN_PHOTOS_MAX).map(({ id }) => id),
  )
}

/**
 * Stores a photo of an inquiry that is being written, with the key of its upload (O48). `at` is the phone's time in ms.
 * Resolves null, and stores nothing, when the inquiry or the phone has as many as it may have.
 */
export const addPhoto = (
  home: Home<MemberDb>,
  inquiryId: string,
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
): Promise<string | null> =>
  home.transaction(async (db) => {
    const waiting = await db.photos.filter(({ isSent }) => !isSent).toArray()
    const own = waiting.filter((photo) => photo.inquiryId === inquiryId)
    if (own.length >= INQUIRY_FILES_MAX || waiting.length >= WAITING_PHOTOS_MAX) return null
    const id = uuidv7()
    await db.photos.add({ id, inquiryId, uploadKey: uuidv7(), fileUid: null, refused: null, at, isSent: false })
    await db.photoBytes.add({ id, bytes })
    return id
  })

/** Stores a photo that the server has sent, for showing it offline. */
export const storeSeenPhoto = (
  home: Home<MemberDb>,
  { inquiryId, fileUid, bytes, at }: { inquiryId: string; fileUid: string; bytes: Uint8Array<ArrayBuffer>; at: number },
): Promise<void> =>
  home.transaction(async (db) => {
    await db.photos.put({ id: fileUid, inquiryId, uploadKey: '', fileUid, refused: null, at, isSent: true })
    await db.photoBytes.put({ id: fileUid, bytes })
    await trimSeen(db)
  })

/** Deletes the photos of inquiries that were begun more than a week ago and never sent. `now` is the phone's ms. */
export const sweepPhotos = async (home: Home<MemberDb>, now: number): Promise<void> => {
  // Nearly always there are none. A transaction over all tables would make the screen's reads wait.
  if ((await home.db.photos.filter(({ isSent }) => !isSent).count()) === 0) return
  await home.transaction(async (db) => {
    const queued = new Set((await db.outbox.toArray()).map(({ id }) => id))
    const ended = db.photos.filter(
      ({ inquiryId, isSent, at }) => !isSent && !queued.has(inquiryId) && now - at > DRAFT_PHOTOS_MS,
    )
    await deleteRows(db, await ended.primaryKeys())
  })
}
