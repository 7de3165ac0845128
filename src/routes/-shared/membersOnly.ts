import { redirect } from '@tanstack/react-router'
import { rememberedId, sessionReady } from '#data/session.ts'

/**
 * Redirects visitors and locked sessions to the sign-in screen, and back afterwards; a `beforeLoad` for members'
 * screens. Convenience only: the server authorizes.
 */
export const membersOnly = async ({ location }: { location: { href: string } }): Promise<void> => {
  if (typeof document === 'undefined') return // prerendering has no session
  const { state } = await sessionReady()
  if (state !== 'member') throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true })
}

/**
 * Redirects from the payment as `membersOnly` does, but sends a visitor of whom this browser remembers no member to the
 * sign-up, which keeps the order and leads to the sign-in too (decision 0140).
 */
export const buyersOnly = async ({ location }: { location: { href: string } }): Promise<void> => {
  if (typeof document === 'undefined') return
  const { state } = await sessionReady()
  if (state === 'member') return
  const isNew = state === 'anonymous' && rememberedId() === ''
  throw redirect({ to: isNew ? '/join/terms' : '/login', search: { returnTo: location.href }, replace: true })
}
