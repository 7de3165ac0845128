import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { SocialReturnScreen } from './-parts/socialReturnScreen.tsx'

/** Opened by the server after a provider's page; code and state are in the fragment, which no request contains. */
export const Route = createFileRoute('/login/snsSuccess')({
  staticData: { layout: 'clean', title: msg`Sign in` },
  // Imported here, so that its dependencies are not in the chunk of the route tree.
  beforeLoad: async ({ location, cause }) => {
    if (typeof document === 'undefined' || cause === 'stay') return // prerendering has no fragment
    const { readSocialFragment } = await import('./-parts/socialFragment.ts')
    if (!readSocialFragment(location.hash)?.answer) throw redirect({ to: '/login', replace: true })
  },
  component: SocialReturnScreen,
})
