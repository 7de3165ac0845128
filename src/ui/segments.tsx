import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

interface Props<T extends string> {
  /** Accessible name of the group; not visible. */
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

/** Renders the choice between two to four views of one thing, as a radio group in one bar. */
export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
