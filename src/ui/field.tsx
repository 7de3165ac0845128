import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** What a field gives to its control, so that label, hint and error belong to it. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Says “optional” after the label. */
  optional?: boolean
  /** Needed when an error summary links here. */
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, in this order and bound together. */
export function Field({ label, hint, error, optional, id, children }: Props) {
  const made = useId()
  const base = id ?? made
  const described = [hint && `${base}-hint`, error && `${base}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={base}>
        {label}
        {optional && (
          <span className={styles.optional}>
            {' '}
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {children({
        id: base,
        ...(described && { 'aria-describedby': described }),
        ...(error ? { 'aria-invalid': true } : null),
      })}
      {hint && (
        <p className={styles.hint} id={`${base}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${base}-error`}>{error}</FieldError>}
    </div>
  )
}

/** An error beside its field: icon, colour and sentence. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon of={CircleAlert} size={16} />
      {children}
    </p>
  )
}
