import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { NoEmailScreen } from './-parts/noEmailScreen.tsx'

export const Route = createFileRoute('/login/findPw02-2')({
  staticData: { layout: 'clean', title: msg`Forgot password?` },
  beforeLoad: async () => {
    if (typeof document === 'undefined') return // prerendering has no session
    const { recoveryDraft } = await import('./-parts/recoveryDraft.ts')
    if (recoveryDraft().sent === null) throw redirect({ to: '/login/findPw01', replace: true })
  },
  component: NoEmailScreen,
})
