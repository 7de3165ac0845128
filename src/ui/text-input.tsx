import { useLingui } from '@lingui/react/macro'
import {
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon, type IconType } from './icon.tsx'

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  icon?: IconType | undefined
  /** A button at the end, inside the outline. */
  trailing?: ReactNode
}

/** One line of text; `icon` leads, `trailing` follows. */
export function TextInput({ icon, trailing, className, ...rest }: InputProps) {
  return (
    <span className={cx(styles.box, icon && styles.led, trailing != null && styles.trailed, className)}>
      {icon && (
        <span className={styles.lead}>
          <Icon of={icon} size={20} />
        </span>
      )}
      <input type="text" {...rest} className={styles.input} />
      {trailing && <span className={styles.trail}>{trailing}</span>}
    </span>
  )
}

/** A password that can be looked at. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'icon' | 'trailing'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

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
