// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ONE_TIME_TTL_MS } from '#contract/limits.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { OneTimeDialog } from '#routes/myPage/-parts/oneTime/oneTimeDialog.tsx'
import { bodiesOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openSignedIn } from './setup.ts'

/** The one-time entry code of a visitor whose phone with the pass is lost (docs/honest-limits.md). */

const CALL = /POST .*myPass\/oneTimeCode/
const MAIL = /POST .*mypage\/cert\/send-mail/
const SHOW = 'Show the entry code'
const ELSEWHERE = {
  ...PASS,
  validUntil: Date.UTC(2031, 0, 1),
  deviceUid: 'device-other',
  naming: null,
  gift: null,
  hasCode: false,
}

const open = async ({ passwordYn = 'Y' }: { passwordYn?: 'Y' | 'N' } = {}) => {
  const opened = await openSignedIn()
  const { network, tab, clock } = opened
  network.fault(/GET .*my-info/, async () => answer(200, '200', { passwordYn }), Infinity)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<OneTimeDialog open onClose={() => undefined} pass={ELSEWHERE} />)
  const issue = () =>
    answer(200, '200', { code: '7K3M-Q2XD-01', text: 'HP1T:7K3MQ2XD01', expiresAt: clock.wall() + ONE_TIME_TTL_MS })
  return { ...opened, ...screen, issue, sent: () => bodiesOf(network, CALL) }
}

test.each([
  ['another device holds offers a one-time entry code', 'device-other', true],
  ['no device holds offers none: it can be set up here', null, false],
])('the card of a pass that %s', async (_what, deviceUid, isOffered) => {
  const { tab } = await openSignedIn()
  replaceRuntime(tab.runtime)
  const { button } = await mountScreen(<PassCard pass={{ ...ELSEWHERE, deviceUid }} deviceUid="device-ours" isOwn />)
  expect(button('Lost your phone? Get a one-time entry code') !== undefined).toBe(isOffered)
})

test('the password makes the code, in letters and as a QR code, with the name that staff compare', async () => {
  const { press, network, issue, sent, element, text } = await open()
  network.fault(CALL, async () => issue())
  type(fieldOf('Password'), 'right')
  press(SHOW)
  await waitUntil(() => element.querySelector('[data-qr]') !== null, 'the code')
  expect(sent()).toEqual([{ passUid: PASS.passUid, password: 'right' }])
  expect(text()).toContain('7K3M-Q2XD-01')
  expect(text()).toContain('Staff compare this name with your passport')
  expect(text()).toContain(ELSEWHERE.holder)
  expect(element.querySelector('[role=timer]')?.textContent).toMatch(/^(10:00|9:\d\d)$/)
})

test('a wrong password is refused at its field, and no code is shown', async () => {
  const { press, network, element } = await open()
  network.fault(CALL, async () => answer(200, 'E_PASSWORD_MISMATCH'))
  type(fieldOf('Password'), 'wrong')
  press(SHOW)
  await waitUntil(() => errorOf('Password') !== null, 'the refusal')
  expect(element.querySelector('[data-qr]')).toBeNull()
  expect(fieldOf('Password').value).toBe('wrong')
})

test('a member without a password gets the code by a mailed one', async () => {
  const { press, network, issue, sent, element, button, clock } = await open({ passwordYn: 'N' })
  const now = clock.wall()
  network.fault(MAIL, async () => answer(200, '200', { expiresAt: now + 300_000, resendAt: now + 60_000 }))
  network.fault(CALL, async () => issue())
  await waitUntil(() => button('Send the code') !== undefined, 'the mailed code')
  press('Send the code')
  await waitUntil(() => button(SHOW) !== undefined, 'the field')
  expect(bodiesOf(network, MAIL)).toEqual([{ purpose: 'one_time' }])
  type(fieldOf('Verification code'), '123456')
  press(SHOW)
  await waitUntil(() => element.querySelector('[data-qr]') !== null, 'the code')
  expect(sent()).toEqual([{ passUid: PASS.passUid, code: '123456' }])
})

test('a code whose time is over is hidden, and another can be made', async () => {
  const { press, network, issue, element, text, clock, tab } = await open()
  network.fault(CALL, async () => issue())
  type(fieldOf('Password'), 'right')
  press(SHOW)
  await waitUntil(() => element.querySelector('[data-qr]') !== null, 'the code')
  clock.advance(ONE_TIME_TTL_MS)
  tab.fire('visible')
  await waitUntil(() => text().includes('The time for this code is up.'), 'the end')
  expect(text()).not.toContain('7K3M-Q2XD-01')
  press('Get another code')
  await waitUntil(() => text().includes('Staff compare the name on the pass with your passport.'), 'the form')
})

test('offline the dialog says that it needs a connection, and asks for nothing', async () => {
  const { network, tab, text, button, sent } = await open()
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('You need a connection to get a one-time entry code.'), 'the reason')
  expect(button(SHOW)?.disabled).toBe(true)
  expect(sent()).toEqual([])
})
