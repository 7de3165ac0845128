import { useId, type ReactNode } from 'react'
import { FieldError } from './field.tsx'
import styles from './field.module.css'
import { Icon, type IconType } from './icon.tsx'

export interface Option<T extends string> {
  value: T
  label: ReactNode
  hint?: ReactNode
  icon?: IconType | undefined
  disabled?: boolean | undefined
}

interface Props<T extends string> {
  label: ReactNode
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T) => void
  error?: ReactNode
  /** Id of the first radio; required when an error summary links to this group. */
  id?: string | undefined
}

/** Renders a radio group as a list of rows. */
export function Choice<T extends string>({ label, options, value, onChange, error, id }: Props<T>) {
  const name = useId()
  return (
    <fieldset
      role="radiogroup"
      className={styles.choice}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={styles.row}>
          <input
            type="radio"
            name={name}
            id={index === 0 ? id : undefined}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.rowText}>
            {option.label}
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
          </span>
          {option.icon && <Icon of={option.icon} />}
        </label>
      ))}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
