import { useLingui } from '@lingui/react/macro'
import { useNow } from '#data/clock.ts'
import { LoadingLine } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
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
  // The draft is empty, and the welcome is loading.
  if (draft.done) return <SignedUp />
  const openStep = stepFor(
    isSocial && step === 'password' ? 'name' : step,
    { agreed: true, proofUntil: draft.proof?.expiresAt ?? null, password: isSocial || currentPassword() !== '' },
    now,
  )
  if (openStep === 'password') return <PasswordStep />
  return openStep === 'name' ? <NameStep /> : <EmailStep />
}

function SignedUp() {
  const { t } = useLingui()
  return (
    <main data-screen="/join/auth" className={screen.page} aria-busy>
      <TopBar title={t`Sign up`} />
      <LoadingLine label={t`Loading`} />
    </main>
  )
}
