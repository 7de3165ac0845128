import { redirect } from '@tanstack/react-router'
import { sessionReady } from '#data/session.ts'

/**
 * Redirects visitors and locked sessions to the sign-in screen, and back afterwards; a `beforeLoad` for members'
 * screens. Convenience only: the server authorizes.
 */
export const membersOnly = async ({ location }: { location: { href: string } }): Promise<void> => {
  if (typeof document === 'undefined') return // prerendering has no session
  const { state } = await sessionReady()
  if (state !== 'member') throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true })
}
