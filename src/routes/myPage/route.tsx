import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { sessionReady } from '#data/session.ts'

/** A courtesy: the server decides (specification 2, Guards). A lapsed session keeps its passes in sight. */
export const Route = createFileRoute('/myPage')({
  beforeLoad: async ({ location }) => {
    // The shell is drawn without a visitor.
    if (typeof document === 'undefined') return
    const { state } = await sessionReady()
    if (state === 'anonymous') throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true })
  },
  component: Outlet,
})
