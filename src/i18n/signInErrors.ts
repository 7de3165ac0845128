import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#contract/errors.ts'

/** Messages of signing in other than by a password: links, passkeys, social accounts; part of `ERROR_TEXTS`. */
export const SIGN_IN_ERRORS = {
  E_LINK: msg({
    id: 'error.E_LINK',
    message: 'This QR code no longer works. Make a new one on your computer and scan that.',
  }),
  E_LINK_PROOF: msg({ id: 'error.E_LINK_PROOF', message: 'Enter your password to continue.' }),
  E_PASSKEY: msg({
    id: 'error.E_PASSKEY',
    message:
      'This passkey does not work for Harbor Pass. It may have been deleted from your account. Use your email address and password, or another passkey.',
  }),
  E_PASSKEY_EXPIRED: msg({ id: 'error.E_PASSKEY_EXPIRED', message: 'That took too long. Try again.' }),
  E_PASSKEY_LIMIT: msg({
    id: 'error.E_PASSKEY_LIMIT',
    message: 'You already have ten passkeys. Delete one before you add another.',
  }),
  E_SNS: msg({ id: 'error.E_SNS', message: 'We could not sign you in with this account. Try again.' }),
} satisfies Partial<Record<ErrorCode, MessageDescriptor>>
