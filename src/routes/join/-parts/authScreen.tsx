import { useNow } from '#data/clock.ts'
import { currentPassword, useDraft } from './joinDraft.ts'
import { EmailStep } from './emailStep.tsx'
import { NameStep } from './nameStep.tsx'
import { PasswordStep } from './passwordStep.tsx'
import { stepFor, type JoinStep } from './steps.ts'

const CHECK_MS = 5_000

/**
 * Renders the step of sign-up that `step` names; the first step that is not done, if it comes earlier or `step` is
 * undefined.
 */
export function AuthScreen({ step }: { step: JoinStep | undefined }) {
  const draft = useDraft()
  const now = useNow(CHECK_MS)
  const isSocial = draft.social !== null
  const openStep = stepFor(
    isSocial && step === 'password' ? 'name' : step,
    { agreed: true, proofUntil: draft.proof?.expiresAt ?? null, password: isSocial || currentPassword() !== '' },
    now,
  )
  if (openStep === 'password') return <PasswordStep />
  return openStep === 'name' ? <NameStep /> : <EmailStep />
}
