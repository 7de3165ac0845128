import { uuidv7 } from 'uuidv7'
import { PHOTO_ALT_MAX, PHOTO_CREDIT_MAX, PHOTO_MAX_BYTES, PHOTOS_MAX } from '#contract/limits.ts'
import { LOCALES, type Texts } from '#contract/locales.ts'
import type { PhotoFormat } from '#contract/rules/photo.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Database } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { changeCatalogue, recordsOf } from '#server/modules/catalogue/service.ts'
import { dropFiles, encodePhoto, readBytes, storePhoto } from '#server/modules/file/service.ts'
import { allGoods } from '#server/modules/goods/service.ts'
import { sha256Of } from '#server/outside/files/s3.ts'
import * as store from './store.ts'

/** Photos of attractions and goods, which an operator adds and removes on the running server (decision 0344). */

/** Seconds after which an operator may try again while the disk is full. */
const FULL_RETRY_S = 30

const refuse = (field: string, reason: string): Refusal => new Refusal('E_INPUT', { fields: [{ field, reason }] })

/** Returns a text of one line without surrounding white space. Throws `E_INPUT` for its field. */
const lineOf = (field: string, value: unknown, max: number): string => {
  const line = typeof value === 'string' ? value.trim().normalize('NFC') : ''
  if (line === '') throw refuse(field, 'required')
  if (!isClean(line) || /[\n\r\t]/.test(line)) throw refuse(field, 'text')
  if (graphemes(line) > max) throw refuse(field, 'long')
  return line
}

const requireRecord = async (db: Database, gdsUid: string): Promise<void> => {
  const { attractions } = await recordsOf(db)
  const exists =
    attractions.some(({ id }) => id === gdsUid) || (await allGoods(db)).some((one) => one.gdsUid === gdsUid)
  if (!exists) throw new Refusal('E_NOT_FOUND')
}

export interface NewPhoto {
  /** Id of an attraction or of goods. */
  gdsUid: string
  /** Fields of the form: `file`, `credit`, and `alt_en` and so on for each language. */
  form: Record<string, unknown>
  operator: string
}

/**
 * Adds a photo to an attraction or to goods, behind those that it has, and returns its id and size in pixels. The
 * catalogue gets a new version with it. Throws `E_NOT_FOUND` for an unknown record; `E_INPUT` with the field and the
 * reason, `required`, `text` or `long` for a text, `narrow`, `ratio` or `duplicate` for `file`, `full` for `photos`
 * (`PHOTOS_MAX`); `E_TOO_LARGE`; what `withDecoder` throws for the file; `E_UNAVAILABLE` while the disk is full or the
 * object storage is away. Nothing is stored then.
 */
export const addPhoto = async (
  deps: Deps,
  { gdsUid, form, operator }: NewPhoto,
): Promise<Pick<store.Row, 'photoUid' | 'width' | 'height'>> => {
  const { file: upload } = form
  await requireRecord(deps.db, gdsUid)
  if (!(upload instanceof Uint8Array)) throw refuse('file', 'required')
  const credit = lineOf('credit', form.credit, PHOTO_CREDIT_MAX)
  const alt = Object.fromEntries(
    LOCALES.map((locale) => [locale, lineOf(`alt_${locale}`, form[`alt_${locale}`], PHOTO_ALT_MAX)]),
  ) as Texts
  if (upload.length > PHOTO_MAX_BYTES) throw new Refusal('E_TOO_LARGE')
  if (deps.disk.isFull()) throw new Refusal('E_UNAVAILABLE', { retryAfter: FULL_RETRY_S })
  const { width, height, color, sizes } = await encodePhoto(upload)
  const [photoUid, sourceHash] = [uuidv7(), sha256Of(upload)]
  await storePhoto(deps, sizes, (insertFiles) =>
    changeCatalogue(deps, async (tx) => {
      // `changeCatalogue` holds the lock: nobody adds a photo at the same time.
      const photos = await store.ofRecord(tx, gdsUid)
      if (photos.some((one) => one.sourceHash === sourceHash)) throw refuse('file', 'duplicate')
      if (photos.length >= PHOTOS_MAX) throw refuse('photos', 'full')
      const fileUids = await insertFiles(tx, photoUid)
      const files = sizes.map((size, index) => ({
        fileUid: fileUids[index] ?? '',
        width: size.width,
        format: size.format,
      }))
      const sort = (photos.at(-1)?.sort ?? -1) + 1
      const addedAt = deps.clock()
      await store.insert(tx, { photoUid, gdsUid, sort, width, height, color, credit, alt, files, sourceHash, addedAt })
      await noteOperatorChange(tx, {
        at: addedAt,
        operator,
        target: gdsUid,
        field: 'photo',
        after: { photoUid, credit },
      })
    }),
  )
  deps.log.info({ operator, photoUid, gdsUid }, 'an operator added a photo')
  return { photoUid, width, height }
}

/**
 * Removes a photo from its record, with its files. The catalogue gets a new version with it. Throws `E_NOT_FOUND` for an
 * unknown photo.
 */
export const removePhoto = async (
  deps: Deps,
  { photoUid, operator }: { photoUid: string; operator: string },
): Promise<void> => {
  await changeCatalogue(deps, async (tx) => {
    const removed = await store.remove(tx, photoUid)
    if (!removed) throw new Refusal('E_NOT_FOUND')
    const now = deps.clock()
    await dropFiles(tx, { users: [photoUid], kind: 'photo', now })
    const { gdsUid: target, credit } = removed
    await noteOperatorChange(tx, {
      at: now,
      operator,
      target,
      field: 'photo',
      before: { photoUid, credit },
      after: null,
    })
  })
  deps.log.info({ operator, photoUid }, 'an operator removed a photo')
}

/** Returns all photos for the operator's terminal. */
export const listPhotos = async (
  db: Database,
): Promise<Pick<store.Row, 'photoUid' | 'gdsUid' | 'width' | 'height' | 'credit' | 'alt' | 'addedAt'>[]> =>
  (await store.all(db)).map(({ photoUid, gdsUid, width, height, credit, alt, addedAt }) => ({
    photoUid,
    gdsUid,
    width,
    height,
    credit,
    alt,
    addedAt,
  }))

/**
 * Returns the bytes of a photo in one width (px) and format. Throws `E_NOT_FOUND` for an unknown photo or size;
 * `E_UNAVAILABLE` when the object storage is away.
 */
export const readPhoto = async (
  deps: Pick<Deps, 'db' | 'objects' | 'log'>,
  { photoUid, width, format }: { photoUid: string; width: number; format: PhotoFormat },
): Promise<Buffer> => {
  const photo = await store.find(deps.db, photoUid)
  const size = photo?.files.find((file) => file.width === width && file.format === format)
  const bytes = size && (await readBytes(deps, size.fileUid))
  if (!bytes) throw new Refusal('E_NOT_FOUND')
  return bytes
}
