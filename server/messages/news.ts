import type { MessageDescriptor } from '@lingui/core'

/** Texts of the news feed and of pushes: `news.<kind>.title` and `news.<kind>.content`. */
export const NEWS_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ { id: 'news.pass_activated.title', message: 'Your {pass} pass has been activated' },
  /*i18n*/ { id: 'news.pass_activated.content', message: 'You can use it until {expiresAt}, Korean time.' },
  /*i18n*/ { id: 'news.pass_expiring.title', message: 'Your {pass} pass expires in less than 6 hours' },
  /*i18n*/ { id: 'news.pass_expiring.content', message: 'You can use it until {expiresAt}, Korean time.' },
  /*i18n*/ { id: 'news.pass_expired.title', message: 'Your {pass} pass has expired' },
  /*i18n*/ {
    id: 'news.pass_expired.content',
    message: 'We hope you enjoyed Busan. Go to My Page to see the places you visited.',
  },
  /*i18n*/ { id: 'news.pass_moved.title', message: 'Your {pass} pass was moved or set up again' },
  /*i18n*/ {
    id: 'news.pass_moved.content',
    message:
      'If this was not you, sign out, choose “Forgot password?” on the sign-in screen and set a new password. Then contact customer support.',
  },
  /*i18n*/ { id: 'news.card_picked_up.title', message: 'Your {pass} card pass was collected' },
  /*i18n*/ { id: 'news.card_picked_up.content', message: 'Collected at {place}. Enjoy Busan!' },
  /*i18n*/ { id: 'news.coupon_issued.title', message: 'You have a new coupon' },
  /*i18n*/ {
    id: 'news.coupon_issued.content',
    message: 'Coupon added to your account: {coupon}. You can find it in Coupons.',
  },
  /*i18n*/ { id: 'news.points_expiring.title', message: 'Some of your points will expire soon' },
  /*i18n*/ {
    id: 'news.points_expiring.content',
    message: 'Points that will expire: {points}. They are valid until {lastDayAt}, Korean time.',
  },
  /*i18n*/ { id: 'news.gift_received.title', message: '{sender} sent you a {pass} pass as a gift' },
  /*i18n*/ { id: 'news.gift_received.content', message: 'You can accept or decline it in Gifts.' },
  /*i18n*/ { id: 'news.gift_accepted.title', message: '{recipient} accepted your gift' },
  /*i18n*/ { id: 'news.gift_accepted.content', message: 'The {pass} pass now belongs to the recipient.' },
  /*i18n*/ { id: 'news.gift_declined.title', message: '{recipient} declined your gift' },
  /*i18n*/ { id: 'news.gift_declined.content', message: 'The {pass} pass is still yours. You can see it in My Pass.' },
  /*i18n*/ { id: 'news.gift_cancelled.title', message: 'The gift from {sender} was cancelled' },
  /*i18n*/ { id: 'news.gift_cancelled.content', message: 'You can no longer accept the {pass} pass.' },
  /*i18n*/ { id: 'news.gift_link_opened.title', message: 'Your gift link was opened' },
  /*i18n*/ {
    id: 'news.gift_link_opened.content',
    message: 'The {pass} pass has not been accepted yet. You can still cancel the gift in Gifts.',
  },
  /*i18n*/ { id: 'news.gift_link_accepted.title', message: 'Your gift was accepted' },
  /*i18n*/ { id: 'news.gift_link_accepted.content', message: 'The {pass} pass now belongs to the recipient.' },
  /*i18n*/ { id: 'news.gift_link_received.title', message: 'You accepted a {pass} pass from {sender}' },
  /*i18n*/ { id: 'news.gift_link_received.content', message: 'You can see the pass in My Pass.' },
  /*i18n*/ { id: 'news.gift_link_expired.title', message: 'Nobody accepted your gift' },
  /*i18n*/ {
    id: 'news.gift_link_expired.content',
    message: 'The link has expired. The {pass} pass is still yours. You can see it in My Pass.',
  },
  /*i18n*/ { id: 'news.reservation_confirmed.title', message: 'Your reservation is confirmed' },
  /*i18n*/ { id: 'news.reservation_confirmed.content', message: '{goods}, reservation {number}' },
  /*i18n*/ { id: 'news.reservation_cancelled.title', message: 'Your reservation has been cancelled' },
  /*i18n*/ { id: 'news.reservation_cancelled.content', message: '{goods}, reservation {number}' },
  /*i18n*/ { id: 'news.refund_completed.title', message: 'Refund completed' },
  /*i18n*/ {
    id: 'news.refund_completed.content',
    message:
      'We have refunded {amount} won for order {number}. Card companies usually need 7 to 14 working days to credit it.',
  },
  /*i18n*/ { id: 'news.refund_nothing.title', message: 'Cancellation completed' },
  /*i18n*/ {
    id: 'news.refund_nothing.content',
    message: 'The cancellation for order {number} is complete. You were not charged, so there is nothing to refund.',
  },
  /*i18n*/ { id: 'news.refund_denied.title', message: 'Refund denied' },
  /*i18n*/ {
    id: 'news.refund_denied.content',
    message: 'Your refund request for order {number} was denied. Contact customer support to find out why.',
  },
  /*i18n*/ { id: 'news.inquiry_answered.title', message: 'Your inquiry has been answered' },
  /*i18n*/ {
    id: 'news.inquiry_answered.content',
    message: 'You can read our answer to your inquiry {number} in My Page.',
  },
  /*i18n*/ { id: 'news.question_answered.title', message: 'Your question has been answered' },
  /*i18n*/ {
    id: 'news.question_answered.content',
    message: 'We have answered your question about {goods}. The answer is on its page.',
  },
  /*i18n*/ { id: 'news.sign_in_new_device.title', message: 'New sign-in to your account' },
  /*i18n*/ {
    id: 'news.sign_in_new_device.content',
    message:
      'Signed in: {signedInAt}, Korean time. If this was not you, sign out, choose “Forgot password?” on the sign-in screen and set a new password.',
  },
  /*i18n*/ { id: 'news.sign_in_failures.title', message: 'Someone may be trying to guess your password' },
  /*i18n*/ {
    id: 'news.sign_in_failures.content',
    message:
      'The wrong password has been entered 20 times. Last attempt: {failedAt}, Korean time. If this was not you, sign out, choose “Forgot password?” on the sign-in screen and set a password that you do not use anywhere else. This works even if you are asked to wait when you sign in.',
  },
  /*i18n*/ { id: 'news.passkey_added.title', message: 'A passkey was added to your account' },
  /*i18n*/ {
    id: 'news.passkey_added.content',
    message:
      'Added: {addedAt}, Korean time. You can sign in with it from now on. If this was not you, delete the passkey in “Edit details” and set a new password.',
  },
  /*i18n*/ { id: 'news.passkey_deleted.title', message: 'A passkey was deleted from your account' },
  /*i18n*/ {
    id: 'news.passkey_deleted.content',
    message:
      'Deleted: {deletedAt}, Korean time. It can no longer be used to sign in. If this was not you, sign out, choose “Forgot password?” on the sign-in screen and set a new password.',
  },
  /*i18n*/ { id: 'news.marketing_agreed.title', message: 'You agreed to receive news and offers' },
  /*i18n*/ {
    id: 'news.marketing_agreed.content',
    message:
      'You agreed to receive news and offers from Harbor Pass on {agreedAt}, Korean time. You can stop them at any time: open “My details” and choose “Edit details”.',
  },
  /*i18n*/ { id: 'news.marketing_withdrawn.title', message: 'You will no longer receive news and offers' },
  /*i18n*/ {
    id: 'news.marketing_withdrawn.content',
    message:
      'You withdrew your consent to receive news and offers from Harbor Pass on {withdrawnAt}, Korean time. We will still send you messages about your passes, purchases and account.',
  },
  /*i18n*/ { id: 'news.marketing_reminder.title', message: 'You receive news and offers from Harbor Pass' },
  /*i18n*/ {
    id: 'news.marketing_reminder.content',
    message:
      'You agreed to receive news and offers from Harbor Pass on {agreedAt}, Korean time. Korean law requires us to remind you of this every two years. To keep receiving them, you do not need to do anything. To stop them, open “My details” and choose “Edit details”.',
  },
  // Korean law wants the mark of an offer at the beginning, its sender, and how to stop it (decision 0354).
  /*i18n*/ { id: 'news.offer.title', message: '(Ad) {title}' },
  /*i18n*/ {
    id: 'news.offer.content',
    message:
      '{content} (Sent by Harbor Pass, {contact}, because you agreed to receive news and offers. To stop them, open “My details” and choose “Edit details”.)',
  },
]
