// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { patchRecovery, recoveryDraft } from '#routes/login/-parts/recoveryDraft.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  answerNext,
  BAD_ADDRESSES,
  BAD_EMAIL,
  GOOD_ADDRESSES,
  openPage,
  pressedThrice,
  type OpenedBrowser,
} from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form that asks for a temporary password. */

const HERE = '/login/findPw01'
const NEXT = '/login/findPw02-1'
const SEND = 'Send a temporary password'
const FIND = /GET .*find-password/
const wanted = (email: string) => [[`GET /account/find-password?${new URLSearchParams({ email }).toString()}`, null]]

const mailed = (): OpenedBrowser => {
  const opened = openWithPeer()
  answerNext(opened, FIND, '200', { minutes: 30 })
  return opened
}

test('an empty form names its field, puts the focus there and sends nothing', async () => {
  const page = await openPage(HERE)
  expect(await page.pressRefused(SEND)).toEqual([BAD_EMAIL])
  expect(page.error('find-email')).toBe(BAD_EMAIL)
  expect(page.focus()).toBe('find-email')
  expect(page.sent()).toEqual([])
})

test.each(BAD_ADDRESSES)('an address with %s is refused at its field and not sent', async (_why, email) => {
  const page = await openPage(HERE)
  page.fill('find-email', email)
  await page.pressRefused(SEND)
  expect(page.error('find-email')).toBe(BAD_EMAIL)
  expect(page.value('find-email')).toBe(email)
  expect(page.sent()).toEqual([])
})

test.each(GOOD_ADDRESSES)('an address with %s is sent', async (_why, email) => {
  const page = await openPage(HERE, mailed())
  page.fill('find-email', email)
  page.press(SEND)
  await waitUntil(() => page.address() === NEXT, 'the next screen')
  expect(page.sent()).toEqual(wanted(email))
})

test('a good address is sent once in small letters, and the draft holds how long its mail is good', async () => {
  const page = await openPage(HERE, mailed())
  page.fill('find-email', 'Mina@Example.com')
  const now = page.tab.runtime.clock.now()
  page.press(SEND)
  await waitUntil(() => page.address() === NEXT, 'the next screen')
  expect(page.sent()).toEqual(wanted('mina@example.com'))
  expect(recoveryDraft()).toEqual({
    email: 'mina@example.com',
    sent: { minutes: 30, expiresAt: now + 30 * MINUTE_MS, resendAt: now + 60_000 },
    token: null,
  })
})

test('a new request discards the temporary session of an earlier recovery', async () => {
  patchRecovery({ email: 'mina@example.com', token: 'temporary' })
  const page = await openPage(HERE, mailed())
  expect(page.value('find-email')).toBe('mina@example.com')
  page.press(SEND)
  await waitUntil(() => page.address() === NEXT, 'the next screen')
  expect(recoveryDraft().token).toBeNull()
})

test('the form is filled with the address that this phone remembers', async () => {
  const opened = openWithPeer()
  opened.browser.local.setItem('hp-remembered-id', 'remembered@example.com')
  const page = await openPage(HERE, opened)
  expect(page.value('find-email')).toBe('remembered@example.com')
})

test('after too many attempts the button is disabled, with its focus, for as long as the server says, and the address stays', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  answerNext(opened, FIND, '200', { minutes: 30 })
  const page = await openPage(HERE, opened)
  page.fill('find-email', 'mina@example.com')
  page.button(SEND)?.focus()
  page.press(SEND)
  await waitUntil(() => page.button('Try again in 1 min 30 s') !== undefined, 'how long to wait')
  expect(page.banners()).toEqual(['Too many attempts. Try again later.'])
  expect(page.button('Try again in 1 min 30 s')?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(page.button('Try again in 1 min 30 s'))
  page.press('Try again in 1 min 30 s')
  page.element.querySelector('form')?.requestSubmit()
  page.advance(90_000)
  await waitUntil(() => page.button(SEND) !== undefined, 'the button')
  expect(page.sent()).toHaveLength(1)
  expect(page.value('find-email')).toBe('mina@example.com')
  expect(recoveryDraft().sent).toBeNull()
  await page.pressAgain(SEND)
  await waitUntil(() => page.address() === NEXT, 'the next screen')
  expect(page.sent()).toHaveLength(2)
})

test('a second press while the first is under way sends nothing more', async () => {
  const page = await openPage(HERE)
  page.fill('find-email', 'mina@example.com')
  expect(await pressedThrice(page, SEND, FIND)).toEqual(wanted('mina@example.com'))
  expect(page.banners()).toEqual(['The service is not available right now. Try again in a moment.'])
  expect(page.address()).toBe(HERE)
})

test('without an answer the form says so and keeps the address', async () => {
  const page = await openPage(HERE)
  page.fill('find-email', 'mina@example.com')
  page.network.down(true)
  page.press(SEND)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  await waitUntil(
    () => page.text().includes('You are offline. You need a connection to set a new password.'),
    'the state of the line',
  )
  expect(page.value('find-email')).toBe('mina@example.com')
  expect(page.address()).toBe(HERE)
  expect(recoveryDraft().sent).toBeNull()
})
