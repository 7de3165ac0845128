// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider, Trans } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Email, EmailText } from './email.tsx'

const i18n = setupI18n({ locale: 'cht', messages: { cht: { sent: '已寄到<0>{email}</0>。' } } })
const draw = (email: string): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Trans id="sent" values={{ email }} components={{ 0: <Email /> }} />
    </I18nProvider>,
  )

describe('an email address in a sentence', () => {
  test('may break after its @ and after each dot, and nowhere else', () => {
    expect(draw('mei.hua@example.com')).toBe('已寄到<strong>mei.<wbr/>hua@<wbr/>example.<wbr/>com</strong>。')
  })

  test('is rendered unchanged without an @ and a dot', () => {
    expect(draw('m'.repeat(40))).toBe(`已寄到<strong>${'m'.repeat(40)}</strong>。`)
  })
})

test('an email address beside other text breaks at the same places, without emphasis', () => {
  expect(renderToStaticMarkup(<EmailText>mei.hua@example.com</EmailText>)).toBe('mei.<wbr/>hua@<wbr/>example.<wbr/>com')
})
