import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, uuid } from './fields.ts'

/** What an upload is for. */
export const FILE_KINDS = ['profile', 'review', 'inquiry'] as const
/** Accepted media types; the content decides, not the name. */
export const FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
/** Media type in which every upload is stored. */
export const STORED_FILE_TYPE = 'image/webp'

export const file = z.object({
  fileUid: uuid,
  kind: z.enum(FILE_KINDS),
  type: z.literal(STORED_FILE_TYPE),
  /** Size in bytes, and dimensions in pixels, of the stored file. */
  size: z.int(),
  width: z.int(),
  height: z.int(),
  uploadedAt: instant,
})
export type StoredFile = z.infer<typeof file>

export const upload = call({
  method: 'POST',
  path: '/file',
  who: 'member',
  media: 'multipart/form-data',
  summary: 'Uploads a picture for the profile, a review or an inquiry; one that nothing uses is deleted after a day',
  refuses: ['E_FILE_TYPE', 'E_FILE_PIXELS', 'E_FILE_BROKEN', 'E_BUSY', 'E_THROTTLED'],
  /**
   * At most 5 MB and 40 megapixels (20 with 16 bits), one at a time, 50 MB a day. It is decoded and encoded anew, which
   * removes EXIF.
   */
  body: z.strictObject({ kind: z.enum(FILE_KINDS), file: z.instanceof(Uint8Array) }),
  data: file,
})

export const download = call({
  method: 'GET',
  path: '/file/{id}',
  who: 'anyone',
  addition: true,
  raw: true,
  fileType: 'image/webp',
  summary: 'The bytes of a file as an attachment: for its owner, or anybody once a review shows it',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: z.null(),
})
