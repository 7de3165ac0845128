import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ className, ...rest }: AreaProps) {
  return <textarea {...rest} className={cx(styles.input, className)} />
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** The platform's own picker in our outline. */
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
