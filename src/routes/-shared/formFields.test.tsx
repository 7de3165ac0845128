// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { setupI18n, type I18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { I18nProvider } from '@lingui/react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { passportName } from '#contract/rules/passportName.ts'
import { ERROR_TEXTS } from '#i18n/errors.ts'
import { EmailField } from './emailField.tsx'
import { FailureBanner } from './failureBanner.tsx'
import { PassportNameFields } from './passportNameFields.tsx'
import { useFieldErrorText, validateEmail } from './formErrors.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app') as HTMLElement)
})
afterEach(() => flushSync(() => root.unmount()))
const draw = (screen: React.ReactNode, language: I18n = i18n) =>
  flushSync(() => root.render(<I18nProvider i18n={language}>{screen}</I18nProvider>))
const byId = (id: string) => document.getElementById(id)

function SignUp() {
  const reason = useFieldErrorText()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: ' mei@mail', engSurname: 'LIN', engNm: '' },
    shouldFocusError: false,
  })
  const { errors } = formState
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <EmailField
        id="join-email"
        registration={register('email', { validate: validateEmail })}
        error={errors.email && reason('email', errors.email.message)}
      />
      <PassportNameFields
        idPrefix="join"
        register={(name) => register(name, { validate: (value) => value !== '' })}
        errors={errors}
      />
    </form>
  )
}

test('email address and passport name show the reason beside the wrong field', async () => {
  draw(<SignUp />)
  expect(byId('join-engNm')?.hasAttribute('aria-invalid')).toBe(false)
  document.querySelector('form')?.requestSubmit()
  await expect.poll(() => byId('join-engNm-error')?.textContent).toContain('given name')
  expect(byId('join-email-error')?.textContent).toContain('name@example.com')
  expect(byId('join-engNm')?.getAttribute('aria-describedby')).toBe('join-engNm-error')
  expect(byId('join-engSurname')?.hasAttribute('aria-invalid')).toBe(false)
  expect(byId('join-email')?.getAttribute('autocomplete')).toBe('email')
})

/** Types into the surname, with the caret at `caret`. */
const typeSurname = (value: string, caret: number, isComposing = false): HTMLInputElement => {
  const field = byId('join-engSurname') as HTMLInputElement
  flushSync(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.setSelectionRange(caret, caret)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }))
  })
  return field
}

test('a name is turned into capitals while it is typed, and the caret stays', () => {
  draw(<SignUp />)
  const field = typeSurname('LiN', 2)
  expect([field.value, field.selectionStart]).toEqual(['LIN', 2])
})

test('a name that an input method composes is left alone until the field is left', () => {
  draw(<SignUp />)
  const field = typeSurname('lin', 3, true)
  expect(field.value).toBe('lin')
  flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(field.value).toBe('LIN')
})

/** Loads the shipped texts of a language. */
const languageOf = async (locale: Locale): Promise<I18n> => {
  const filename = `${process.cwd()}/locales/${locale}.po`
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  const messages = Object.entries(catalogue).map(([id, { translation = '' }]) => [id, compileMessage(translation)])
  return setupI18n({ locale, messages: { [locale]: Object.fromEntries(messages) } })
}
test.each(LOCALES)('in %s, field and reason give the same example of a passport name', async (locale) => {
  const language = await languageOf(locale)
  const wrong = { type: 'validate', message: 'passport_letters' } as const
  draw(
    <PassportNameFields
      idPrefix="join"
      register={(name) => ({
        name,
        onChange: async () => undefined,
        onBlur: async () => undefined,
        ref: () => undefined,
      })}
      errors={{ engSurname: wrong, engNm: wrong }}
    />,
    language,
  )
  for (const field of ['engSurname', 'engNm']) {
    const example = byId(`join-${field}`)?.getAttribute('placeholder') ?? ''
    expect(example).toMatch(/^\p{Lu}/u)
    expect(byId(`join-${field}-error`)?.textContent).toContain(example)
    expect(passportName(example)).toBe(example)
  }
})

test('a refusal is an alert with the text of its code, or with a given text in its place', () => {
  draw(<FailureBanner failure={null} />)
  expect(document.querySelector('[role=alert]')).toBeNull()
  draw(<FailureBanner failure="E_LOGIN" />)
  expect(document.querySelector('[role=alert]')?.textContent).toBe(ERROR_TEXTS.E_LOGIN.message)
  draw(<FailureBanner failure="E_LOGIN">{false}</FailureBanner>)
  expect(document.querySelector('[role=alert]')?.textContent).toBe(ERROR_TEXTS.E_LOGIN.message)
  draw(<FailureBanner failure="E_LOGIN">Use the newest email.</FailureBanner>)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Use the newest email.')
})

test('a refusal that can be tried again has a button for it, which does nothing while the next attempt runs', () => {
  const retry = vi.fn()
  const button = () => document.querySelector<HTMLButtonElement>('[role=alert] button')
  draw(<FailureBanner failure="E_UNAVAILABLE" />)
  expect(button()).toBeNull()
  draw(<FailureBanner failure="E_UNAVAILABLE" busy onRetry={retry} />)
  flushSync(() => button()?.click())
  expect(retry).not.toHaveBeenCalled()
  draw(<FailureBanner failure="E_UNAVAILABLE" onRetry={retry} />)
  expect(button()?.textContent).toBe('Try again')
  flushSync(() => button()?.click())
  expect(retry).toHaveBeenCalledTimes(1)
})

test('a text that is too long gets a reason with the number formatted as in the counter', () => {
  const Reason = () => useFieldErrorText()('content', 'too_long')
  draw(<Reason />)
  expect(document.body.textContent).toBe('Use at most 2,000 characters.')
})
