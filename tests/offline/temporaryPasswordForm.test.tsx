// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { patchRecovery, recoveryDraft } from '#routes/login/-parts/recoveryDraft.ts'
import { START } from '../harness/clock.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answerNext, answersSession, openPage, pressedThrice } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form that takes the temporary password out of the mail. */

const HERE = '/login/findPw02-1'
const LOGIN = /POST .*account\/login/
const FIND = /GET .*find-password/
const EMAIL = 'mina@example.com'
const MISSING = 'Enter the temporary password from the email.'
const EXPIRED = 'This temporary password may have expired. If it no longer works, request a new one.'
const REMEMBERED = 'hp-remembered-id'
const wanted = (password: string) => [['POST /account/login', { id: EMAIL, password, autoLgnYn: 'Y' }]]

/** The mail of a moment ago. */
const sent = () => ({ minutes: 30, expiresAt: START + 30 * MINUTE_MS, resendAt: START + MINUTE_MS })

const waiting = (opened = openWithPeer(), address = HERE) => {
  patchRecovery({ email: EMAIL, sent: sent(), token: null })
  return openPage(address, opened)
}

test('a visitor who has not requested a temporary password is sent to the form that requests one', async () => {
  const page = await openPage(HERE)
  expect(page.address()).toBe('/login/findPw01')
})

test('a visitor whose temporary password was accepted is sent on to choose a new one', async () => {
  patchRecovery({ email: EMAIL, sent: sent(), token: 'temporary' })
  const page = await openPage(HERE)
  expect(page.address()).toBe('/login/pwReset')
})

test.each([
  ['that is empty', ''],
  ['with spaces alone', '   '],
])('a form %s names its field, puts the focus there and sends nothing', async (_why, password) => {
  const page = await waiting()
  page.fill('find-password', password)
  expect(await page.pressRefused('Next')).toEqual([MISSING])
  expect(page.error('find-password')).toBe(MISSING)
  expect(page.focus()).toBe('find-password')
  expect(page.sent()).toEqual([])
})

test('the form names the mailbox and how long the mailed password is valid', async () => {
  const page = await waiting()
  expect(page.text()).toContain(
    `If ${EMAIL} has an account, a temporary password is on its way. It works only once and is valid for 30 minutes.`,
  )
})

test('a temporary password is sent once without the spaces around it, and opens the choice of a new one', async () => {
  const opened = openWithPeer()
  answersSession(opened, LOGIN, { accessToken: 'temporary', mustChangeYn: 'Y' })
  const page = await waiting(opened)
  page.fill('find-password', ' abcd-efgh-jklm-npqr ')
  page.press('Next')
  await waitUntil(() => page.address() === '/login/pwReset', 'the next screen')
  expect(page.sent()).toEqual(wanted('abcd-efgh-jklm-npqr'))
  expect(recoveryDraft()).toEqual({ email: EMAIL, sent: sent(), token: 'temporary' })
  expect(page.sessionState().state).toBe('anonymous')
})

test('the password of the account signs in, and opens the page that was wanted', async () => {
  const page = await waiting(openWithPeer(), `${HERE}?returnTo=%2FmyPage`)
  page.fill('find-password', 'right')
  page.press('Next')
  await waitUntil(() => page.address() === '/myPage', 'the page that was wanted')
  expect(page.sent()).toEqual(wanted('right'))
  expect(page.sessionState()).toMatchObject({ state: 'member', memberId: EMAIL })
})

test.each([
  ['is remembered stays remembered', EMAIL, EMAIL],
  ['is not the remembered one is not remembered', 'other@example.com', null],
])('at this sign-in an address that %s', async (_what, before, after) => {
  const opened = openWithPeer()
  opened.browser.local.setItem(REMEMBERED, before)
  const page = await waiting(opened)
  page.fill('find-password', 'right')
  page.press('Next')
  await waitUntil(() => page.sessionState().state === 'member', 'the member')
  expect(opened.browser.local.getItem(REMEMBERED)).toBe(after)
})

test('after a wrong temporary password, a banner says so, and the field is empty and has the focus', async () => {
  const page = await waiting()
  page.fill('find-password', 'ABCD-EFGH')
  page.press('Next')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([
    'This temporary password is incorrect, expired or already used. Use the one in the newest email, or request a new one.',
  ])
  await waitUntil(() => page.value('find-password') === '', 'an empty field')
  await waitUntil(() => page.focus() === 'find-password', 'the focus on the field')
  expect(page.address()).toBe(HERE)
  expect(recoveryDraft().token).toBeNull()
})

test('after too many attempts the button is disabled, with its focus, for as long as the server says, and what was typed stays', async () => {
  const opened = openWithPeer()
  answerNext(opened, LOGIN, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  const page = await waiting(opened)
  page.fill('find-password', 'ABCD-EFGH')
  page.button('Next')?.focus()
  page.press('Next')
  await waitUntil(() => page.button('Try again in 1 min 30 s') !== undefined, 'how long to wait')
  expect(page.banners()).toEqual(['Too many attempts. Try again later.'])
  expect(page.button('Try again in 1 min 30 s')?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(page.button('Try again in 1 min 30 s'))
  page.press('Try again in 1 min 30 s')
  page.element.querySelector('form')?.requestSubmit()
  page.advance(90_000)
  await waitUntil(() => page.button('Next') !== undefined, 'the button')
  expect(page.sent()).toHaveLength(1)
  expect(page.value('find-password')).toBe('ABCD-EFGH')
  page.fill('find-password', 'right')
  await page.pressAgain('Next')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toHaveLength(2)
})

test('a second press while the first is under way sends nothing more', async () => {
  const page = await waiting()
  page.fill('find-password', 'ABCD-EFGH')
  expect(await pressedThrice(page, 'Next', LOGIN)).toEqual(wanted('ABCD-EFGH'))
})

test('without an answer the form says so and keeps what was typed', async () => {
  const page = await waiting()
  page.fill('find-password', 'ABCD-EFGH')
  page.network.down(true)
  page.press('Next')
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  await waitUntil(
    () => page.text().includes('You are offline. You need a connection to set a new password.'),
    'the state of the line',
  )
  expect(page.value('find-password')).toBe('ABCD-EFGH')
})

test('once the time of a mail is over, a banner says that it may have expired, and its password is still accepted', async () => {
  const page = await waiting()
  page.advance(30 * MINUTE_MS - 1_000)
  await waitUntil(() => page.text().includes('0:01'), 'the last second')
  expect(page.banners()).toEqual([])
  page.advance(1_000)
  await waitUntil(() => page.banners().length > 0, 'the end of the time')
  expect(page.banners()).toEqual([EXPIRED])
  page.fill('find-password', 'right')
  page.press('Next')
  await waitUntil(() => page.address() === '/home', 'the home screen')
})

test('after a minute the visitor can request one more mail, which replaces the first', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, '200', { minutes: 20 })
  const page = await waiting(opened)
  page.press('Send another email in 1 min')
  page.advance(59_000)
  await waitUntil(() => page.button('Send another email in 1 s') !== undefined, 'the last second')
  page.press('Send another email in 1 s')
  page.advance(1_000)
  await waitUntil(() => page.button('Send another email') !== undefined, 'the button')
  expect(page.sent()).toEqual([])
  page.press('Send another email')
  await waitUntil(() => page.toast() !== '', 'the toast')
  expect(page.toast()).toBe(
    'If this address has an account, another email is on its way. Only the newest temporary password works.',
  )
  expect(page.sent()).toEqual([[`GET /account/find-password?email=mina%40example.com`, null]])
  const now = START + MINUTE_MS
  expect(recoveryDraft().sent).toEqual({ minutes: 20, expiresAt: now + 20 * MINUTE_MS, resendAt: now + MINUTE_MS })
  expect(page.text()).toContain('valid for 20 minutes')
  expect(page.button('Send another email in 1 min')).toBeDefined()
})

test('when the server refuses another mail for 90 s, a banner says so, the button waits as long, and what was typed stays', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  const page = await waiting(opened)
  page.advance(MINUTE_MS)
  await waitUntil(() => page.button('Send another email') !== undefined, 'the button')
  page.fill('find-password', 'ABCD-EFGH')
  page.press('Send another email')
  await waitUntil(() => page.button('Send another email in 1 min 30 s') !== undefined, 'how long to wait')
  expect(page.banners()).toEqual(['Too many attempts. Try again later.'])
  page.press('Send another email in 1 min 30 s')
  expect(page.sent()).toHaveLength(1)
  expect(page.toast()).toBe('')
  expect(page.value('find-password')).toBe('ABCD-EFGH')
  expect(recoveryDraft().sent).toEqual(sent())
})
