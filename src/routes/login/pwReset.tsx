import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { NewPasswordScreen } from './-parts/newPasswordScreen.tsx'

export const Route = createFileRoute('/login/pwReset')({
  staticData: { layout: 'clean', title: msg`Choose a new password` },
  beforeLoad: async () => {
    if (typeof document === 'undefined') return // prerendering has no session
    const { recoveryDraft } = await import('./-parts/recoveryDraft.ts')
    if (recoveryDraft().token === null) throw redirect({ to: '/login/findPw01', replace: true })
  },
  component: NewPassword,
})

function NewPassword() {
  return <NewPasswordScreen wanted={Route.useSearch().returnTo} />
}
