import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextInput } from '#ui/textInput.tsx'
import screen from '../screen.module.css'
import styles from './promoField.module.css'

const CODE_MAX_CHARS = 40

interface Props {
  value: string
  onChange: (value: string) => void
  onApply: () => void
  busy?: boolean
  /** The order may exist already, so its code cannot change. */
  disabled?: boolean
  hint?: ReactNode
  /** What the applied code does; null while the typed code is not applied. */
  applied?: ReactNode
  onRemove: () => void
  error?: ReactNode
}

/**
 * Renders the field for a promotion code with its apply button. Enter applies the code and does not submit the form.
 */
export function PromoField(props: Props) {
  const { value, onChange, onApply, onRemove, busy = false, disabled = false, hint, applied, error } = props
  const { t } = useLingui()
  const remove = () => {
    onRemove()
    // The button goes with the code.
    document.getElementById('promo')?.focus()
  }
  return (
    <div>
      <Field id="promo" label={t`Promotion code`} optional hint={hint} error={error}>
        {(control) => (
          <span className={styles.promo}>
            <TextInput
              {...control}
              value={value}
              maxLength={CODE_MAX_CHARS}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              onChange={(event) => onChange(event.target.value.toUpperCase())}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                if (value.trim() && !disabled && !applied) onApply()
              }}
            />
            <Button
              kind="outline"
              busy={busy}
              disabled={disabled || value.trim() === ''}
              aria-disabled={Boolean(applied)}
              onClick={onApply}
            >
              <Trans>Apply</Trans>
            </Button>
          </span>
        )}
      </Field>
      <div role="status">
        {applied && (
          <p className={styles.applied}>
            <Icon of={CircleCheck} size={20} />
            <span>{applied}</span>
            {!disabled && (
              <button type="button" className={screen.link} onClick={remove} aria-label={t`Remove the promotion code`}>
                <Trans>Remove</Trans>
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
