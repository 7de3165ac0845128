import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'

/** The sentences of gifts, a part of `ERROR_TEXTS`. */
export const GIFT_TEXTS = {
  E_GIFT_RECIPIENT: msg({
    id: 'error.E_GIFT_RECIPIENT',
    message: 'No member has this email address. Check it, or ask them to join first.',
  }),
  E_GIFT_SELF: msg({ id: 'error.E_GIFT_SELF', message: 'This is your own email address. Enter the recipient’s.' }),
  E_GIFT_PASS: msg({
    id: 'error.E_GIFT_PASS',
    message: 'This pass cannot be sent or accepted as a gift. Only an unused mobile pass can be.',
  }),
  E_GIFT_PROOF: msg({
    id: 'error.E_GIFT_PROOF',
    message:
      'Another phone shows this pass. Send the gift from that phone, or send it again with your password or a code that we email you.',
  }),
  E_GIFT_ENDED: msg({
    id: 'error.E_GIFT_ENDED',
    message: 'This gift was already accepted, declined or cancelled. Open Gifts to see where it is now.',
  }),
} satisfies Partial<Record<ErrorCode, MessageDescriptor>>
