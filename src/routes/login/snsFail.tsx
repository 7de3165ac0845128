import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SocialFailScreen } from './-parts/socialFailScreen.tsx'

/** Opened by the server after a cancelled sign-in, whose provider is in the fragment, and by `/login/snsSuccess`. */
export const Route = createFileRoute('/login/snsFail')({
  staticData: { layout: 'clean', title: msg`Sign in` },
  beforeLoad: async ({ location }) => {
    if (typeof document === 'undefined') return // prerendering has no session
    const { failureRedirect } = await import('./-parts/failureRedirect.ts')
    const leading = failureRedirect(location.hash)
    if (leading) throw leading
  },
  component: SocialFail,
})

function SocialFail() {
  return <SocialFailScreen wanted={Route.useSearch().returnTo} />
}
