import { redirect } from '@tanstack/react-router'
import { socialReturn } from '#data/social.ts'
import { patchSocialFailure, socialFailure } from './socialFailure.ts'
import { readSocialFragment } from './socialFragment.ts'

/**
 * Returns where `/login/snsFail` leads: to itself without its fragment, which is remembered; to the sign-in screen
 * without a failure; undefined to stay.
 */
export const failureRedirect = (hash: string) => {
  const fragment = readSocialFragment(hash)
  if (fragment) {
    patchSocialFailure({ failure: { entranceSns: fragment.entranceSns, code: null } })
    return redirect({ to: '/login/snsFail', search: { returnTo: socialReturn() }, hash: '', replace: true })
  }
  return socialFailure().failure === null ? redirect({ to: '/login', replace: true }) : undefined
}
