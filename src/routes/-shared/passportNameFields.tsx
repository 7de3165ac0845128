import { useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { EXAMPLE_NAME } from './exampleName.ts'
import { useFieldErrorText } from './formErrors.ts'

type NameField = 'engSurname' | 'engNm'
interface Props {
  /** The ids of the fields are `<idPrefix>-engSurname` and `<idPrefix>-engNm`. */
  idPrefix: string
  register: (name: NameField) => UseFormRegisterReturn
  errors: Partial<Record<NameField, FieldError>>
}

/**
 * Turns what is typed into capitals, as passports print names, and keeps the caret. Waits while an input method composes:
 * a changed value would end the composition.
 */
const capitalise = ({ currentTarget: field, nativeEvent }: SyntheticEvent<HTMLInputElement>): void => {
  const capitals = field.value.toUpperCase()
  if (capitals === field.value || ('isComposing' in nativeEvent && nativeEvent.isComposing === true)) return
  const { selectionStart, selectionEnd } = field
  field.value = capitals
  field.setSelectionRange(selectionStart, selectionEnd)
}

/** Renders the fields for surname and given name as a passport prints them, in Latin letters. */
export function PassportNameFields({ idPrefix, register, errors }: Props) {
  const { i18n, t } = useLingui()
  const reason = useFieldErrorText()
  const fields = [
    { name: 'engSurname', label: t`Surname`, autoComplete: 'family-name' },
    { name: 'engNm', label: t`Given name`, autoComplete: 'given-name' },
  ] as const
  return fields.map(({ name, label, autoComplete }) => {
    const error = errors[name]
    const registration = register(name)
    return (
      <Field key={name} id={`${idPrefix}-${name}`} label={label} error={error && reason(name, error.message)}>
        {(control) => (
          <TextInput
            {...control}
            {...registration}
            onInput={capitalise}
            onBlur={(event) => {
              capitalise(event)
              void registration.onBlur(event)
            }}
            placeholder={i18n._(EXAMPLE_NAME[name])}
            autoComplete={autoComplete}
            autoCapitalize="characters"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
    )
  })
}
