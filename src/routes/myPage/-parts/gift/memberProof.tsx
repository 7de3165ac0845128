import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import type { MemberProof as Proof } from '#data/ownCode.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/passwordInput.tsx'
import { CodeField, CodeSentText, ResendCode } from '../../../-shared/mailedCode.tsx'
import { useFieldErrorText } from '../../../-shared/formErrors.ts'
import screen from '../../../-shared/screen.module.css'
import styles from './gift.module.css'
import type { ProofState } from './useMemberProof.ts'

interface Props {
  state: ProofState
  /** What the member can prove by; `code` for a member without a password. */
  required: Proof
  /** Email address of the member. */
  own: string
  /** Why the proof is needed, in each state. */
  reasons: Reasons
}

interface Reasons {
  offline: ReactNode
  password: ReactNode
  /** Before a code was mailed. */
  code: ReactNode
}

/** Renders why a pass that is set up elsewhere cannot be sent from here while offline. */
export function NeedsConnectionText() {
  return (
    <Trans>
      You are offline. You need a connection to send this pass from here. If it is set up on another device, you can
      send it from that device, even offline.
    </Trans>
  )
}

/** Renders the field for the member's password or the code that was mailed instead. */
export function MemberProof({ state, required, own, reasons }: Props) {
  const online = useOnline()
  return (
    <div className={styles.proof}>
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          {reasons.offline}
        </Banner>
      )}
      {state.by === 'code' ? (
        <ByCode state={state} own={own} reason={reasons.code} />
      ) : (
        <ByPassword state={state} reason={reasons.password} />
      )}
      <div className={styles.links}>
        {state.by === 'code' && state.sent && state.spent === null && (
          <ResendCode at={state.sent.resendAt} onResend={state.mail} />
        )}
        {required === 'password' && (
          <button
            type="button"
            className={screen.link}
            onClick={state.by === 'code' ? state.choosePassword : state.chooseCode}
          >
            {state.by === 'code' ? (
              <Trans>Use your password instead</Trans>
            ) : (
              <Trans>Use an emailed code instead</Trans>
            )}
          </button>
        )}
      </div>
    </div>
  )
}

type PartProps = { state: ProofState; reason: ReactNode }

function ByPassword({ state: { password, setPassword, refused }, reason }: PartProps) {
  const errorText = useErrorText()
  return (
    <>
      <p>{reason}</p>
      <Field label={<Trans>Password</Trans>} error={refused ? errorText(refused) : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            required
          />
        )}
      </Field>
    </>
  )
}

function ByCode({ state, own, reason }: PartProps & { own: string }) {
  const { sent, spent, refused, code, setCode } = state
  const fieldError = useFieldErrorText()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const wasSent = sent !== null
  const isMismatch = refused !== null && refused !== 'code_format' && refused.code === 'E_CERT_MISMATCH'
  // The pressed button disappears when the code field appears, so move the focus.
  useEffect(() => {
    if (wasSent) input.current?.focus()
  }, [wasSent])
  const atField =
    refused === 'code_format' ? fieldError('code', 'code') : isMismatch && spent === null && errorText(refused)
  const failure = isMismatch ? (spent ?? refused) : (refused ?? spent)
  return (
    <>
      {failure !== null && !atField && (
        <Banner tone={refused ? 'red' : 'amber'} role="alert">
          {errorText(failure)}
        </Banner>
      )}
      {sent === null ? (
        <p>{reason}</p>
      ) : (
        <>
          <p role="status">
            <CodeSentText email={own} />
          </p>
          <CodeField
            ref={input}
            sent={sent}
            error={atField}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
    </>
  )
}
