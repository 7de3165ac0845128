// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { VOUCHER_REASONS } from '#contract/calls/redeem.ts'
import type { GateAnswer } from '#data/gate.ts'
import { Answer } from '#routes/gate/-parts/answer.tsx'
import { answerTextsOf } from '#routes/gate/-parts/gateMessages.ts'
import { NO_PARTY } from '#routes/gate/-parts/party.ts'
import { INITIAL_STATE } from '#sync/gate/state.ts'
import { mountScreen } from '../harness/screen.tsx'

/** What a scanner shows about a voucher of goods. */

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const at = Date.UTC(2026, 10, 27, 3)
const VOUCHER: NonNullable<GateAnswer['voucher']> = {
  rsvtUid: '0193a1b2-0000-7000-8000-000000000031',
  rsvtNumber: 'HR-261127-7F3A',
  goodsNm: 'Café Drink Voucher',
  optionNm: 'One voucher',
  goodsCnt: 3,
  guestName: 'MINA LEE',
  startsAt: at,
  endsAt: at,
  usedAt: at,
}
const answerOf = (change: Partial<GateAnswer> = {}): GateAnswer => ({
  entryUid: '0193a1b2-0000-7000-8000-000000000001',
  verdict: 'redeemed',
  reason: null,
  kind: 'voucher',
  voucher: VOUCHER,
  offline: false,
  at,
  by: 'clock',
  skewMs: 0,
  undoUntil: null,
  pass: null,
  ...change,
})
const ignore = () => undefined
const mount = (answer: GateAnswer) =>
  mountScreen(
    <Answer
      shown={{ answer, text: '' }}
      gate={INITIAL_STATE}
      scene={undefined}
      sentences={{ korean: null, visitor: i18n, locale: 'en', choose: ignore }}
      busy={false}
      party={NO_PARTY}
      repeated={null}
      window={false}
      onNext={ignore}
      onAdmit={ignore}
      onUndo={ignore}
    />,
  )

test('a redeemed voucher shows what staff hand over and compare, and no undo', async () => {
  const { element, text, button } = await mount(answerOf())
  expect(text()).toContain('Voucher redeemed')
  const facts = [...element.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts).toEqual(expect.arrayContaining(['Café Drink Voucher · One voucher', '3', 'MINA LEE', 'HR-261127-7F3A']))
  expect(button('Undo this entry')).toBe(undefined)
})

test('a used voucher is refused with the time of its use', async () => {
  const { element, text } = await mount(answerOf({ verdict: 'refused', reason: 'used', by: null }))
  expect(text()).toContain('Voucher already used')
  const used = [...element.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Used')
  expect(used?.nextElementSibling?.textContent).toMatch(/\d\d:\d\d/)
})

test('offline the scanner asks for a connection', async () => {
  const { element, text } = await mount(answerOf({ verdict: 'voucher_network', voucher: null, offline: true }))
  expect(text()).toContain('Vouchers can only be checked online')
  expect(element.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('check')
})

test.each(VOUCHER_REASONS)('the refusal %s names no pass and no card', (reason) => {
  const { tone, detail, next } = answerTextsOf(answerOf({ verdict: 'refused', reason }), '')
  expect(tone).toBe('refused')
  for (const text of [detail, next]) expect(text?.message).not.toMatch(/\b([Pp]ass|card)\b|My Pass/)
})
