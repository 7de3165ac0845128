import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'

/** Messages of refund and withdrawal errors; part of `ERROR_TEXTS`. */
export const AFTERSALES_ERRORS = {
  E_WITHDRAW_AGREE: msg({ id: 'error.E_WITHDRAW_AGREE', message: 'Agree to the account deletion terms to continue.' }),
  E_WITHDRAW_REFUND: msg({
    id: 'error.E_WITHDRAW_REFUND',
    message: 'A refund is still being processed. You can delete your account once it has been completed or denied.',
  }),
  E_WITHDRAW_GIFT: msg({
    id: 'error.E_WITHDRAW_GIFT',
    message: 'A gift is still waiting for an answer. Accept, decline or cancel it first.',
  }),
  E_WITHDRAW_PAYMENT: msg({
    id: 'error.E_WITHDRAW_PAYMENT',
    message: 'A payment is still being processed. Try again in half an hour.',
  }),
  E_WITHDRAW_BOOKING: msg({
    id: 'error.E_WITHDRAW_BOOKING',
    message: 'You have an upcoming paid reservation. Cancel it or use it before you delete your account.',
  }),
  E_WITHDRAW_LOSS: msg({
    id: 'error.E_WITHDRAW_LOSS',
    message:
      'If you delete your account, you will lose any valid passes and reservations without a refund. Agree to this, or first request a refund for passes that can be refunded and cancel reservations that can be cancelled.',
  }),
  E_WITHDRAW_PROOF: msg({
    id: 'error.E_WITHDRAW_PROOF',
    message:
      'To confirm that it is you, request a code by email and enter it, or sign in again and delete your account within 5 minutes.',
  }),
  E_REFUND: msg({ id: 'error.E_REFUND', message: 'This payment cannot be refunded here. Contact customer support.' }),
  E_REFUND_REASON: msg({ id: 'error.E_REFUND_REASON', message: 'Please select a reason.' }),
  E_REFUND_USED: msg({
    id: 'error.E_REFUND_USED',
    message:
      'A pass that has been used or activated cannot be refunded. Contact customer support if something went wrong.',
  }),
  E_REFUND_GIVEN: msg({
    id: 'error.E_REFUND_GIVEN',
    message: 'This pass was accepted as a gift and is no longer yours. It cannot be refunded.',
  }),
  E_REFUND_GIFT: msg({
    id: 'error.E_REFUND_GIFT',
    message: 'This pass has been sent as a gift, so it cannot be refunded. Cancel the gift first.',
  }),
  E_REFUND_ASKED: msg({
    id: 'error.E_REFUND_ASKED',
    message: 'A refund has already been requested for this pass. See News for updates.',
  }),
} satisfies Partial<Record<ErrorCode, MessageDescriptor>>
