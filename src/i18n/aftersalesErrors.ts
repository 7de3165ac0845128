import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'

/** Refusals of refunds and withdrawals; part of `ERROR_TEXTS`. */
export const AFTERSALES_ERRORS = {
  E_WITHDRAW_AGREE: msg({ id: 'error.E_WITHDRAW_AGREE', message: 'Agree to the terms of deletion to continue.' }),
  E_WITHDRAW_REFUND: msg({
    id: 'error.E_WITHDRAW_REFUND',
    message: 'A refund is still under way. Delete your account once it is completed.',
  }),
  E_WITHDRAW_GIFT: msg({
    id: 'error.E_WITHDRAW_GIFT',
    message: 'A gift is still waiting for an answer. Accept, decline or cancel it first.',
  }),
  E_WITHDRAW_PAYMENT: msg({
    id: 'error.E_WITHDRAW_PAYMENT',
    message: 'A payment is still under way. Try again in half an hour.',
  }),
  E_WITHDRAW_BOOKING: msg({
    id: 'error.E_WITHDRAW_BOOKING',
    message: 'You have a paid reservation that is still to come. Cancel it or use it, then delete your account.',
  }),
  E_WITHDRAW_LOSS: msg({
    id: 'error.E_WITHDRAW_LOSS',
    message:
      'Your passes and reservations would be lost with your account and are not refunded. Agree to that, or request a refund first.',
  }),
  E_WITHDRAW_PROOF: msg({
    id: 'error.E_WITHDRAW_PROOF',
    message: 'Enter the code that we sent to your email address, or sign in again and try within 5 minutes.',
  }),
  E_REFUND: msg({ id: 'error.E_REFUND', message: 'This payment cannot be refunded here. Contact customer support.' }),
  E_REFUND_REASON: msg({ id: 'error.E_REFUND_REASON', message: 'Please select a reason.' }),
  E_REFUND_USED: msg({
    id: 'error.E_REFUND_USED',
    message: 'A pass that was used or activated cannot be refunded. Contact customer support if something went wrong.',
  }),
  E_REFUND_GIVEN: msg({
    id: 'error.E_REFUND_GIVEN',
    message: 'This pass was accepted as a gift and belongs to its new holder. It cannot be refunded.',
  }),
  E_REFUND_GIFT: msg({
    id: 'error.E_REFUND_GIFT',
    message: 'A pass that was sent as a gift cannot be refunded. Cancel the gift first.',
  }),
  E_REFUND_ASKED: msg({
    id: 'error.E_REFUND_ASKED',
    message: 'A refund was already requested for this pass. We will tell you in News when it is decided.',
  }),
} satisfies Partial<Record<ErrorCode, MessageDescriptor>>
