import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldError } from './field.tsx'
import styles from './field.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** Renders a native checkbox; the whole row is clickable. */
export function Checkbox({ label, hint, error, id, ...rest }: Props) {
  const generatedId = useId()
  const base = id ?? generatedId
  const described = [hint && `${base}-hint`, error && `${base}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={styles.check}>
        <input
          {...rest}
          id={base}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
        {hint && (
          <span className={styles.hint} id={`${base}-hint`}>
            {hint}
          </span>
        )}
      </label>
      {error && <FieldError id={`${base}-error`}>{error}</FieldError>}
    </div>
  )
}
