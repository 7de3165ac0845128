import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

interface Props {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/**
 * Renders an integer with buttons that change it by one; screen readers announce the new value. A button at the end of
 * the range keeps the focus: a `disabled` one would lose it with its own press.
 */
export function Stepper({ label, value, min, max, onChange }: Props) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={label} className={styles.stepper}>
      <button
        type="button"
        className={styles.step}
        aria-label={t`One fewer`}
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
      >
        <Icon of={Minus} size={20} />
      </button>
      <output>{value}</output>
      <button
        type="button"
        className={styles.step}
        aria-label={t`One more`}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
      >
        <Icon of={Plus} size={20} />
      </button>
    </div>
  )
}
