import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { CERT_DIGITS, CERT_TRIES } from '#contract/limits.ts'
import { useNow } from '#data/clock.ts'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Countdown, useSecondsLeft } from './countdown.tsx'
import styles from './mailedCode.module.css'
import screen from './screen.module.css'

/** A code on its way to a mailbox: until when it works, when the next may be asked for (ms of server time), tries left. */
export interface SentCode {
  expiresAt: number
  resendAt: number
  tries: number
}

/** Is this a code as people type it? */
export const isCode = (value: string): boolean => new RegExp(`^\\d{${CERT_DIGITS}}$`).test(value.trim())

/** Why a code can no longer be entered; null while it can. Renders each second. */
export const useSpentCode = (sent: SentCode | null): 'expired' | 'tries' | null => {
  const now = useNow(1000)
  if (!sent) return null
  if (now >= sent.expiresAt) return 'expired'
  return sent.tries <= 0 ? 'tries' : null
}

type Props = ComponentProps<typeof TextInput> & { id?: string; sent: SentCode; error: ReactNode }

/** Takes the six digits of a mail: time left, tries left. */
export function CodeField({ id, sent, error, ...input }: Props) {
  const { t } = useLingui()
  const isSpent = useSpentCode(sent) !== null
  const { tries, expiresAt } = sent
  return (
    <Field
      id={id}
      label={t`Verification code`}
      hint={tries < CERT_TRIES && !isSpent && <Plural value={tries} one="# try left" other="# tries left" />}
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          {...input}
          className={styles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CERT_DIGITS}
          disabled={isSpent}
          trailing={!isSpent && <Countdown until={expiresAt} className={screen.timer} />}
          aria-required
        />
      )}
    </Field>
  )
}

interface ResendProps {
  /** Seconds until another mail may be asked for. */
  wait: number
  onResend: () => Promise<unknown>
  /** What the button says, `wait` included. */
  children: ReactNode
}

/** Asks for another mail, once a while. */
export function ResendButton({ wait, onResend, children }: ResendProps) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await onResend()
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={screen.link}
      aria-disabled={wait > 0 || isBusy}
      onClick={() => wait === 0 && !isBusy && void press()}
    >
      {children}
    </button>
  )
}

/** `ResendButton` for a code. `at`: when the next may be asked for, ms of server time. */
export function ResendCode({ at, onResend }: Pick<ResendProps, 'onResend'> & { at: number }) {
  const wait = useSecondsLeft(at)
  return (
    <ResendButton wait={wait} onResend={onResend}>
      <NewCodeLabel wait={wait} />
    </ResendButton>
  )
}

/** “Send a new code”, with the seconds until that may be. */
export function NewCodeLabel({ wait }: { wait: number }) {
  return wait > 0 ? <Trans>Send a new code in {wait} s</Trans> : <Trans>Send a new code</Trans>
}

/** Where the code was sent. */
export const CodeSentText = ({ email }: { email: string }) => (
  <Trans>
    We sent a 6-digit code to <strong>{email}</strong>. If you do not see it, check your spam folder.
  </Trans>
)
