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
  test('is not broken when it fits on a line', () => {
    expect(draw('mei.hua@example.com')).toBe('已寄到<strong>mei.hua@example.com</strong>。')
    expect(draw(`${'m'.repeat(20)}@example.com`)).toBe(`已寄到<strong>${'m'.repeat(20)}@example.com</strong>。`)
  })

  test('may break before its @ when it is longer than a line', () => {
    expect(draw(`${'m'.repeat(21)}@example.com`)).toBe(`已寄到<strong>${'m'.repeat(21)}<wbr/>@example.com</strong>。`)
  })

  test('is rendered unchanged without an @', () => {
    expect(draw('m'.repeat(40))).toBe(`已寄到<strong>${'m'.repeat(40)}</strong>。`)
  })
})

test('an email address beside other text breaks at the same place, without emphasis', () => {
  expect(renderToStaticMarkup(<EmailText>{`${'m'.repeat(21)}@example.com`}</EmailText>)).toBe(
    `${'m'.repeat(21)}<wbr/>@example.com`,
  )
  expect(renderToStaticMarkup(<EmailText>mei.hua@example.com</EmailText>)).toBe('mei.hua@example.com')
})
