import { createFileRoute, Outlet, redirect, useChildMatches } from '@tanstack/react-router'
import { sessionReady, useSession } from '#data/session.ts'
import { SignedOut } from './-parts/signedOut.tsx'

/**
 * Redirects anonymous visitors to the sign-in screen; a locked session still sees its passes. Convenience only: the
 * server authorizes (spec 2.19, 2.21).
 */
export const Route = createFileRoute('/myPage')({
  beforeLoad: async ({ location }) => {
    // Prerendering has no session.
    if (typeof document === 'undefined') return
    const { state } = await sessionReady()
    if (state === 'anonymous') throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true })
  },
  component: MyPage,
})

function MyPage() {
  const { state } = useSession()
  // Deleting the account ends the session too, and leads home.
  const isDeletion = useChildMatches({ select: (matches) => matches.at(-1)?.routeId === '/myPage/secession' })
  if (state === 'anonymous' && !isDeletion && typeof document !== 'undefined') return <SignedOut />
  return <Outlet />
}
