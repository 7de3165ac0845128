import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FailureCode } from '#contract/errors.ts'
import { AFTERSALES_ERRORS } from './aftersalesErrors.ts'
import { GIFT_TEXTS } from './giftErrors.ts'
import { SIGN_IN_ERRORS } from './signInErrors.ts'

/** One message for each code (spec 8.8): what happened, then what to do. The server uses the same messages. */
export const ERROR_TEXTS: Record<FailureCode, MessageDescriptor> = {
  OFFLINE: msg({ id: 'error.OFFLINE', message: 'No answer from the server. Check your connection and try again.' }),
  STORAGE: msg({
    id: 'error.STORAGE',
    message: 'This could not be saved on this device. Free up space or check your connection, then try again.',
  }),
  UNKNOWN: msg({ id: 'error.UNKNOWN', message: 'Something went wrong. Try again in a moment.' }),
  E_TOKEN: msg({ id: 'error.E_TOKEN', message: 'Please sign in.' }),
  E_NOT_FOUND: msg({
    id: 'error.E_NOT_FOUND',
    message: 'This could not be found. It may have been removed. Go back and try again.',
  }),
  E_ROUTE: msg({
    id: 'error.E_ROUTE',
    message: 'This page could not be found. Go to the home page and start from there.',
  }),
  E_METHOD: msg({
    id: 'error.E_METHOD',
    message: 'This web address cannot be used in this way. Open the app and try again.',
  }),
  E_OWNER: msg({
    id: 'error.E_OWNER',
    message: 'This belongs to another account. Sign in with that account to continue.',
  }),
  E_CROSS_SITE: msg({
    id: 'error.E_CROSS_SITE',
    message: 'This request did not come from Harbor Pass, so it was blocked. Open the app and try again.',
  }),
  E_PREFETCH: msg({ id: 'error.E_PREFETCH', message: 'This page did not load correctly. Open it again.' }),
  E_KEY: msg({ id: 'error.E_KEY', message: 'Something in the app is out of date. Reload the page and try again.' }),
  E_KEY_REUSED: msg({
    id: 'error.E_KEY_REUSED',
    message:
      'This has already been sent with different content. Reload the page and check what was sent before you try again.',
  }),
  E_KEY_RUNNING: msg({
    id: 'error.E_KEY_RUNNING',
    message: 'This is still being processed. Wait a moment before you try again.',
  }),
  E_TOO_LARGE: msg({
    id: 'error.E_TOO_LARGE',
    message: 'This is too large to send. Shorten the text, or choose a smaller photo.',
  }),
  E_CONTENT_TYPE: msg({
    id: 'error.E_CONTENT_TYPE',
    message: 'The app sent something that we could not read. Reload the page and try again.',
  }),
  E_INPUT: msg({ id: 'error.E_INPUT', message: 'Check what you entered.' }),
  E_THROTTLED: msg({ id: 'error.E_THROTTLED', message: 'Too many attempts. Try again later.' }),
  E_BUSY: msg({ id: 'error.E_BUSY', message: 'We are very busy right now. Try again in a moment.' }),
  E_UNAVAILABLE: msg({
    id: 'error.E_UNAVAILABLE',
    message: 'The service is not available right now. Try again in a moment.',
  }),
  E_INTERNAL: msg({ id: 'error.E_INTERNAL', message: 'Something went wrong on our side. Try again in a moment.' }),
  E_LOGIN: msg({ id: 'error.E_LOGIN', message: 'Email address or password not found. Check both and try again.' }),
  E_SESSION: msg({ id: 'error.E_SESSION', message: 'You have been signed out. Please sign in again.' }),
  E_EMAIL_IN_USE: msg({
    id: 'error.E_EMAIL_IN_USE',
    message: 'Email is already in use. Sign in, or use another address.',
  }),
  E_CERT_MISMATCH: msg({
    id: 'error.E_CERT_MISMATCH',
    message: 'Confirmation code does not match. Check the email and try again.',
  }),
  E_CERT_EXPIRED: msg({
    id: 'error.E_CERT_EXPIRED',
    message: 'This code has expired or has already been used. Request a new one.',
  }),
  E_CERT_TRIES: msg({
    id: 'error.E_CERT_TRIES',
    message: 'You have no attempts left for this code. Request a new one.',
  }),
  E_CERT_WAIT: msg({
    id: 'error.E_CERT_WAIT',
    message: 'A code was sent a moment ago. Wait a little before you request another.',
  }),
  E_CERT_REQUIRED: msg({
    id: 'error.E_CERT_REQUIRED',
    message:
      'Your email address is not confirmed, or its confirmation is no longer valid. Confirm the address to continue.',
  }),
  E_TERMS_REQUIRED: msg({
    id: 'error.E_TERMS_REQUIRED',
    message: 'Agree to the terms of service and the privacy policy to continue.',
  }),
  E_AGE: msg({ id: 'error.E_AGE', message: 'Members must be at least 14 years old. Check the year of birth.' }),
  E_PASSWORD_FORMAT: msg({
    id: 'error.E_PASSWORD_FORMAT',
    message: 'Password format is invalid. Use 8 to 128 characters, with letters, numbers and symbols.',
  }),
  E_PASSWORD_WEAK: msg({
    id: 'error.E_PASSWORD_WEAK',
    message: 'This password is easy to guess. Make it longer or less common.',
  }),
  E_PASSWORD_TEMPORARY: msg({
    id: 'error.E_PASSWORD_TEMPORARY',
    message: 'Choose a password other than the temporary one from the email.',
  }),
  E_PASSWORD_MISMATCH: msg({
    id: 'error.E_PASSWORD_MISMATCH',
    message: 'The password is not correct. Check it and try again.',
  }),
  E_PHONE: msg({
    id: 'error.E_PHONE',
    message: 'The phone number is not valid. Check the country code and the number.',
  }),
  E_NO_MEMBER: msg({
    id: 'error.E_NO_MEMBER',
    message: 'No registered member information found. Check what you entered, or sign up.',
  }),
  E_PASSWORD_CURRENT: msg({
    id: 'error.E_PASSWORD_CURRENT',
    message: 'The existing password is not correct. Enter your current password.',
  }),
  ...SIGN_IN_ERRORS,
  ...AFTERSALES_ERRORS,
  E_FILE_TYPE: msg({ id: 'error.E_FILE_TYPE', message: 'Choose a photo in PNG, JPEG or WebP format.' }),
  E_FILE_PIXELS: msg({
    id: 'error.E_FILE_PIXELS',
    message: 'This photo has too many pixels. Choose a smaller one.',
  }),
  E_FILE_BROKEN: msg({ id: 'error.E_FILE_BROKEN', message: 'This photo could not be read. Choose another.' }),
  E_SOLD_OUT: msg({
    id: 'error.E_SOLD_OUT',
    message:
      'This is sold out, or fewer are left than you want. You have not been charged. Choose fewer, or something else.',
  }),
  E_NOT_ON_SALE: msg({
    id: 'error.E_NOT_ON_SALE',
    message: 'This is not on sale. You have not been charged. Choose something else.',
  }),
  E_PRICE_CHANGED: msg({
    id: 'error.E_PRICE_CHANGED',
    message: 'The price has changed. You have not been charged. Check the new price before you pay.',
  }),
  E_PROMO_CODE: msg({
    id: 'error.E_PROMO_CODE',
    message: 'This promotion code cannot be used. You have not been charged. Check it, or continue without it.',
  }),
  E_COUPON: msg({
    id: 'error.E_COUPON',
    message:
      'This coupon cannot be used for this order. You have not been charged. Choose another, or continue without a coupon.',
  }),
  E_ONE_DISCOUNT: msg({ id: 'error.E_ONE_DISCOUNT', message: 'Use a coupon or a promotion code, not both.' }),
  E_QUOTE_EXPIRED: msg({
    id: 'error.E_QUOTE_EXPIRED',
    message: 'This price has expired. You have not been charged. Go back and try again.',
  }),
  E_HOLDS: msg({
    id: 'error.E_HOLDS',
    message:
      'You have 5 unpaid reservations or orders for passes in limited supply, or 5 with this promotion code. Pay for one, or try again in half an hour: unpaid ones are cancelled automatically. You have not been charged.',
  }),
  E_PAYMENT_METHOD: msg({
    id: 'error.E_PAYMENT_METHOD',
    message: 'Please check the payment method. You have not been charged.',
  }),
  E_AGREEMENT_REQUIRED: msg({
    id: 'error.E_AGREEMENT_REQUIRED',
    message: 'Agree to the cancellation terms to continue.',
  }),
  E_GATEWAY: msg({
    id: 'error.E_GATEWAY',
    message: 'The payment could not be started. You have not been charged. Try again.',
  }),
  E_PASS_ELSEWHERE: msg({
    id: 'error.E_PASS_ELSEWHERE',
    message:
      'This pass has already been set up, for example on another phone or in another browser. Try again with your password.',
  }),
  E_PASS_NOT_LIVE: msg({
    id: 'error.E_PASS_NOT_LIVE',
    message: 'This pass cannot be used right now. You can see its status in My Pass.',
  }),
  E_DEVICE_PROOF: msg({
    id: 'error.E_DEVICE_PROOF',
    message:
      'We could not verify this device. Try again. If that does not help, leave private browsing or use another browser.',
  }),
  E_NAME_IN_USE: msg({
    id: 'error.E_NAME_IN_USE',
    message:
      'You cannot change your name while a pass that you have used for entry or a discount is still valid. Contact customer support.',
  }),
  E_PASS_NAME: msg({ id: 'error.E_PASS_NAME', message: 'Use 1 to 20 characters on one line.' }),
  E_MOVES: msg({
    id: 'error.E_MOVES',
    message: 'This pass has been moved three times in the past 24 hours. Try again later.',
  }),
  E_GATE: msg({
    id: 'error.E_GATE',
    message: 'This scanner is not enrolled. Ask the operator for an enrolment code.',
  }),
  E_GATE_CODE: msg({
    id: 'error.E_GATE_CODE',
    message: 'This enrolment code cannot be used. Check it, or ask the operator for a new one.',
  }),
  E_GATE_PLACE: msg({
    id: 'error.E_GATE_PLACE',
    message: 'This cannot be done at this place. Ask the operator which scanner to use.',
  }),
  E_UNDO_LATE: msg({
    id: 'error.E_UNDO_LATE',
    message: 'A scan can be undone only within one minute. If it was a mistake, tell the operator.',
  }),
  E_WALLET_OFF: msg({
    id: 'error.E_WALLET_OFF',
    message: 'Passes cannot be added to this wallet app right now. Show the live code in My Pass at the gate instead.',
  }),
  E_ONE_TIME_LIMIT: msg({
    id: 'error.E_ONE_TIME_LIMIT',
    message:
      'You have reached the 24-hour limit on one-time entry codes for this pass. Set the pass up on this device, or contact customer support.',
  }),
  ...GIFT_TEXTS,
  E_RESERVE_DATE: msg({
    id: 'error.E_RESERVE_DATE',
    message: 'This date or time cannot be reserved. You have not been charged. Choose another.',
  }),
  E_NO_ROOM: msg({
    id: 'error.E_NO_ROOM',
    message:
      'There is not enough availability. You have not been charged. Choose fewer, another date or time, or something else.',
  }),
  E_HOLD_OVER: msg({
    id: 'error.E_HOLD_OVER',
    message: 'This price is no longer held for you. You have not been charged. Start the reservation again.',
  }),
  E_RESERVE_STATE: msg({
    id: 'error.E_RESERVE_STATE',
    message:
      'This reservation is not confirmed yet, it has changed, or its payment is still being processed. Open it again in a moment to see its current status.',
  }),
  E_CANCEL_LATE: msg({
    id: 'error.E_CANCEL_LATE',
    message: 'It is too late to cancel this reservation here. Contact us and we will check with the provider.',
  }),
  E_REVIEW_EARLY: msg({
    id: 'error.E_REVIEW_EARLY',
    message:
      'You can write a review once your visit has begun and the reservation can no longer be cancelled free of charge.',
  }),
  E_REVIEW_SHORT: msg({ id: 'error.E_REVIEW_SHORT', message: 'Please enter at least 10 characters.' }),
  E_QUESTION_ANSWERED: msg({
    id: 'error.E_QUESTION_ANSWERED',
    message: 'This question has been answered and can no longer be withdrawn.',
  }),
  E_REVIEWED: msg({ id: 'error.E_REVIEWED', message: 'You have already written a review for this visit. Thank you.' }),
  E_POINTS: msg({
    id: 'error.E_POINTS',
    message: 'You cannot use this many points. You have not been charged. Check how many you can use.',
  }),
  E_COUPON_REQUIRED: msg({ id: 'error.E_COUPON_REQUIRED', message: 'Enter the coupon number.' }),
  E_COUPON_NUMBER: msg({
    id: 'error.E_COUPON_NUMBER',
    message: 'This coupon number is not valid, or has already been claimed. Check it and try again.',
  }),
  E_COUPON_TAKEN: msg({ id: 'error.E_COUPON_TAKEN', message: 'You have already claimed this coupon.' }),
  E_COUPON_OVER: msg({
    id: 'error.E_COUPON_OVER',
    message: 'This coupon is not available. The offer has not started, it has ended, or all coupons have been claimed.',
  }),
  E_CARD_NUMBER: msg({
    id: 'error.E_CARD_NUMBER',
    message: 'Check your card number. Enter the 16 digits exactly as printed on the card.',
  }),
  E_CARD_FORMAT: msg({
    id: 'error.E_CARD_FORMAT',
    message: 'The card number is not valid. Please reconfirm your card number.',
  }),
  E_CARD_TAKEN: msg({
    id: 'error.E_CARD_TAKEN',
    message: 'The card number is already in use or invalid. Check the number, or contact us.',
  }),
  E_VOUCHER: msg({
    id: 'error.E_VOUCHER',
    message: 'This voucher is not valid. Ask the visitor to open it again.',
  }),
  E_VOUCHER_USED: msg({
    id: 'error.E_VOUCHER_USED',
    message: 'The card for this voucher has already been collected. If this looks wrong, ask the operator.',
  }),
  E_CARD_STOCK: msg({
    id: 'error.E_CARD_STOCK',
    message: 'This card cannot be handed out. Take another card of the right pass type.',
  }),
  E_INQUIRY_SHORT: msg({ id: 'error.E_INQUIRY_SHORT', message: 'Please enter at least 5 characters.' }),
}
