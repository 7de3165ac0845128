import { insertInquiry, type Inquiry } from '#contract/calls/inquiry.ts'
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
export const inquiryWrite: Command<InquiryWrite, Inquiry> = {
  name: 'inquiry.write',
  version: 1,
  lane: ({ id }) => `inquiry:${id}`,
  askAfterMs: OUTBOX_INQUIRY_ASK_MS,
  part: 'inquiries',
  send: (api, body, { id, owner }) =>
    api.call(insertInquiry, { body }, { key: id, owner: owner === DEVICE_OWNER ? null : owner }),
  apply: async (db, inquiry) => {
    await db.inquiries.put(inquiry)
  },
}
