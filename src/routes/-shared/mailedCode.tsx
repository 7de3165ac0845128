import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { CERT_DIGITS, CERT_RESEND_MS, CERT_TRIES, CERT_TTL_MS } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useWaitText } from '#i18n/useWaitText.ts'
import { Email } from '#ui/email.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { Countdown, useSecondsLeft } from './countdown.tsx'
import styles from './mailedCode.module.css'
import screen from './screen.module.css'

/** A mailed code: when it expires, when another can be requested (both ms of server time), tries left. */
export interface SentCode {
  expiresAt: number
  resendAt: number
  tries: number
}

/**
 * Returns the code that was mailed before this screen opened, and is still valid: `E_CERT_WAIT` refuses another one for
 * `retryAfter` seconds from `now` (ms of server time).
 */
export const earlierCode = (retryAfter: number, now: number): SentCode => {
  const resendAt = now + retryAfter * SECOND_MS
  return { resendAt, expiresAt: resendAt - CERT_RESEND_MS + CERT_TTL_MS, tries: CERT_TRIES }
}

/** Returns whether a typed text has the form of a code. */
export const isCode = (value: string): boolean => new RegExp(`^\\d{${CERT_DIGITS}}$`).test(value.trim())

/** Returns the error that ends a code: its time or its tries are over. Null while it can be entered. */
export const useSpentCode = (sent: SentCode | null): 'E_CERT_EXPIRED' | 'E_CERT_TRIES' | null => {
  const now = useNow(SECOND_MS)
  if (!sent) return null
  if (now >= sent.expiresAt) return 'E_CERT_EXPIRED'
  return sent.tries <= 0 ? 'E_CERT_TRIES' : null
}

type Props = ComponentProps<typeof TextInput> & { id?: string; sent: SentCode; error: ReactNode }

/** Renders the field for the six digits of a mail, with the time and tries left. */
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
          // Not disabled: the last try would take the focus from the field.
          readOnly={isSpent}
          trailing={!isSpent && <Countdown until={expiresAt} className={screen.timer} />}
          aria-required
        />
      )}
    </Field>
  )
}

interface ResendProps {
  /** Seconds until another mail can be requested. */
  wait: number
  onResend: () => Promise<unknown>
  /** Label of the button, including `wait`. */
  children: ReactNode
}

/** Renders a button that requests another mail; disabled for `wait` seconds. */
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

/** Renders a `ResendButton` for a code. `at`: when another code can be requested, ms of server time. */
export function ResendCode({ at, onResend }: Pick<ResendProps, 'onResend'> & { at: number }) {
  const wait = useSecondsLeft(at)
  return (
    <ResendButton wait={wait} onResend={onResend}>
      <NewCodeLabel wait={wait} />
    </ResendButton>
  )
}

/** Renders “Send a new code”, with the time to wait. `wait`: seconds. */
export function NewCodeLabel({ wait }: { wait: number }) {
  const time = useWaitText()(wait)
  return wait > 0 ? <Trans>Send a new code in {time}</Trans> : <Trans>Send a new code</Trans>
}

/** Renders the address that the code was sent to. */
export const CodeSentText = ({ email }: { email: string }) => (
  <Trans>
    We sent a 6-digit code to <Email>{email}</Email>. If you do not see it, check your spam folder.
  </Trans>
)
