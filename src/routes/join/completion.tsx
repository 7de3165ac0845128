import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { CompletionScreen } from './-parts/completionScreen.tsx'

export const Route = createFileRoute('/join/completion')({
  staticData: { layout: 'clean', title: msg`Welcome to Harbor Pass` },
  beforeLoad: async () => {
    const { currentDraft } = await import('./-parts/joinDraft.ts')
    if (!currentDraft().done) throw redirect({ to: '/join', replace: true })
  },
  onLeave: () => void import('./-parts/joinDraft.ts').then(({ clearDraft }) => clearDraft()),
  component: Completion,
})

function Completion() {
  return <CompletionScreen wanted={Route.useSearch().returnTo} />
}
