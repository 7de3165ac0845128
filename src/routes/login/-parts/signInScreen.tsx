import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { KeyRound, TimerReset } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Mark } from '#art/mark.tsx'
import { returnTo } from '#contract/rules/returnTo.ts'
import { rememberedId, useSession } from '#data/session.ts'
import { signIn } from '#data/signIn.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import { EmailField } from '../../-shared/emailField.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useFieldErrorText, useErrorSummary, validateEmail } from '../../-shared/formErrors.ts'
import { PurchaseTicket } from '../../-shared/purchase.tsx'
import { purchaseOf } from '../../-shared/purchaseOf.ts'
import screen from '../../-shared/screen.module.css'
import { SocialButtons } from '../../-shared/social/socialButtons.tsx'
import { AttemptButton } from './attemptButton.tsx'
import styles from './login.module.css'
import { OfflineBanner } from './offlineBanner.tsx'
import { patchRecovery } from './recoveryDraft.ts'
import { useAttempt } from './useAttempt.ts'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

const HOME = '/home'

interface Form {
  id: string
  password: string
  keep: boolean
  rememberId: boolean
}

/** Renders the form to sign in; then opens the path `wanted`, or home where it is undefined. */
export function SignInScreen({ wanted }: { wanted: string | undefined }) {
  const { t } = useLingui()
  const reason = useFieldErrorText()
  const summary = useErrorSummary('login')
  const router = useRouter()
  const { state } = useSession()
  const { attempt, failure, wait: waitSeconds } = useAttempt()
  const purchase = purchaseOf(wanted)
  const remembered = rememberedId()
  const { register, handleSubmit, getValues, resetField, setFocus, formState } = useForm<Form>({
    defaultValues: { id: remembered, password: '', keep: true, rememberId: remembered !== '' },
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const open = (): void => router.history.replace(returnTo(wanted))
  const passkey = usePasskeySignIn({ keep: () => getValues('keep'), onSignedIn: open, attempt })

  const submit = handleSubmit(async (form) => {
    if (waitSeconds > 0) return
    const outcome = await attempt(() => signIn({ ...form, id: form.id.trim() }))
    if (outcome.ok) {
      if (outcome.data.recoveryToken !== null) {
        patchRecovery({ email: form.id.trim().toLowerCase(), token: outcome.data.recoveryToken })
        await router.navigate({ to: '/login/pwReset' })
        return
      }
      open()
      return
    }
    if (outcome.code === 'E_LOGIN') {
      resetField('password')
      setFocus('password')
    }
  })
  return (
    <main data-screen="/login" className={screen.page}>
      <SceneBeside name="gwangan" />
      <TopBar title={<Trans>Sign in</Trans>} back={HOME} />
      <div className={styles.hello}>
        <Mark className={styles.mark} />
        <p className={screen.lead}>
          {state === 'locked' ? (
            <Trans>You were signed out. What is saved on this device is still here; sign in to see the rest.</Trans>
          ) : wanted ? (
            <Trans>Sign in to continue to the page you wanted.</Trans>
          ) : (
            <Trans>Welcome to Harbor Pass.</Trans>
          )}
        </p>
      </div>
      {purchase && <PurchaseTicket purchase={purchase} />}
      <OfflineBanner>
        <Trans>You are offline. You need a connection to sign in.</Trans>
      </OfflineBanner>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary key={submitCount} errors={summary(errors, ['id', 'password'])} />
        <FailureBanner failure={failure} icon={waitSeconds > 0 ? TimerReset : undefined} />
        <EmailField
          id="login-id"
          registration={register('id', { validate: (value) => value.trim() !== '' && validateEmail(value) })}
          error={errors.id && reason('id', errors.id.message)}
          autoComplete="username webauthn"
        />
        <Field
          id="login-password"
          label={t`Password`}
          error={errors.password && reason('password', errors.password.message)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password', { validate: (value) => value !== '' })}
              autoComplete="current-password"
              aria-required
            />
          )}
        </Field>
        <div className={styles.choices}>
          <Checkbox {...register('keep')} label={t`Keep me signed in`} />
          <Checkbox {...register('rememberId')} label={t`Remember my email address`} />
        </div>
        <AttemptButton waitSeconds={waitSeconds} busy={isSubmitting}>
          <Trans>Sign in</Trans>
        </AttemptButton>
        {passkey.isOffered && (
          <Button
            kind="outline"
            full
            icon={KeyRound}
            busy={passkey.isBusy}
            disabled={waitSeconds > 0}
            onClick={() => void passkey.press()}
          >
            <Trans>Sign in with a passkey</Trans>
          </Button>
        )}
        <p className={styles.forgot}>
          <Link to="/login/findId01" className={screen.link}>
            <Trans>Forgot your ID?</Trans>
          </Link>
          <Link to="/login/findPw01" className={screen.link}>
            <Trans>Forgot password?</Trans>
          </Link>
        </p>
        <SocialButtons keep={() => getValues('keep')} wanted={wanted} />
        <div className={styles.new}>
          <p className={screen.lead}>
            <Trans>New here?</Trans>
          </p>
          <LinkButton to={purchase ? '/join/terms' : '/join'} kind="outline" full>
            <Trans>Sign up</Trans>
          </LinkButton>
        </div>
      </form>
    </main>
  )
}
