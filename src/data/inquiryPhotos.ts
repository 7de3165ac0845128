import { download } from '#contract/calls/file.ts'
import { FILE_MAX_BYTES } from '#contract/limits.ts'
import type { MemberDb } from '#db/member.ts'
import type { PhotoRow } from '#db/rows.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { Home } from '#sync/outbox/home.ts'
import { addPhoto, deletePhoto, deletePhotos, storeSeenPhoto } from '#sync/outbox/photos.ts'
import { homeOf } from './member.ts'
import { failedOutcome, type Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'
import { createStoredView, useView } from './view.ts'
import { withRuntime } from './withRuntime.ts'

/**
 * Photos of a member's inquiries. They are stored on this phone when they are chosen, and sent with the inquiry (O48).
 * Guests attach none (decision 0337).
 */

/** Returns the home of the member who is signed in; null for a guest, in a locked session, and with refused storage. */
const signedInHome = (runtime: ClientRuntime): Home<MemberDb> | null => {
  const session = runtime.session.state.get()
  return session.state === 'member' ? session.home : null
}

const view = createStoredView<PhotoRow[], { rows: readonly PhotoRow[] }>({
  initial: { rows: [] },
  query: (runtime) => {
    const home = homeOf(runtime)
    return home && { key: home.key, read: () => home.db.photos.orderBy('id').toArray() }
  },
  // A locked session shows no inquiries of its member (S5).
  shape: (rows = [], runtime) => ({ rows: signedInHome(runtime) ? rows : [] }),
})

/** Returns the unsent photos of an inquiry, in the order of choosing. */
export const useInquiryPhotos = (inquiryId: string): PhotoRow[] =>
  useView(view).rows.filter((photo) => photo.inquiryId === inquiryId && !photo.isSent)

/**
 * Stores a photo of the inquiry that is being written, and resolves with its id. `E_TOKEN`: nobody is signed in.
 * `E_TOO_LARGE`: more than 5 MB. `STORAGE`: the phone can store no more.
 */
export const addInquiryPhoto = (inquiryId: string, picture: Blob): Promise<Outcome<string>> =>
  withRuntime(async (runtime) => {
    const { session, storage, platform } = runtime
    if (session.state.get().state !== 'member') return failedOutcome('E_TOKEN')
    if (picture.size > FILE_MAX_BYTES) return failedOutcome('E_TOO_LARGE')
    const home = signedInHome(runtime)
    if (!home) return failedOutcome('STORAGE')
    const bytes = new Uint8Array(await picture.arrayBuffer())
    let id: string | null = null
    try {
      await storage.withQuotaRetry(async () => {
        id = await addPhoto(home, inquiryId, bytes, platform.wall())
      })
    } catch (error) {
      await session.recoverFromEviction(error)
    }
    return id === null ? failedOutcome('STORAGE') : { ok: true, data: id }
  })

/** Deletes a photo of an inquiry that is not sent. */
export const removeInquiryPhoto = async (id: string): Promise<void> => {
  const home = signedInHome(await loadRuntime())
  if (home) await deletePhoto(home, id)
}

/** Deletes the photos of an inquiry that was sent without the outbox. */
export const forgetPhotos = async (inquiryId: string): Promise<void> => {
  const home = signedInHome(await loadRuntime())
  await home?.transaction((db) => deletePhotos(db, inquiryId))
}

/** Returns the bytes of a photo that this phone holds; null when it is gone. */
export const readUnsentPhoto = async (id: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const home = signedInHome(await loadRuntime())
  return (await home?.db.photoBytes.get(id).catch(() => undefined))?.bytes ?? null
}

/** Returns the bytes of a photo of a sent inquiry, from this phone where it has them; null without an answer. */
export const readSentPhoto = async (inquiryId: string, fileUid: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const runtime = await loadRuntime()
  const home = signedInHome(runtime)
  if (home) {
    const row = await home.db.photos
      .where('inquiryId')
      .equals(inquiryId)
      .filter((photo) => photo.fileUid === fileUid)
      .first()
      .catch(() => undefined)
    const bytes = row && (await readUnsentPhoto(row.id))
    if (bytes) return bytes
  }
  const answer = await runtime.api.file(download, { params: { id: fileUid } })
  if (!answer.ok) return null
  // A full disk only costs the next request.
  const photo = { inquiryId, fileUid, bytes: answer.data, at: runtime.platform.wall() }
  if (home) await storeSeenPhoto(home, photo).catch(() => undefined)
  return answer.data
}
