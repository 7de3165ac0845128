import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionReady } from '#data/session.ts'

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
  component: Outlet,
})
