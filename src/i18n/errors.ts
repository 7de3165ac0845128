import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { ErrorCode } from '#contract/errors.ts'

/** What can go wrong besides a server's refusal: no answer at all, no room on this phone, an answer that we do not know. */
export type FailureCode = ErrorCode | 'OFFLINE' | 'STORAGE' | 'UNKNOWN'

/** One sentence for each code (specification 8): what happened, then what to do. The server answers with the same ones. */
export const ERROR_TEXTS: Record<FailureCode, MessageDescriptor> = {
  OFFLINE: msg({ id: 'error.OFFLINE', message: 'No answer from the server. Check your connection and try again.' }),
  STORAGE: msg({
    id: 'error.STORAGE',
    message: 'This could not be saved on this phone. Try again when you are online.',
  }),
  UNKNOWN: msg({ id: 'error.UNKNOWN', message: 'Something went wrong. Try again in a moment.' }),
  E_TOKEN: msg({ id: 'error.E_TOKEN', message: 'Please sign in.' }),
  E_NOT_FOUND: msg({ id: 'error.E_NOT_FOUND', message: 'This could not be found.' }),
  E_ROUTE: msg({ id: 'error.E_ROUTE', message: 'This page could not be found.' }),
  E_METHOD: msg({ id: 'error.E_METHOD', message: 'This address cannot be used in that way.' }),
  E_OWNER: msg({
    id: 'error.E_OWNER',
    message: 'This belongs to another account. Sign in with that account to send it.',
  }),
  E_CROSS_SITE: msg({ id: 'error.E_CROSS_SITE', message: 'This request came from another site and was refused.' }),
  E_PREFETCH: msg({ id: 'error.E_PREFETCH', message: 'This address must be opened, not loaded ahead.' }),
  E_KEY: msg({ id: 'error.E_KEY', message: 'The request has no valid key. Update the app and try again.' }),
  E_KEY_REUSED: msg({ id: 'error.E_KEY_REUSED', message: 'This was already sent with other content.' }),
  E_KEY_RUNNING: msg({ id: 'error.E_KEY_RUNNING', message: 'This is still being worked on. Wait a moment.' }),
  E_TOO_LARGE: msg({ id: 'error.E_TOO_LARGE', message: 'This is too large to send.' }),
  E_CONTENT_TYPE: msg({ id: 'error.E_CONTENT_TYPE', message: 'The request is not in a form that we can read.' }),
  E_INPUT: msg({ id: 'error.E_INPUT', message: 'Check what you entered.' }),
  E_THROTTLED: msg({ id: 'error.E_THROTTLED', message: 'Too many attempts. Wait a moment, then try again.' }),
  E_BUSY: msg({ id: 'error.E_BUSY', message: 'We are very busy right now. Try again in a moment.' }),
  E_UNAVAILABLE: msg({
    id: 'error.E_UNAVAILABLE',
    message: 'The service is not available right now. Try again in a moment.',
  }),
  E_INTERNAL: msg({ id: 'error.E_INTERNAL', message: 'Something went wrong on our side. Try again in a moment.' }),
  E_LOGIN: msg({ id: 'error.E_LOGIN', message: 'Email address or password not found.' }),
  E_SESSION: msg({ id: 'error.E_SESSION', message: 'You have been signed out. Please sign in again.' }),
  E_EMAIL_IN_USE: msg({ id: 'error.E_EMAIL_IN_USE', message: 'Email is already in use.' }),
  E_CERT_MISMATCH: msg({ id: 'error.E_CERT_MISMATCH', message: 'Confirmation code does not match.' }),
  E_CERT_EXPIRED: msg({ id: 'error.E_CERT_EXPIRED', message: 'This code has expired. Ask for a new one.' }),
  E_CERT_TRIES: msg({
    id: 'error.E_CERT_TRIES',
    message: 'The code was entered wrongly five times. Ask for a new one.',
  }),
  E_CERT_WAIT: msg({
    id: 'error.E_CERT_WAIT',
    message: 'A code was sent a moment ago. Wait before you ask for another.',
  }),
  E_CERT_REQUIRED: msg({ id: 'error.E_CERT_REQUIRED', message: 'Confirm your email address first.' }),
  E_TERMS_REQUIRED: msg({
    id: 'error.E_TERMS_REQUIRED',
    message: 'Agree to the terms of service and the privacy policy to continue.',
  }),
  E_PASSWORD_FORMAT: msg({
    id: 'error.E_PASSWORD_FORMAT',
    message: 'Password format is invalid. Use 8 or more letters, numbers and symbols.',
  }),
  E_PASSWORD_MISMATCH: msg({ id: 'error.E_PASSWORD_MISMATCH', message: 'The password is not correct.' }),
  E_PHONE: msg({ id: 'error.E_PHONE', message: 'The phone number is not valid.' }),
  E_NO_MEMBER: msg({ id: 'error.E_NO_MEMBER', message: 'No registered member information found.' }),
  E_PASSWORD_CURRENT: msg({ id: 'error.E_PASSWORD_CURRENT', message: 'The existing password is not correct.' }),
  E_SNS: msg({ id: 'error.E_SNS', message: 'You could not be signed in with this account. Try again.' }),
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
  E_FILE_TYPE: msg({ id: 'error.E_FILE_TYPE', message: 'Choose a picture in PNG, JPEG or WebP format.' }),
  E_FILE_PIXELS: msg({
    id: 'error.E_FILE_PIXELS',
    message: 'This picture is too large. Choose one under 40 megapixels.',
  }),
  E_FILE_BROKEN: msg({ id: 'error.E_FILE_BROKEN', message: 'This picture could not be read. Choose another.' }),
  E_SOLD_OUT: msg({ id: 'error.E_SOLD_OUT', message: 'This pass is sold out.' }),
  E_NOT_ON_SALE: msg({ id: 'error.E_NOT_ON_SALE', message: 'This pass is not on sale yet.' }),
  E_PRICE_CHANGED: msg({ id: 'error.E_PRICE_CHANGED', message: 'The price has changed. Check it before you pay.' }),
  E_PROMO_CODE: msg({ id: 'error.E_PROMO_CODE', message: 'This promotion code cannot be used.' }),
  E_COUPON: msg({ id: 'error.E_COUPON', message: 'This coupon cannot be used.' }),
  E_ONE_DISCOUNT: msg({ id: 'error.E_ONE_DISCOUNT', message: 'Use a coupon or a promotion code, not both.' }),
  E_QUOTE_EXPIRED: msg({
    id: 'error.E_QUOTE_EXPIRED',
    message: 'This price is no longer held. Go back and choose the pass again.',
  }),
  E_PAYMENT_METHOD: msg({ id: 'error.E_PAYMENT_METHOD', message: 'Please check the payment method.' }),
  E_AGREEMENT_REQUIRED: msg({
    id: 'error.E_AGREEMENT_REQUIRED',
    message: 'Agree to the cancellation terms to continue.',
  }),
  E_GATEWAY: msg({
    id: 'error.E_GATEWAY',
    message: 'The payment service did not answer. You have not been charged. Try again.',
  }),
  E_PASS_ELSEWHERE: msg({
    id: 'error.E_PASS_ELSEWHERE',
    message: 'This pass is shown on another phone. Enter your password to move it here.',
  }),
  E_PASS_NOT_LIVE: msg({ id: 'error.E_PASS_NOT_LIVE', message: 'This pass can no longer be used.' }),
  E_DEVICE_PROOF: msg({ id: 'error.E_DEVICE_PROOF', message: 'This phone could not be confirmed. Try again.' }),
  E_PASS_NAME: msg({ id: 'error.E_PASS_NAME', message: 'Use 1 to 20 characters on one line.' }),
  E_MOVES: msg({ id: 'error.E_MOVES', message: 'This pass has been moved three times today. Try again tomorrow.' }),
  E_GATE: msg({
    id: 'error.E_GATE',
    message: 'This scanner is not enrolled. Ask the operator for an enrolment code.',
  }),
  E_GATE_CODE: msg({
    id: 'error.E_GATE_CODE',
    message: 'This enrolment code cannot be used. Ask the operator for a new one.',
  }),
  E_GATE_PLACE: msg({ id: 'error.E_GATE_PLACE', message: 'This cannot be done at this place.' }),
  E_UNDO_LATE: msg({
    id: 'error.E_UNDO_LATE',
    message: 'An entry can be undone for one minute only. Tell the operator.',
  }),
  E_ONE_TIME_LIMIT: msg({
    id: 'error.E_ONE_TIME_LIMIT',
    message: 'This pass has had too many one-time codes today. Move it to this phone, or contact customer support.',
  }),
  E_REFUND: msg({ id: 'error.E_REFUND', message: 'This payment cannot be refunded. Send us an inquiry.' }),
  E_REFUND_REASON: msg({ id: 'error.E_REFUND_REASON', message: 'Please select a reason.' }),
  E_REFUND_USED: msg({ id: 'error.E_REFUND_USED', message: 'A pass that was used or activated cannot be refunded.' }),
  E_REFUND_GIFT: msg({
    id: 'error.E_REFUND_GIFT',
    message: 'A pass that was sent as a gift cannot be refunded. Take the gift back first.',
  }),
  E_REFUND_ASKED: msg({ id: 'error.E_REFUND_ASKED', message: 'A refund was already requested for this pass.' }),
  E_GIFT_RECIPIENT: msg({
    id: 'error.E_GIFT_RECIPIENT',
    message: 'No member has this email address. Check it, or ask them to join first.',
  }),
  E_GIFT_SELF: msg({ id: 'error.E_GIFT_SELF', message: 'This is your own email address.' }),
  E_GIFT_PASS: msg({ id: 'error.E_GIFT_PASS', message: 'This pass cannot be sent or accepted as a gift.' }),
  E_GIFT_ENDED: msg({
    id: 'error.E_GIFT_ENDED',
    message: 'This gift was already accepted, declined or cancelled.',
  }),
  E_RESERVE_DATE: msg({ id: 'error.E_RESERVE_DATE', message: 'This date cannot be booked. Choose another.' }),
  E_NO_ROOM: msg({ id: 'error.E_NO_ROOM', message: 'Not enough is left for this date. Choose another.' }),
  E_HOLD_OVER: msg({ id: 'error.E_HOLD_OVER', message: 'The time to book has run out. Choose the date again.' }),
  E_RESERVE_STATE: msg({
    id: 'error.E_RESERVE_STATE',
    message: 'This reservation has changed meanwhile. Look at it again.',
  }),
  E_CANCEL_LATE: msg({ id: 'error.E_CANCEL_LATE', message: 'It is too late to cancel this reservation.' }),
  E_REVIEW_EARLY: msg({ id: 'error.E_REVIEW_EARLY', message: 'You can write a review once you have been there.' }),
  E_REVIEW_SHORT: msg({ id: 'error.E_REVIEW_SHORT', message: 'Please enter at least 10 characters.' }),
  E_REVIEWED: msg({ id: 'error.E_REVIEWED', message: 'You have already written this review.' }),
  E_POINTS: msg({ id: 'error.E_POINTS', message: 'These points cannot be used. Check how many you have.' }),
  E_COUPON_REQUIRED: msg({ id: 'error.E_COUPON_REQUIRED', message: 'Enter the coupon number.' }),
  E_COUPON_NUMBER: msg({
    id: 'error.E_COUPON_NUMBER',
    message: 'This coupon number is not valid, or has been used. Check it and try again.',
  }),
  E_COUPON_TAKEN: msg({ id: 'error.E_COUPON_TAKEN', message: 'You already have this coupon.' }),
  E_COUPON_OVER: msg({ id: 'error.E_COUPON_OVER', message: 'This coupon can no longer be taken.' }),
  E_CARD_NUMBER: msg({ id: 'error.E_CARD_NUMBER', message: 'Check your card number.' }),
  E_CARD_FORMAT: msg({
    id: 'error.E_CARD_FORMAT',
    message: 'The card number is not valid. Please reconfirm your card number.',
  }),
  E_CARD_TAKEN: msg({ id: 'error.E_CARD_TAKEN', message: 'The card number is already in use or invalid.' }),
  E_VOUCHER: msg({
    id: 'error.E_VOUCHER',
    message: 'This voucher is not valid. Ask the visitor to open it again.',
  }),
  E_VOUCHER_USED: msg({ id: 'error.E_VOUCHER_USED', message: 'The card for this voucher has already been collected.' }),
  E_CARD_STOCK: msg({
    id: 'error.E_CARD_STOCK',
    message: 'This card cannot be handed out. Take another card of the right pass type.',
  }),
  E_INQUIRY_SHORT: msg({ id: 'error.E_INQUIRY_SHORT', message: 'Please enter at least 5 characters.' }),
}

/** `error text of a code`, in the language that is shown; unknown codes get the general sentence. */
export const useErrorText = (): ((code: string) => string) => {
  const { _ } = useLingui()
  return useCallback(
    (code: string) => _(ERROR_TEXTS[Object.hasOwn(ERROR_TEXTS, code) ? (code as FailureCode) : 'UNKNOWN']),
    [_],
  )
}
