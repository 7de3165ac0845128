// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GateAnswer, GateState } from '#data/gate.ts'
import { Answer } from '#routes/gate/-parts/answer.tsx'
import { EnrolForm } from '#routes/gate/-parts/enrolForm.tsx'
import type { Party } from '#routes/gate/-parts/party.ts'
import { PartyList } from '#routes/gate/-parts/partyList.tsx'
import { Recent } from '#routes/gate/-parts/recent.tsx'
import { Status, ThisScanner } from '#routes/gate/-parts/status.tsx'
import { UndoDialog } from '#routes/gate/-parts/undoDialog.tsx'
import { INITIAL_STATE } from '#sync/gate/state.ts'
import '../harness/dialogs.ts'

/** A scanner names what it has recorded: an entry at an attraction, a discount at a partner. */

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app') as HTMLElement)
})
afterEach(() => flushSync(() => root.unmount()))
const draw = (screen: React.ReactNode) => {
  flushSync(() => root.render(<I18nProvider i18n={i18n}>{screen}</I18nProvider>))
  return document.body.textContent
}
const answerOf = (verdict: 'admitted' | 'recorded'): GateAnswer => ({
  entryUid: '0193a1b2-0000-7000-8000-000000000001',
  verdict,
  reason: null,
  kind: 'pass',
  voucher: null,
  offline: false,
  at: Date.now(),
  by: 'clock',
  skewMs: null,
  undoUntil: Date.now() + 60_000,
  pass: null,
})
const ignore = () => undefined
const GATE: GateState = {
  ...INITIAL_STATE,
  isRead: true,
  enrolment: { place: { kind: 'venue', uid: 'cafe', name: 'Dongbaek' }, label: null, ended: false },
  waiting: 2,
  kept: [{ entryUid: '0193a1b2-0000-7000-8000-000000000002', at: 0, outcome: 'recorded', reason: null }],
}
const partyOf = (accepted: number, refused = 0, size: number | null = null): Party => ({
  answers: Array.from({ length: accepted + refused }, (_, nth) => ({
    entryUid: `entry ${nth}`,
    subject: `pass ${nth}`,
    isAccepted: nth < accepted,
    label: ['Mei', 'Dad', 'Jun', 'Ana'][nth] ?? null,
  })),
  size,
  at: 0,
})
const answerScreen = (answer: GateAnswer, text = '') => (
  <Answer
    shown={{ answer, text }}
    gate={GATE}
    scene={undefined}
    sentences={{ korean: null, visitor: i18n, locale: 'en', choose: ignore } as never}
    busy={false}
    party={partyOf(2)}
    repeated={null}
    window={false}
    onNext={ignore}
    onAdmit={ignore}
    onUndo={ignore}
  />
)

test.each([
  ['admitted', 'Recent entries', 'Undo this entry'],
  ['recorded', 'Recent discounts', 'Undo this discount'],
] as const)('%s: the labels are “%s” and “%s”', (verdict, heading, undo) => {
  const answer = answerOf(verdict)
  draw(<Recent entries={[answer]} count={1} venue={verdict === 'recorded'} onUndo={ignore} />)
  expect(document.querySelector('h2')?.textContent).toBe(heading)
  draw(<UndoDialog entry={answer} onClose={ignore} onUndone={ignore} />)
  expect(document.querySelector('dialog h2')?.textContent).toBe(undo)
  expect(document.querySelector('button[type=submit]')?.textContent).toBe(undo)
  expect(draw(answerScreen(answer))).toContain(undo)
})

const DECLINED = { ...answerOf('recorded'), undoUntil: null }

test.each([
  ['a refusal', answerScreen({ ...DECLINED, verdict: 'refused', reason: 'expired' })],
  ['a card that staff decide on', answerScreen({ ...DECLINED, verdict: 'ask' })],
  ['a second discount of a party', answerScreen(answerOf('recorded'))],
  ['how the scanner stands', <Status key="status" gate={GATE} />],
  ['what the operator reviews', <ThisScanner key="scanner" gate={GATE} />],
  [
    'why a discount is undone',
    <UndoDialog key="undo" entry={answerOf('recorded')} onClose={ignore} onUndone={ignore} />,
  ],
  ['a scanner that was ended', <EnrolForm key="form" ended waiting={2} />],
])('at a partner, %s does not mention entry', (_what, screen) => {
  const text = draw(screen)
  expect(text).not.toBe('')
  expect(text).not.toMatch(/[Ee]ntr(y|ies|ance)|enter|[Aa]dmi/)
})

test.each([
  [{ verdict: 'refused', reason: 'stale' }, 'This code is too old', 'Connect to the internet and open My Pass'],
  [{ verdict: 'refused', reason: 'refunded' }, 'Refunded, being refunded, or payment disputed', 'buy a new pass'],
  [{ verdict: 'network' }, 'can only be checked online', 'wait until the scanner is online'],
  [
    { verdict: 'scan_card' },
    'This number cannot be checked right now',
    'Hold the QR code on the card up to the scanner.',
  ],
  [{ verdict: 'no_lists' }, 'This scanner cannot check passes yet', 'Wait until the scanner is online.'],
] as const)('%j: the screen says why, and what to do', (of, detail, next) => {
  const text = draw(answerScreen({ ...DECLINED, ...of }))
  expect(text).toContain(detail)
  expect(text).toContain(next)
})

test.each([
  ['a one-time code', 'HP1T:7K3MQ2XD0A', 'One-time code used or expired', 'get a new one-time code'],
  ['a typed one-time code', '7K3MQ-2XD0A', 'One-time code used or expired', 'get a new one-time code'],
  ['a live code', 'HP1:LIVE', 'Old code', 'Screenshots are not accepted.'],
])('for %s that is old, the screen says what to do', (_what, text, detail, next) => {
  const screen = draw(answerScreen({ ...DECLINED, verdict: 'refused', reason: 'old_code' }, text))
  expect(screen).toContain(detail)
  expect(screen).toContain(next)
  expect(screen.includes('Screenshots')).toBe(next.startsWith('Screenshots'))
})

const LISTS = { madeAt: 0, group: null, revoked: 3 }

test('a place without a list of cards shows no number of valid cards', () => {
  expect(draw(<ThisScanner gate={{ ...GATE, lists: { ...LISTS, cards: 1200 } }} />)).toContain(
    'Cards listed: 1,200 · Passes with blocked codes: 3',
  )
  const text = draw(<ThisScanner gate={{ ...GATE, lists: { ...LISTS, cards: null } }} />)
  expect(text).toContain('Passes with blocked codes: 3')
  expect(text).not.toContain('Valid cards')
})

const SENTENCES = { korean: null, visitor: i18n, locale: 'en', choose: ignore } as never

test('an announced party of four is counted from the first visitor to the last', () => {
  for (const accepted of [0, 1, 2, 3, 4])
    expect(draw(<PartyList party={partyOf(accepted, 0, 4)} repeated={null} sentences={SENTENCES} />)).toContain(
      `${accepted} of 4 accepted`,
    )
})

test('a party lists each visitor with the answer, and a visitor alone has no list', () => {
  const list = (party: Party) => draw(<PartyList party={party} repeated={null} sentences={SENTENCES} />)
  expect(list(partyOf(1))).toBe('')
  expect(list(partyOf(2, 1))).toBe('MeiDadJun')
  expect([...document.querySelectorAll('li')].map(({ dataset }) => dataset.accepted)).toEqual(['true', 'true', 'false'])
})

test('a code that is shown again after another one is named, so that its old answer is not taken for a new one', () => {
  const party = partyOf(2)
  const text = draw(<PartyList party={party} repeated={party.answers[0] ?? null} sentences={SENTENCES} />)
  expect(text).toContain('Already accepted: Mei')
})

test('the list of recent entries says who, when in Korean time, and how many today', () => {
  const at = Date.UTC(2026, 10, 24, 6, 59)
  const pass = {
    passType: 'Big3',
    holder: 'MEI-HUA LIN',
    expiresAt: null,
    allowance: null,
    group: 'A',
    hereBefore: null,
  }
  const entry = { ...answerOf('admitted'), at, pass } as GateAnswer
  const text = draw(<Recent entries={[entry]} count={12} venue={false} onUndo={ignore} />)
  expect(text).toContain('MEI-HUA LIN')
  expect(text).toContain('15:59 · Big3 · Group A')
  expect(text).toContain('Today: 12')
})
