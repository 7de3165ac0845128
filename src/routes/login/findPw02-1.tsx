import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { TemporaryPasswordScreen } from './-parts/temporaryPasswordScreen.tsx'

export const Route = createFileRoute('/login/findPw02-1')({
  staticData: { layout: 'clean', title: msg`Forgot password?` },
  beforeLoad: async () => {
    if (typeof document === 'undefined') return // prerendering has no session
    const { recoveryDraft } = await import('./-parts/recoveryDraft.ts')
    const { sent, token } = recoveryDraft()
    if (token !== null) throw redirect({ to: '/login/pwReset', replace: true })
    if (sent === null) throw redirect({ to: '/login/findPw01', replace: true })
  },
  component: TemporaryPassword,
})

function TemporaryPassword() {
  return <TemporaryPasswordScreen wanted={Route.useSearch().returnTo} />
}
