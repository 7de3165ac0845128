import type { MessageDescriptor } from '@lingui/core'

/** Mails about accounts, inquiries and reservations. */
export const MEMBER_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ { id: 'mail.giftCode.subject', message: 'Confirm your request to send a pass as a gift' },
  /*i18n*/ { id: 'mail.giftCode.hello', message: 'Hello! Enter this code to send a pass as a gift:' },
  /*i18n*/ { id: 'mail.oneTimeCode.subject', message: 'Confirm your request for a one-time entry code' },
  /*i18n*/ {
    id: 'mail.oneTimeCode.hello',
    message: 'Hello! Enter this code to get a one-time entry code for your pass:',
  },
  /*i18n*/ { id: 'mail.dataCopyCode.subject', message: 'Confirm your request for a copy of your data' },
  /*i18n*/ { id: 'mail.dataCopyCode.hello', message: 'Hello! Enter this code to get a copy of your data:' },
  /*i18n*/ { id: 'mail.passkeyCode.subject', message: 'Confirm a change to your passkeys' },
  /*i18n*/ { id: 'mail.passkeyCode.hello', message: 'Hello! Enter this code to add or delete a passkey:' },
  /*i18n*/ { id: 'mail.walletCode.subject', message: 'Confirm your request to add a pass to a wallet app' },
  /*i18n*/ { id: 'mail.walletCode.hello', message: 'Hello! Enter this code to add your pass to a wallet app:' },
  /*i18n*/ { id: 'mail.withdrawalCode.subject', message: 'Confirm your request to delete your account' },
  /*i18n*/ { id: 'mail.withdrawalCode.hello', message: 'Hello! Enter this code to delete your account:' },
  /*i18n*/ { id: 'mail.ownCode.body', message: 'The code works once and expires in {minutes} minutes.' },
  /*i18n*/ {
    id: 'mail.ownCode.secret',
    message: 'Do not give this code to anyone else. We never ask for it by phone, chat or email.',
  },
  /*i18n*/ {
    id: 'mail.ownCode.notYou',
    message:
      'If you did not ask for it, someone else may be using your account. Set a new password immediately: choose “Forgot password?” on the sign-in screen (sign out first if you are signed in). This signs out all other devices.',
  },
  /*i18n*/ { id: 'mail.temporaryPassword.subject', message: 'Your Harbor Pass temporary password' },
  /*i18n*/ { id: 'mail.temporaryPassword.hello', message: 'Hello! Here is your temporary password:' },
  /*i18n*/ {
    id: 'mail.temporaryPassword.body',
    message: 'Use it to sign in within {minutes} minutes, then choose a new password. It works only once.',
  },
  /*i18n*/ {
    id: 'mail.temporaryPassword.ignore',
    message: 'If you did not ask for it, you can ignore this email. Nothing changes unless the password is used.',
  },
  /*i18n*/ { id: 'mail.passwordChanged.subject', message: 'Your Harbor Pass password has been changed' },
  /*i18n*/ {
    id: 'mail.passwordChanged.body',
    message: 'Your password has been changed, and all other devices have been signed out.',
  },
  /*i18n*/ {
    id: 'mail.passwordChanged.passkeys',
    message: 'Passkeys in your account still work. If you do not recognise one, delete it in “Edit details”.',
  },
  /*i18n*/ {
    id: 'mail.passwordChanged.notYou',
    message:
      'If this was not you, choose “Forgot password?” on the sign-in screen right away to set a new password, and contact customer support.',
  },
  /*i18n*/ { id: 'mail.inquiryAnswered.subject', message: 'Your inquiry {number} has been answered' },
  /*i18n*/ { id: 'mail.inquiryAnswered.hello', message: 'Thank you for writing to us. Here is our answer:' },
  /*i18n*/ { id: 'mail.reservation.subject', message: 'Your reservation {number} has been cancelled' },
  /*i18n*/ {
    id: 'mail.reservation.asked',
    message: 'Your reservation {number} for {goods} has been cancelled, as you requested.',
  },
  /*i18n*/ {
    id: 'mail.reservation.declined',
    message:
      'We are sorry, but your reservation {number} for {goods} could not be confirmed, so it has been cancelled.',
  },
  /*i18n*/ {
    id: 'mail.reservation.closed',
    message:
      'We are sorry, but {goods} is not available on the day of your reservation {number}, so it has been cancelled.',
  },
  /*i18n*/ {
    id: 'mail.reservation.takenBack',
    message: 'Your reservation {number} for {goods} has been cancelled because your payment was reversed.',
  },
  /*i18n*/ { id: 'mail.reservation.when', message: 'Cancelled: {cancelledAt}, Korean time.' },
  /*i18n*/ {
    id: 'mail.reservation.refund',
    message:
      'We are refunding {amount} won to the payment method that you used. Card companies usually need 7 to 14 working days.',
  },
  /*i18n*/ { id: 'mail.reservation.nothing', message: 'You were not charged, so there is nothing to refund.' },
  /*i18n*/ {
    id: 'mail.reservation.byBank',
    message:
      'Your payment of {amount} won is being returned through your bank, so we will not refund it a second time.',
  },
  /*i18n*/ {
    id: 'mail.reservation.points',
    message:
      'Any points that you used will be returned to you. So will any coupon, unless it has expired or you keep other items from the same cart.',
  },
  /*i18n*/ { id: 'mail.open.details', message: 'Open My details' },
  /*i18n*/ { id: 'mail.open.passes', message: 'Open My Pass' },
  /*i18n*/ { id: 'mail.open.passkeys', message: 'See your passkeys' },
  /*i18n*/ { id: 'mail.open.gifts', message: 'See your gifts' },
  /*i18n*/ { id: 'mail.open.passesForSale', message: 'See the passes' },
  /*i18n*/ { id: 'mail.open.reservations', message: 'See your reservations' },
  /*i18n*/ { id: 'mail.open.purchases', message: 'See your purchases' },
  /*i18n*/ { id: 'mail.open.inquiries', message: 'See your inquiries' },
  /*i18n*/ { id: 'mail.welcome.subject', message: 'Welcome to Harbor Pass' },
  /*i18n*/ { id: 'mail.welcome.hello', message: 'Welcome to Harbor Pass! Your account is ready.' },
  /*i18n*/ {
    id: 'mail.welcome.body',
    message:
      'Buy a pass before your trip and set it up on your phone while you are online. It then works at the gate without a connection.',
  },
  /*i18n*/ { id: 'mail.orderPaid.subject', message: 'Your order {number} is confirmed' },
  /*i18n*/ { id: 'mail.orderPaid.hello', message: 'Thank you for your purchase! Your order is confirmed.' },
  /*i18n*/ {
    id: 'mail.orderPaid.body',
    message:
      'While you are online, open My Pass on the phone that you will take with you. Set up a mobile pass there, or open My card passes to find the voucher for a card pass.',
  },
  /*i18n*/ { id: 'mail.orderPaid.keep', message: 'This email is your receipt. All times are Korean time.' },
  /*i18n*/ { id: 'mail.order.number', message: 'Order number' },
  /*i18n*/ { id: 'mail.order.product', message: 'Product' },
  /*i18n*/ { id: 'mail.order.units', message: 'Quantity' },
  /*i18n*/ { id: 'mail.order.discount', message: 'Discount' },
  /*i18n*/ { id: 'mail.order.points', message: 'Points used' },
  /*i18n*/ { id: 'mail.order.amount', message: 'Amount paid' },
  /*i18n*/ { id: 'mail.order.paidAt', message: 'Payment date' },
  /*i18n*/ { id: 'mail.order.buyer', message: 'Name' },
  /*i18n*/ { id: 'mail.order.cancelUntil', message: 'Unused passes refundable until' },
  /*i18n*/ { id: 'mail.receipt.title', message: 'Receipt' },
  /*i18n*/ { id: 'mail.receipt.seller', message: 'Seller' },
  /*i18n*/ { id: 'mail.receipt.method', message: 'Payment method' },
  /*i18n*/ { id: 'mail.receipt.overseas_card', message: 'Visa, Mastercard or JCB' },
  /*i18n*/ { id: 'mail.receipt.unionpay_amex', message: 'UnionPay or Amex' },
  /*i18n*/ { id: 'mail.receipt.email', message: 'Email address' },
  /*i18n*/ { id: 'mail.receipt.beingRefunded', message: 'Being refunded' },
  /*i18n*/ { id: 'mail.receipt.refunded', message: 'Refunded' },
  /*i18n*/ {
    id: 'mail.receipt.note',
    message: 'All times are Korean time. All amounts are in South Korean won (KRW).',
  },
  /*i18n*/ { id: 'mail.refundRequested.subject', message: 'Refund requested for order {number}' },
  /*i18n*/ { id: 'mail.refundRequested.hello', message: 'We have received your refund request.' },
  /*i18n*/ {
    id: 'mail.refundRequested.body',
    message:
      'We will email you when the refund is completed or denied. Passes in this request cannot be used unless it is denied.',
  },
  /*i18n*/ { id: 'mail.refund.amount', message: 'Refund amount' },
]
