// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { currentDraft, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { START } from '../harness/clock.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answerNext, openPage, pressedThrice } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form of signing up that takes the code out of the mail. */

const HERE = '/join/auth'
const CHECK = /POST .*cert\/check/
const MAIL = /POST .*cert\/send-mail/
const EMAIL = 'mina@example.com'
const CODE = 'Enter the 6 digits from the email.'
const MISMATCH = 'Confirmation code does not match. Check the email and try again.'
const EXPIRED = 'This code has expired or has already been used. Request a new one.'
const CERT_UID = '0193a1b2-0000-7000-8000-000000000009'
const SENT = { email: EMAIL, expiresAt: START + 5 * MINUTE_MS, resendAt: START + MINUTE_MS, tries: 5 }
const wanted = (code: string) => ['POST /cert/check', { email: EMAIL, code }]

const waiting = (opened = openWithPeer(), tries = SENT.tries) => {
  patchDraft({ agreed: { marketing: false }, email: EMAIL, sent: { ...SENT, tries }, proof: null })
  return openPage(HERE, opened)
}

test.each([
  ['that is empty', ''],
  ['of five digits', '12345'],
  ['of seven digits', '1234567'],
  ['with a letter', '12345a'],
  ['with a space inside', '123 56'],
])('a code %s is refused at its field, with the focus there, and not sent', async (_why, code) => {
  const page = await waiting()
  page.fill('join-code', code)
  expect(await page.pressRefused('Confirm')).toEqual([CODE])
  expect(page.error('join-code')).toBe(CODE)
  expect(page.value('join-code')).toBe(code)
  expect(page.focus()).toBe('join-code')
  expect(page.sent()).toEqual([])
  expect(currentDraft().sent?.tries).toBe(5)
})

test('a code is sent once without the spaces around it; the draft holds the proof, and a password is asked for', async () => {
  const opened = openWithPeer()
  const expiresAt = START + 30 * MINUTE_MS
  answerNext(opened, CHECK, '200', { certUid: CERT_UID, useYn: 'Y', expiresAt })
  const page = await waiting(opened)
  page.fill('join-code', ' 012345 ')
  page.press('Confirm')
  await waitUntil(() => page.address() === `${HERE}?step=password`, 'the next step')
  expect(page.sent()).toEqual([wanted('012345')])
  expect(currentDraft()).toMatchObject({ sent: null, proof: { email: EMAIL, certUid: CERT_UID, expiresAt } })
  await waitUntil(() => page.text().includes('Choose a password'), 'the form of the password')
})

test('after a code that does not match, its field says so and keeps the code, and one try fewer is left', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_MISMATCH')
  const page = await waiting(opened)
  expect(page.text()).not.toContain('left')
  page.fill('join-code', '123456')
  expect(await page.pressRefused('Confirm')).toEqual([MISMATCH])
  expect(page.error('join-code')).toBe(MISMATCH)
  expect(page.banners()).toEqual([])
  expect(page.value('join-code')).toBe('123456')
  expect(page.text()).toContain('4 tries left')
  expect(currentDraft().sent).toEqual({ ...SENT, tries: 4 })
})

test('after the fifth code that does not match, the field and the button take nothing more', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_MISMATCH')
  const page = await waiting(opened, 1)
  expect(page.text()).toContain('1 try left')
  page.fill('join-code', '123456')
  page.button('Confirm')?.focus()
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['You have no attempts left for this code. Request a new one.'])
  expect(page.byId('join-code').readOnly).toBe(true)
  expect(page.button('Confirm')?.getAttribute('aria-disabled')).toBe('true')
  expect(currentDraft().sent?.tries).toBe(0)
  expect(document.activeElement).toBe(page.button('Confirm'))
  const requests = page.sent().length
  page.press('Confirm')
  page.press('Confirm')
  expect(page.sent()).toHaveLength(requests)
})

test('the field keeps the focus that the last try was sent from', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_MISMATCH')
  const page = await waiting(opened, 1)
  page.fill('join-code', '123456')
  page.byId('join-code').focus()
  page.element.querySelector('form')?.requestSubmit()
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  await waitUntil(() => page.byId('join-code').readOnly, 'a closed field')
  // A disabled field would lose the focus in browsers.
  expect(page.byId('join-code').disabled).toBe(false)
  expect(page.focus()).toBe('join-code')
})

test.each([
  [2, 'Check the email and try again', 'You have no attempts left for this code'],
  [1, 'You have no attempts left for this code', 'Check the email and try again'],
] as const)('a wrong code with %i tries left says what the person can do', async (tries, expected, untold) => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_MISMATCH')
  const page = await waiting(opened, tries)
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.text().includes(expected), expected)
  expect(page.text()).not.toContain(untold)
})

test('a form that is opened for a code without a try left says so, and its field takes nothing more', async () => {
  const page = await waiting(openWithPeer(), 0)
  expect(page.banners()).toEqual(['You have no attempts left for this code. Request a new one.'])
  expect(page.byId('join-code').readOnly).toBe(true)
})

test('when the server says that a code has no try left, the field takes nothing more, whatever this phone has counted', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_TRIES')
  const page = await waiting(opened)
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['You have no attempts left for this code. Request a new one.'])
  await waitUntil(() => page.byId('join-code').readOnly, 'a closed field')
  expect(currentDraft().sent?.tries).toBe(0)
})

test('when the server says that a code has expired, a banner says so, and no try is taken away', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_EXPIRED')
  const page = await waiting(opened)
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([EXPIRED])
  expect(page.summary()).toBeNull()
  expect(page.value('join-code')).toBe('123456')
  expect(currentDraft().sent?.tries).toBe(5)
})

test('when the mailbox is a member’s already, a banner says so and links to the sign-in', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, '200', { certUid: null, useYn: 'N', expiresAt: START })
  const page = await waiting(opened)
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['Email is already in use. Sign in, or use another address.Sign in'])
  expect(page.links('Sign in')).toEqual(['/login'])
  expect(page.address()).toBe(HERE)
  expect(currentDraft().proof).toBeNull()
})

test('when the five minutes of a code are over, a banner says so, and the field and the button take nothing more', async () => {
  const page = await waiting()
  page.advance(5 * MINUTE_MS - 1_000)
  await waitUntil(() => page.text().includes('0:01'), 'the last second')
  expect(page.button('Confirm')?.getAttribute('aria-disabled')).toBe('false')
  expect(page.banners()).toEqual([])
  page.advance(1_000)
  await waitUntil(() => page.banners().length > 0, 'the end of the time')
  expect(page.banners()).toEqual([EXPIRED])
  expect(page.button('Confirm')?.getAttribute('aria-disabled')).toBe('true')
  expect(page.byId('join-code').readOnly).toBe(true)
})

test('after a minute the visitor can request one more code; the field is then empty, and there are five tries', async () => {
  const opened = openWithPeer()
  const later = START + MINUTE_MS
  const times = { expiresAt: later + 5 * MINUTE_MS, resendAt: later + 1.5 * MINUTE_MS }
  answerNext(opened, MAIL, '200', times)
  const page = await waiting(opened, 0)
  page.press('Send a new code in 1 min')
  page.advance(59_000)
  await waitUntil(() => page.button('Send a new code in 1 s') !== undefined, 'the last second')
  page.press('Send a new code in 1 s')
  page.advance(1_000)
  await waitUntil(() => page.button('Send a new code') !== undefined, 'the button')
  expect(page.sent()).toEqual([])
  page.press('Send a new code')
  await waitUntil(() => page.toast() !== '', 'the toast')
  expect(page.toast()).toBe('Confirmation code sent')
  expect(page.sent()).toEqual([['POST /cert/send-mail', { email: EMAIL }]])
  expect(currentDraft().sent).toEqual({ email: EMAIL, ...times, tries: 5 })
  expect(page.byId('join-code').readOnly).toBe(false)
  expect(page.button('Confirm')?.getAttribute('aria-disabled')).toBe('false')
})

test('when another code is sent, the field is emptied and the banner of the refusal disappears', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHECK, 'E_CERT_EXPIRED')
  answerNext(opened, MAIL, '200', { expiresAt: START + 6 * MINUTE_MS, resendAt: START + 2 * MINUTE_MS })
  const page = await waiting(opened)
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  page.advance(MINUTE_MS)
  await waitUntil(() => page.button('Send a new code') !== undefined, 'the button')
  page.press('Send a new code')
  await waitUntil(() => page.toast() !== '', 'the toast')
  expect(page.value('join-code')).toBe('')
  expect(page.banners()).toEqual([])
})

test('when the server refuses to send another code, a banner says so, and the first code stays valid', async () => {
  const opened = openWithPeer()
  answerNext(opened, MAIL, 'E_CERT_WAIT')
  const page = await waiting(opened)
  page.fill('join-code', '123456')
  page.advance(MINUTE_MS)
  await waitUntil(() => page.button('Send a new code') !== undefined, 'the button')
  page.press('Send a new code')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['A code was sent a moment ago. Wait a little before you request another.'])
  expect(page.toast()).toBe('')
  expect(page.value('join-code')).toBe('123456')
  expect(currentDraft().sent).toEqual(SENT)
})

test('a second press while the first is under way sends nothing more, and takes no try away', async () => {
  const page = await waiting()
  page.fill('join-code', '123456')
  expect(await pressedThrice(page, 'Confirm', CHECK)).toEqual([wanted('123456')])
  expect(currentDraft().sent?.tries).toBe(5)
})

test('without an answer the form says so, keeps the code and takes no try away', async () => {
  const page = await waiting()
  page.fill('join-code', '123456')
  page.network.down(true)
  page.press('Confirm')
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  expect(page.value('join-code')).toBe('123456')
  expect(currentDraft().sent?.tries).toBe(5)
})
