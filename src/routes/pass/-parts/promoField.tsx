import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import styles from './pass.module.css'

const LONGEST = 40

interface Props {
  value: string
  onChange: (value: string) => void
  onApply: () => void
  busy?: boolean
  /** The order may exist already, so its code cannot change. */
  disabled?: boolean
  hint?: ReactNode
  error?: ReactNode
}

/**
 * Renders the field for a promotion code with its apply button. Enter applies the code and does not submit the form.
 */
export function PromoField({ value, onChange, onApply, busy = false, disabled = false, hint, error }: Props) {
  const { t } = useLingui()
  return (
    <Field id="promo" label={t`Promotion code`} optional hint={hint} error={error}>
      {(control) => (
        <span className={styles.promo}>
          <TextInput
            {...control}
            value={value}
            maxLength={LONGEST}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (value.trim() && !disabled) onApply()
            }}
          />
          <Button kind="outline" busy={busy} disabled={disabled || value.trim() === ''} onClick={onApply}>
            <Trans>Apply</Trans>
          </Button>
        </span>
      )}
    </Field>
  )
}
