// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useErrorText, type FailureDetails } from './useErrorText.ts'

const textOf = (failure: string | FailureDetails): string => {
  const element = document.createElement('div')
  const root = createRoot(element)
  const Text = () => useErrorText()(failure)
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Text />
      </I18nProvider>,
    ),
  )
  const { textContent } = element
  root.unmount()
  return textContent
}

test.each([
  [40, '40 s'],
  [90, '1 min 30 s'],
  // Rounded up: never sooner than the server accepts the next attempt.
  [3_601, '1 h 1 min'],
  [86_401, '1 d 1 h'],
])('throttled for %i seconds, the text says %s', (retryAfter, wait) => {
  expect(textOf({ code: 'E_THROTTLED', retryAfter })).toBe(`Too many attempts. Try again in ${wait}.`)
})

test('throttled without a time, and for every other failure, the text is that of the code', () => {
  expect(textOf({ code: 'E_THROTTLED' })).toBe('Too many attempts. Try again later.')
  expect(textOf('E_THROTTLED')).toBe('Too many attempts. Try again later.')
  expect(textOf({ code: 'E_TOKEN', retryAfter: 40 })).toBe('Please sign in.')
  expect(textOf({ code: 'E_NEW' })).toBe('Something went wrong. Try again in a moment.')
})
