import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Renders a text field of several lines. */
export function TextArea({ className, ...rest }: AreaProps) {
  return <textarea {...rest} className={cx(styles.input, className)} />
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** Renders a native select in the outline of our fields. */
export function Select({ className, ...rest }: SelectProps) {
  return (
    <span className={cx(styles.box, className)}>
      <select {...rest} className={styles.input} />
      <span className={cx(styles.trail, styles.caret)}>
        <Icon of={ChevronDown} size={20} />
      </span>
    </span>
  )
}
