import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'

/** Messages of gift errors; part of `ERROR_TEXTS`. */
export const GIFT_TEXTS = {
  E_GIFT_RECIPIENT: msg({
    id: 'error.E_GIFT_RECIPIENT',
    message: 'No member has this email address. Check it, or ask the recipient to sign up first.',
  }),
  E_GIFT_SELF: msg({ id: 'error.E_GIFT_SELF', message: 'This is your own email address. Enter the recipient’s.' }),
  E_GIFT_PASS: msg({
    id: 'error.E_GIFT_PASS',
    message:
      'This pass cannot be sent or accepted as a gift. It must still be valid, must not have been used for entry or a discount, and must have no other gift or refund request pending. A card pass that has been collected cannot be sent.',
  }),
  E_GIFT_PROOF: msg({
    id: 'error.E_GIFT_PROOF',
    message:
      'This pass is not set up on this device. Send the gift from the phone or browser where the pass is set up, or send it again with your password or a code that we email you.',
  }),
  E_GIFT_ENDED: msg({
    id: 'error.E_GIFT_ENDED',
    message:
      'This gift has already been accepted, declined or cancelled, or it has expired. You can see its status in Gifts.',
  }),
} satisfies Partial<Record<ErrorCode, MessageDescriptor>>
