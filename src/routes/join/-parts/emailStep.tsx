import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CERT_TRIES } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { sendCode } from '#data/join.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Email } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { useToast } from '#ui/useToast.ts'
import { EmailField } from '../../-shared/emailField.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useFieldErrorText, useErrorSummary, validateEmail } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { CodeForm } from './codeForm.tsx'
import { patchDraft, useDraft } from './joinDraft.ts'
import { JoinFrame } from './frame.tsx'

/** Renders the email step: the address, then the code that was mailed to it. An expired proof is ignored. */
export function EmailStep() {
  const { proof, sent } = useDraft()
  const now = useNow(SECOND_MS)
  const [changing, setChanging] = useState(false)
  const [isJustSent, setJustSent] = useState(false)
  const isExpired = proof !== null && proof.expiresAt <= now
  if (proof && !isExpired && !changing) return <Proven email={proof.email} onChange={() => setChanging(true)} />
  if (sent && !changing) return <CodeForm sent={sent} isJustSent={isJustSent} onChange={() => setChanging(true)} />
  return (
    <Address
      isExpired={isExpired}
      isChanging={changing}
      onSent={() => {
        setJustSent(true)
        setChanging(false)
      }}
    />
  )
}

interface AddressProps {
  isExpired: boolean
  /** The visitor wants to use another address, so its field takes the focus. */
  isChanging: boolean
  onSent: () => void
}

function Address({ isExpired, isChanging, onSent }: AddressProps) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('join')
  const errorText = useErrorText()
  const toast = useToast()
  const draft = useDraft()
  const now = useNow(SECOND_MS)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { email: draft.email },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  useEffect(() => {
    // The button that had the focus has left the page.
    if (isChanging) setFocus('email')
  }, [isChanging, setFocus])

  const submit = handleSubmit(async ({ email: typed }) => {
    setFailure(null)
    const email = typed.trim().toLowerCase()
    if (draft.sent?.email === email && draft.sent.resendAt > now) {
      onSent() // a valid code was just mailed
      return
    }
    const outcome = await sendCode(email)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    patchDraft({ email, proof: null, sent: { email, ...outcome.data, tries: CERT_TRIES } })
    toast({ text: t`Confirmation code sent` })
    onSent()
  })
  return (
    <JoinFrame
      step="email"
      title={<Trans>Your email address</Trans>}
      text={<Trans>This address will be your ID. We will send a code to make sure it is yours.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['email'])} />
        <FailureBanner failure={failure} />
        {isExpired && !failure && (
          <Banner tone="amber" role="alert">
            {errorText('E_CERT_REQUIRED')}
          </Banner>
        )}
        <EmailField
          id="join-email"
          registration={register('email', { validate: validateEmail })}
          error={errors.email && reason('email', errors.email.message)}
          placeholder="name@example.com"
        />
        <ActionBar>
          <Button type="submit" full busy={isSubmitting}>
            <Trans>Send the code</Trans>
          </Button>
        </ActionBar>
      </form>
    </JoinFrame>
  )
}

function Proven({ email, onChange }: { email: string; onChange: () => void }) {
  const navigate = useNavigate()
  return (
    <JoinFrame step="email" title={<Trans>Your email address</Trans>}>
      <Banner tone="kelp" icon={BadgeCheck}>
        <Trans>
          <Email>{email}</Email> is confirmed.
        </Trans>
      </Banner>
      <div>
        <button type="button" className={screen.link} onClick={onChange}>
          <Trans>Use another address</Trans>
        </button>
      </div>
      <ActionBar>
        <Button full onClick={() => void navigate({ to: '/join/auth', search: { step: 'password' } })}>
          <Trans>Next</Trans>
        </Button>
      </ActionBar>
    </JoinFrame>
  )
}
