import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { TextInput } from './textInput.tsx'

/** Renders a password field with a button that shows or hides the password. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'icon' | 'trailing'>) {
  const { t } = useLingui()
  const [isVisible, setVisible] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isVisible ? EyeOff : Eye}
          label={isVisible ? t`Hide password` : t`Show password`}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
