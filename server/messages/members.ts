import type { MessageDescriptor } from '@lingui/core'

/** Letters about an account and an inquiry. */
export const MEMBER_MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  /*i18n*/ { id: 'mail.temporaryPassword.subject', message: 'Your Harbor Pass temporary password' },
  /*i18n*/ { id: 'mail.temporaryPassword.hello', message: 'Hello! Here is your temporary password:' },
  /*i18n*/ {
    id: 'mail.temporaryPassword.body',
    message: 'Sign in with it once within {minutes} minutes, then choose a new password.',
  },
  /*i18n*/ {
    id: 'mail.temporaryPassword.ignore',
    message: 'If you did not ask for it, you can ignore this email. Your password stays as it is.',
  },
  /*i18n*/ { id: 'mail.passwordChanged.subject', message: 'Your Harbor Pass password has been changed' },
  /*i18n*/ {
    id: 'mail.passwordChanged.body',
    message: 'The password of your account has been changed. All other devices were signed out.',
  },
  /*i18n*/ {
    id: 'mail.passwordChanged.notYou',
    message: 'If this was not you, use “Find password” on the sign-in screen at once, and write to customer support.',
  },
  /*i18n*/ { id: 'mail.inquiryAnswered.subject', message: 'Your inquiry {number} has been answered' },
  /*i18n*/ { id: 'mail.inquiryAnswered.hello', message: 'Thank you for writing to us. Here is our answer:' },
]
