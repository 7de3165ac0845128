import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import styles from './nameForm.module.css'

/** Marks the field that `showModal` gives the focus; React does not render the attribute of `autoFocus`. */
const focusFirst = (field: HTMLInputElement | null): void => field?.setAttribute('autofocus', '')

interface Props {
  id: string
  label: ReactNode
  hint: ReactNode
  placeholder: string
  initial: string
  /** Returns the name in its stored form; null for an invalid one. */
  parse: (typed: string) => string | null
  /** Says what a valid name is. */
  error: ReactNode
  busy?: boolean
  onSave: (name: string) => void
  /** Button beside the one that saves. */
  beside?: ReactNode
}

/** Renders the form of a dialog in which the member names something. */
export function NameForm({ id, label, hint, placeholder, initial, parse, error, busy, onSave, beside }: Props) {
  const [typedName, setTypedName] = useState(initial)
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const name = parse(typedName)
    setRefused(name === null)
    if (name !== null && !busy) onSave(name)
  }
  return (
    <form onSubmit={submit} className={styles.naming} noValidate>
      <Field id={id} label={label} hint={hint} error={isRefused && error}>
        {(control) => (
          <TextInput
            {...control}
            ref={focusFirst}
            value={typedName}
            placeholder={placeholder}
            onChange={(event) => setTypedName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className={styles.answers}>
        {beside}
        <Button type="submit" busy={busy ?? false}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
