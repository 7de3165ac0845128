import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { NoIdScreen } from './-parts/noIdScreen.tsx'

export const Route = createFileRoute('/login/findId02-2')({
  staticData: { layout: 'clean', title: msg`Forgot your ID?` },
  beforeLoad: async () => {
    if (typeof document === 'undefined') return // prerendering has no session
    const { findIdDraft } = await import('./-parts/findIdDraft.ts')
    if (findIdDraft().addresses?.length !== 0) throw redirect({ to: '/login/findId01', replace: true })
  },
  component: NoIdScreen,
})
