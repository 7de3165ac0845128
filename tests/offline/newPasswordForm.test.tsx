// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { patchRecovery, recoveryDraft } from '#routes/login/-parts/recoveryDraft.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  answerNext,
  answersSession,
  BAD_PASSWORDS,
  GOOD_PASSWORD,
  GOOD_PASSWORDS,
  openPage,
  pressedThrice,
  type Page,
} from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form that takes a new password in the session of a temporary one. */

const HERE = '/login/pwReset'
const CHANGE = /POST .*change-password/
const EMAIL = 'mina@example.com'
const SAVE = 'Save and sign in'
const FORMAT = 'Password format is invalid. Use 8 to 128 characters, with letters, numbers and symbols.'
const WEAK = 'This password is easy to guess. Make it longer or less common.'
const DIFFERS = 'Password does not match. Enter the same password in both fields.'
const wanted = (password: string, autoLgnYn = 'Y') => [
  ['POST /account/change-password', { accessToken: 'temporary', password, autoLgnYn }],
]

const choosing = (opened = openWithPeer(), address = HERE) => {
  patchRecovery({ email: EMAIL, token: 'temporary' })
  return openPage(address, opened)
}
const fillBoth = (page: Page, password: string, confirm = password) => {
  page.fill('join-password', password)
  page.fill('join-confirm', confirm)
}

test('a visitor without the session of a temporary password is sent to the form that requests one', async () => {
  const page = await openPage(HERE)
  expect(page.address()).toBe('/login/findPw01')
})

test('an empty form names its field, puts the focus there and sends nothing', async () => {
  const page = await choosing()
  expect(await page.pressRefused(SAVE)).toEqual([FORMAT])
  expect(page.error('join-password')).toBe(FORMAT)
  expect(page.error('join-confirm')).toBeNull()
  expect(page.focus()).toBe('join-password')
  expect(page.sent()).toEqual([])
})

test.each(BAD_PASSWORDS)('a password with %s is refused at its field and not sent', async (_why, password) => {
  const page = await choosing()
  fillBoth(page, password)
  expect(await page.pressRefused(SAVE)).toEqual([FORMAT])
  expect(page.error('join-password')).toBe(FORMAT)
  expect(page.value('join-password')).toBe(password)
  expect(page.value('join-confirm')).toBe(password)
  expect(page.sent()).toEqual([])
})

test.each([
  ['common', 'Password1!'],
  ['made of the address', 'mina@example.com1'],
])('a password that is %s is refused as easy to guess and not sent', async (_why, password) => {
  const page = await choosing()
  fillBoth(page, password)
  await waitUntil(() => page.text().includes('Strength: too weak'), 'the estimate')
  expect(await page.pressRefused(SAVE)).toEqual([WEAK])
  expect(page.error('join-password')).toBe(WEAK)
  expect(page.sent()).toEqual([])
})

test('two passwords that differ are refused at the second field and not sent', async () => {
  const page = await choosing()
  fillBoth(page, GOOD_PASSWORD, `${GOOD_PASSWORD} `)
  expect(await page.pressRefused(SAVE)).toEqual([DIFFERS])
  expect(page.error('join-confirm')).toBe(DIFFERS)
  expect(page.error('join-password')).toBeNull()
  expect(page.sent()).toEqual([])
})

test.each(GOOD_PASSWORDS)('a password with %s is sent as it is', async (_why, password) => {
  const opened = openWithPeer()
  answersSession(opened, CHANGE)
  const page = await choosing(opened)
  fillBoth(page, password)
  page.press(SAVE)
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toEqual(wanted(password))
})

test('a new password is sent once and signs in; the toast says so, and the draft of the recovery is deleted', async () => {
  const opened = openWithPeer()
  answersSession(opened, CHANGE)
  const page = await choosing(opened, `${HERE}?returnTo=%2FmyPage`)
  fillBoth(page, GOOD_PASSWORD)
  page.press(SAVE)
  await waitUntil(() => page.toast() !== '', 'the toast')
  expect(page.toast()).toBe('Your password has been changed.')
  expect(page.address()).toBe('/myPage')
  expect(page.sent()).toEqual(wanted(GOOD_PASSWORD))
  expect(page.sessionState()).toMatchObject({ state: 'member', memberId: 'mina' })
  expect(recoveryDraft()).toEqual({ email: '', sent: null, token: null })
})

test('without “Keep me signed in” the form requests a session that is not kept', async () => {
  const opened = openWithPeer()
  answersSession(opened, CHANGE)
  const page = await choosing(opened)
  fillBoth(page, GOOD_PASSWORD)
  page.element.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  page.press(SAVE)
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toEqual(wanted(GOOD_PASSWORD, 'N'))
})

test('when the temporary session is over, a banner says so and offers to start again', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHANGE, 'E_SESSION')
  const page = await choosing(opened)
  fillBoth(page, GOOD_PASSWORD)
  page.press(SAVE)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([
    'You can no longer choose a new password here. If you have already saved one, sign in with it. Otherwise, start again.Start again',
  ])
  expect(page.value('join-password')).toBe(GOOD_PASSWORD)
  const startAgain = [...page.element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Start again')
  startAgain?.click()
  await waitUntil(() => page.address() === '/login/findPw01', 'the first step')
  expect(recoveryDraft()).toEqual({ email: '', sent: null, token: null })
})

test.each([
  ['E_PASSWORD_TEMPORARY', 'Choose a password other than the temporary one from the email.'],
  ['E_PASSWORD_WEAK', WEAK],
])('after a refusal with %s, a banner says so, and what was typed stays', async (code, sentence) => {
  const opened = openWithPeer()
  answerNext(opened, CHANGE, code)
  const page = await choosing(opened)
  fillBoth(page, GOOD_PASSWORD)
  page.press(SAVE)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([sentence])
  expect(page.links('Start again')).toEqual([])
  expect(page.value('join-password')).toBe(GOOD_PASSWORD)
  expect(page.value('join-confirm')).toBe(GOOD_PASSWORD)
  expect(recoveryDraft().token).toBe('temporary')
  expect(page.sessionState().state).toBe('anonymous')
})

test('too many attempts say how long to wait', async () => {
  const opened = openWithPeer()
  answerNext(opened, CHANGE, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  const page = await choosing(opened)
  fillBoth(page, GOOD_PASSWORD)
  page.press(SAVE)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['Too many attempts. Try again in 1 min 30 s.'])
})

test('a second press while the first is under way sends nothing more', async () => {
  const page = await choosing()
  fillBoth(page, GOOD_PASSWORD)
  expect(await pressedThrice(page, SAVE, CHANGE)).toEqual(wanted(GOOD_PASSWORD))
})

test('without an answer the form says so and keeps what was typed', async () => {
  const page = await choosing()
  fillBoth(page, GOOD_PASSWORD)
  page.network.down(true)
  page.press(SAVE)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  await waitUntil(
    () => page.text().includes('You are offline. You need a connection to set a new password.'),
    'the state of the line',
  )
  expect(page.value('join-password')).toBe(GOOD_PASSWORD)
  expect(page.value('join-confirm')).toBe(GOOD_PASSWORD)
  expect(recoveryDraft().token).toBe('temporary')
})
