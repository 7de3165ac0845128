import { msg } from '@lingui/core/macro'
import type { Answer } from '#api/failure.ts'
import type { Data } from '#contract/calls/call.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { OUTBOX_INQUIRY_ASK_MS } from '#contract/limits.ts'
import { DEVICE_OWNER } from '#db/rows.ts'
import type { Command } from '../command.ts'
import { markPhotosSent } from '../photos.ts'

export interface InquiryWrite {
  /** Id of the inquiry and of its action, so that it is stored once however often it arrives (O1). */
  id: string
  email: string
  content: string
}

const PHOTO_REFUSED = msg`A photo cannot be sent. Open “My inquiries”, remove it there, and send the inquiry again.`

/** Sends an inquiry of a member or a guest, a member's after its photos (O48). */
export const inquiryWrite: Command<'inquiry.write', InquiryWrite, Data<typeof insertInquiry>> = {
  name: 'inquiry.write',
  version: 1,
  home: 'either',
  lane: ({ id }) => `inquiry:${id}`,
  askAfterMs: OUTBOX_INQUIRY_ASK_MS,
  send: async (api, body, { id, owner, photos }) => {
    const attempt = async (): Promise<Answer<Data<typeof insertInquiry>>> => {
      const uploaded = await photos.upload(api)
      if (!uploaded.ok) return uploaded
      const files = uploaded.data
      return api.call(
        insertInquiry,
        { body: files.length > 0 ? { ...body, files } : body },
        { key: id, owner: owner === DEVICE_OWNER ? null : owner },
      )
    }
    const answer = await attempt()
    if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== 'E_NOT_FOUND') return answer
    // The server has deleted the uploads, because the inquiry that uses them did not arrive in time (O49).
    await photos.forgetUploads()
    return attempt()
  },
  apply: async (db, { change: _change, ...inquiry }, { id }) => {
    await db.inquiries.put(inquiry)
    await markPhotosSent(db, id)
  },
  part: 'inquiries',
  project: (queued, { id, email, content }, { writtenAt, asks }, waiting) => {
    queued.push({ id, email, content, writtenAt, state: 'queued', waiting, asks })
  },
  describe: ({ content }) => ({ title: msg`New inquiry`, text: content }),
  refusals: {
    byCode: { E_FILE_TYPE: PHOTO_REFUSED, E_FILE_PIXELS: PHOTO_REFUSED, E_FILE_BROKEN: PHOTO_REFUSED },
  },
  isShownLocked: false,
  hidesPass: false,
}
