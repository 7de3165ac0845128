import { msg } from '@lingui/core/macro'
import type { Data } from '#contract/calls/call.ts'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { OUTBOX_INQUIRY_ASK_MS } from '#contract/limits.ts'
import { DEVICE_OWNER } from '#db/rows.ts'
import type { Command } from '../command.ts'

export interface InquiryWrite {
  /** Id of the inquiry and of its action, so that it is stored once however often it arrives (O1). */
  id: string
  email: string
  content: string
}

/** Sends an inquiry of a member or a guest. */
export const inquiryWrite: Command<'inquiry.write', InquiryWrite, Data<typeof insertInquiry>> = {
  name: 'inquiry.write',
  version: 1,
  home: 'either',
  lane: ({ id }) => `inquiry:${id}`,
  askAfterMs: OUTBOX_INQUIRY_ASK_MS,
  send: (api, body, { id, owner }) =>
    api.call(insertInquiry, { body }, { key: id, owner: owner === DEVICE_OWNER ? null : owner }),
  apply: async (db, { change: _change, ...inquiry }) => {
    await db.inquiries.put(inquiry)
  },
  part: 'inquiries',
  project: (queued, { id, email, content }, { writtenAt, asks }, waiting) => {
    queued.push({ id, email, content, writtenAt, state: 'queued', waiting, asks })
  },
  describe: ({ content }) => ({ title: msg`New inquiry`, text: content }),
  refusals: {},
  isShownLocked: false,
  hidesPass: false,
}
