// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { recoveryDraft } from '#routes/login/-parts/recoveryDraft.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  answerNext,
  answersSession,
  BAD_ADDRESSES,
  BAD_EMAIL,
  GOOD_ADDRESSES,
  openPage,
  pressedThrice,
  type Page,
} from './formPage.tsx'
import { openSignedIn, openWithPeer, person } from './setup.ts'

/** The form that signs in. */

const LOGIN = /POST .*account\/login/
const WANTED = 'POST /account/login'
const NO_EMAIL = 'Enter your email address.'
const NO_PASSWORD = 'Enter your password.'
const REMEMBERED = 'hp-remembered-id'

const keep = ({ element }: Page) => [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
/** Ticks or unticks “Keep me signed in” (0) or “Remember my email address” (1). */
const toggle = (page: Page, index: number) => keep(page)[index]?.click()

const filled = async (address = '/login', opened = openWithPeer()) => {
  const page = await openPage(address, opened)
  page.fill('login-id', 'mina@example.com')
  page.fill('login-password', 'right')
  return page
}

test('an empty form names both fields, has the focus on its summary and sends nothing', async () => {
  const page = await openPage('/login')
  expect(await page.pressRefused('Sign in')).toEqual(['2 fields need your attention', NO_EMAIL, NO_PASSWORD])
  expect(page.error('login-id')).toBe(NO_EMAIL)
  expect(page.error('login-password')).toBe(NO_PASSWORD)
  await waitUntil(() => page.focus() === 'summary', 'the focus on the summary')
  expect(page.sent()).toEqual([])
})

test.each(BAD_ADDRESSES)('an address with %s is refused at its field and not sent', async (_why, id) => {
  const page = await openPage('/login')
  page.fill('login-id', id)
  page.fill('login-password', 'right')
  expect(await page.pressRefused('Sign in')).toEqual([BAD_EMAIL])
  expect(page.error('login-id')).toBe(BAD_EMAIL)
  expect(page.error('login-password')).toBeNull()
  expect(page.value('login-id')).toBe(id)
  expect(page.value('login-password')).toBe('right')
  expect(page.sent()).toEqual([])
})

test.each(GOOD_ADDRESSES)('an address with %s is sent', async (_why, id) => {
  const page = await openPage('/login')
  page.fill('login-id', id)
  page.fill('login-password', 'right')
  page.press('Sign in')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toEqual([[WANTED, { id, password: 'right', autoLgnYn: 'Y' }]])
})

test('a good form is sent once with the address as it was typed, remembers nothing, and opens the home screen', async () => {
  const page = await openPage('/login')
  page.fill('login-id', 'Mina@Example.com')
  page.fill('login-password', 'right')
  page.press('Sign in')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toEqual([[WANTED, { id: 'Mina@Example.com', password: 'right', autoLgnYn: 'Y' }]])
  expect(page.sessionState()).toMatchObject({ state: 'member', memberId: 'Mina@Example.com' })
  expect(page.tab.runtime.platform.local?.getItem(REMEMBERED)).toBeNull()
})

test('a visitor who wanted another page reads so in the form, and gets to that page by signing in', async () => {
  const page = await filled(`/login?returnTo=${encodeURIComponent('/pass/paymentInfo?passCnt=2')}`)
  expect(page.text()).toContain('Sign in to continue to the page you wanted.')
  page.press('Sign in')
  await waitUntil(() => page.address() !== '/login' && !page.address().startsWith('/login?'), 'the next page')
  expect(page.address()).toBe('/pass/paymentInfo?passCnt=2')
})

test('without “Keep me signed in” the form requests a session that is not kept', async () => {
  const page = await filled()
  toggle(page, 0)
  page.press('Sign in')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toEqual([[WANTED, { id: 'mina@example.com', password: 'right', autoLgnYn: 'N' }]])
})

test('after a sign-in with “remember my ID”, the next form is filled with the address, and its box is ticked', async () => {
  const opened = openWithPeer()
  const first = await filled('/login', opened)
  toggle(first, 1)
  first.press('Sign in')
  await waitUntil(() => first.address() === '/home', 'the home screen')
  expect(first.tab.runtime.platform.local?.getItem(REMEMBERED)).toBe('mina@example.com')
  await person(first.tab).signOut()
  first.unmount()
  const second = await openPage('/login', opened)
  expect(second.value('login-id')).toBe('mina@example.com')
  expect(keep(second).map(({ checked }) => checked)).toEqual([true, true])
})

test('a sign-in without “remember my ID” deletes the remembered address', async () => {
  const opened = openWithPeer()
  opened.browser.local.setItem(REMEMBERED, 'mina@example.com')
  const page = await filled('/login', opened)
  toggle(page, 1)
  page.press('Sign in')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.tab.runtime.platform.local?.getItem(REMEMBERED)).toBeNull()
})

test('a temporary password opens the choice of a new one and signs nobody in', async () => {
  const opened = openWithPeer()
  answersSession(opened, LOGIN, { accessToken: 'temporary', mustChangeYn: 'Y' })
  const page = await openPage('/login', opened)
  page.fill('login-id', 'Mina@Example.com')
  page.fill('login-password', 'ABCD-EFGH')
  page.press('Sign in')
  await waitUntil(() => page.address() === '/login/pwReset', 'the next screen')
  expect(recoveryDraft()).toEqual({ email: 'mina@example.com', sent: null, token: 'temporary' })
  expect(page.sessionState().state).toBe('anonymous')
})

test('after a wrong password, a banner says so, the address stays, and the password field is empty and has the focus', async () => {
  const page = await openPage('/login')
  page.fill('login-id', 'mina@example.com')
  page.fill('login-password', 'wrong')
  page.press('Sign in')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['Email address or password not found. Check both and try again.'])
  await waitUntil(() => page.value('login-password') === '', 'an empty password')
  await waitUntil(() => page.focus() === 'login-password', 'the focus on the password')
  expect(page.value('login-id')).toBe('mina@example.com')
  expect(page.address()).toBe('/login')
  page.fill('login-password', 'right')
  const { arrived, release } = page.network.hold(LOGIN)
  await page.pressAgain('Sign in')
  await arrived
  await waitUntil(() => page.banners().length === 0, 'the end of the banner')
  release()
  await waitUntil(() => page.address() === '/home', 'the home screen')
})

test('after too many attempts the button is disabled, with its focus, for as long as the server says, and what was typed stays', async () => {
  const opened = openWithPeer()
  answerNext(opened, LOGIN, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  const page = await filled('/login', opened)
  page.button('Sign in')?.focus()
  page.press('Sign in')
  await waitUntil(() => page.button('Try again in 1 min 30 s') !== undefined, 'how long to wait')
  expect(page.banners()).toEqual(['Too many attempts. Try again later.'])
  const button = page.button('Try again in 1 min 30 s')
  expect(button?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
  page.element.querySelector('form')?.requestSubmit()
  page.advance(89_000)
  await waitUntil(() => page.button('Try again in 1 s') !== undefined, 'the last second')
  page.advance(1_000)
  await waitUntil(() => page.button('Sign in') !== undefined, 'the button')
  expect(page.sent()).toHaveLength(1)
  expect(page.value('login-id')).toBe('mina@example.com')
  expect(page.value('login-password')).toBe('right')
  await page.pressAgain('Sign in')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toHaveLength(2)
})

test('a second press while the first is under way sends nothing more', async () => {
  const page = await filled()
  const sent = await pressedThrice(page, 'Sign in', LOGIN)
  expect(sent).toEqual([[WANTED, { id: 'mina@example.com', password: 'right', autoLgnYn: 'Y' }]])
})

test('without an answer the form says so and keeps what was typed', async () => {
  const page = await filled()
  expect(page.text()).not.toContain('You are offline.')
  page.network.down(true)
  page.press('Sign in')
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  await waitUntil(
    () => page.text().includes('You are offline. You need a connection to sign in.'),
    'the state of the line',
  )
  expect(page.value('login-id')).toBe('mina@example.com')
  expect(page.value('login-password')).toBe('right')
  expect(page.sessionState().state).toBe('anonymous')
})

test('the form says to a member whose session has lapsed that the data on this phone is still there', async () => {
  const opened = await openSignedIn()
  const { tab } = opened
  opened.peer.expire(true)
  await tab.runtime.pulls.pull('favourites', true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')
  const page = await openPage('/login', opened)
  expect(page.text()).toContain(
    'You were signed out. What is saved on this device is still here; sign in to see the rest.',
  )
})

test('a member who is signed in has no form to fill in', async () => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  const page = await openPage('/login?returnTo=%2FmyPage', opened)
  expect(page.address()).toBe('/myPage')
  expect(page.button('Sign in')).toBeUndefined()
})
