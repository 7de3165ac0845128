import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** Attributes that tie a control to the label, hint and error of its field. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Appends “(optional)” to the label. */
  optional?: boolean
  /** Required when an error summary links to this field. */
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Renders label, control, hint and error in this order and links them by id. */
export function Field({ label, hint, error, optional, id, children }: Props) {
  const generatedId = useId()
  const base = id ?? generatedId
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

/** Renders the error of a field, with an icon. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon of={CircleAlert} size={16} />
      {children}
    </p>
  )
}
