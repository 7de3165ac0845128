import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { JOIN_STEPS, type JoinStep } from './-parts/steps.ts'
import { AuthScreen } from './-parts/authScreen.tsx'

export const Route = createFileRoute('/join/auth')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  validateSearch: ({ step }: Record<string, unknown>): { step?: JoinStep | undefined } => ({
    step: JOIN_STEPS.find((name) => name === step),
  }),
  // Imported here, so that the draft's dependencies are not in the chunk of the route tree.
  beforeLoad: async () => {
    const { currentDraft } = await import('./-parts/joinDraft.ts')
    const draft = currentDraft()
    // The account exists: the welcome could not be loaded, and the page was.
    if (draft.done) throw redirect({ to: '/join/completion', replace: true })
    if (!draft.agreed) throw redirect({ to: '/join/terms', replace: true })
  },
  component: JoinAuth,
})

function JoinAuth() {
  return <AuthScreen step={Route.useSearch().step} />
}
