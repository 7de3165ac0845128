// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SentenceSpace } from './sentenceSpace.tsx'

test.each([
  ['en', 'A. B.'],
  ['ko', 'A. B.'],
  ['chs', 'A.B.'],
  ['cht', 'A.B.'],
  ['jp', 'A.B.'],
])('two sentences in %s stand as “%s”', (locale, text) => {
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale, messages: { [locale]: {} } })}>
      A.
      <SentenceSpace />
      B.
    </I18nProvider>,
  )
  expect(markup).toBe(text)
})
