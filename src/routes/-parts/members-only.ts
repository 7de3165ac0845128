import { redirect } from '@tanstack/react-router'
import { sessionReady } from '#data/session.ts'

/** A courtesy for screens of members alone: the server decides. Whoever signs in comes back here. */
export const membersOnly = async ({ location }: { location: { href: string } }): Promise<void> => {
  if (typeof document === 'undefined') return // the shell is drawn without a visitor
  const { state } = await sessionReady()
  if (state !== 'member') throw redirect({ to: '/login', search: { returnTo: location.href }, replace: true })
}
