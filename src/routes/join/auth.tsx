import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useNow } from '#data/clock.ts'
import { currentPassword, useDraft } from './-parts/joinDraft.ts'
import { EmailStep } from './-parts/emailStep.tsx'
import { NameStep } from './-parts/nameStep.tsx'
import { PasswordStep } from './-parts/passwordStep.tsx'
import { JOIN_STEPS, stepFor, type JoinStep } from './-parts/steps.ts'

export const Route = createFileRoute('/join/auth')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  validateSearch: ({ step }: Record<string, unknown>): { step?: JoinStep | undefined } => ({
    step: JOIN_STEPS.find((name) => name === step),
  }),
  // Imported here, so that the draft's dependencies are not in the chunk of the route tree.
  beforeLoad: async () => {
    const { currentDraft } = await import('./-parts/joinDraft.ts')
    if (!currentDraft().agreed) throw redirect({ to: '/join/terms', replace: true })
  },
  component: JoinAuth,
})

const CHECK_MS = 5_000

function JoinAuth() {
  const { step } = Route.useSearch()
  const draft = useDraft()
  const now = useNow(CHECK_MS)
  const shown = stepFor(
    step,
    { agreed: true, proofUntil: draft.proof?.expiresAt ?? null, password: currentPassword() !== '' },
    now,
  )
  if (shown === 'password') return <PasswordStep />
  return shown === 'name' ? <NameStep /> : <EmailStep />
}
