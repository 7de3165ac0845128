// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { currentPassword, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { START } from '../harness/clock.ts'
import { waitUntil } from '../harness/tabs.ts'
import { BAD_PASSWORDS, GOOD_PASSWORD, GOOD_PASSWORDS, openPage, TOO_LONG, type Page } from './formPage.tsx'

/** The form of signing up that asks for a password. It asks the server nothing. */

const HERE = '/join/auth?step=password'
const NEXT = '/join/auth?step=name'
const EMAIL = 'seomyeon@example.com'
const FORMAT = 'Password format is invalid. Use 8 to 128 characters, with letters, numbers and symbols.'
const WEAK = 'This password is easy to guess. Make it longer or less common.'
const DIFFERS = 'Password does not match. Enter the same password in both fields.'

beforeEach(() =>
  patchDraft({
    agreed: { marketing: false },
    email: EMAIL,
    proof: { email: EMAIL, certUid: '0193a1b2-0000-7000-8000-000000000009', expiresAt: START + 60_000 },
  }),
)
const fillBoth = (page: Page, password: string, confirm = password) => {
  page.fill('join-password', password)
  page.fill('join-confirm', confirm)
}
/** The parts of a password that the screen ticks off. */
const metRules = ({ element }: Page) => [...element.querySelectorAll('[data-met=true]')].map((each) => each.textContent)

test('without a confirmed mailbox the screen shows the form of the address, not of the password', async () => {
  patchDraft({ proof: null })
  const page = await openPage(HERE)
  expect(page.text()).toContain('Your email address')
  expect(page.element.querySelector('#join-password')).toBeNull()
})

test('an empty form names its field, puts the focus there and goes no further', async () => {
  const page = await openPage(HERE)
  expect(await page.pressRefused('Next')).toEqual([FORMAT])
  expect(page.error('join-password')).toBe(FORMAT)
  expect(page.focus()).toBe('join-password')
  expect(page.address()).toBe(HERE)
  expect(page.sent()).toEqual([])
})

test.each(BAD_PASSWORDS)('a password with %s is refused at its field and not kept', async (_why, password) => {
  const page = await openPage(HERE)
  fillBoth(page, password)
  expect(await page.pressRefused('Next')).toEqual([FORMAT])
  expect(page.error('join-password')).toBe(FORMAT)
  expect(page.value('join-password')).toBe(password)
  expect(currentPassword()).toBe('')
  expect(page.address()).toBe(HERE)
})

test.each([
  ['common', 'Password1!'],
  ['made of the address', 'seomyeon1!'],
])('a password that is %s is refused as easy to guess', async (_why, password) => {
  const page = await openPage(HERE)
  fillBoth(page, password)
  await waitUntil(() => page.text().includes('Strength: too weak'), 'the estimate')
  expect(await page.pressRefused('Next')).toEqual([WEAK])
  expect(page.error('join-password')).toBe(WEAK)
  expect(currentPassword()).toBe('')
})

test('two passwords that differ are refused at the second field, until either is the same', async () => {
  const page = await openPage(HERE)
  fillBoth(page, `${GOOD_PASSWORD}1`, GOOD_PASSWORD)
  expect(await page.pressRefused('Next')).toEqual([DIFFERS])
  expect(page.error('join-confirm')).toBe(DIFFERS)
  expect(page.error('join-password')).toBeNull()
  expect(currentPassword()).toBe('')
  page.fill('join-password', GOOD_PASSWORD)
  await waitUntil(() => page.error('join-confirm') === null, 'no message')
})

test('while a password is typed, the form shows what it still lacks and how strong it is', async () => {
  const page = await openPage(HERE)
  expect(metRules(page)).toEqual([])
  page.fill('join-password', 'Kz7qWvx')
  expect(metRules(page)).toEqual(['Letters, met', 'Numbers, met'])
  page.fill('join-password', 'Kz7!qWvx')
  expect(metRules(page)).toEqual(['At least 8 characters, met', 'Letters, met', 'Numbers, met', 'Symbols, met'])
  await waitUntil(() => page.text().includes('Strength: medium'), 'the estimate')
  page.fill('join-password', GOOD_PASSWORD)
  await waitUntil(() => page.text().includes('Strength: strong'), 'the estimate')
})

test('a password of 129 characters has no strength: it is not called weak for its length', async () => {
  const page = await openPage(HERE)
  page.fill('join-password', GOOD_PASSWORD)
  await waitUntil(() => page.text().includes('Strength: strong'), 'the estimate')
  page.fill('join-password', TOO_LONG)
  await waitUntil(() => !page.text().includes('Strength:'), 'no estimate')
  expect(metRules(page)).toHaveLength(4)
  page.fill('join-password', 'Kz7qWvx')
  await waitUntil(() => page.text().includes('Strength: too weak'), 'the estimate')
})

test.each([...GOOD_PASSWORDS, ['a lot in it', GOOD_PASSWORD] as const])(
  'a password with %s is kept in memory alone, and the name is asked for',
  async (_what, password) => {
    const page = await openPage(HERE)
    fillBoth(page, password)
    page.press('Next')
    await waitUntil(() => page.address() === NEXT, 'the next step')
    expect(currentPassword()).toBe(password)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(password)
    expect(page.sent()).toEqual([])
    await waitUntil(() => page.text().includes('Your name'), 'the form of the name')
  },
)

test('a visitor who returns from the next step finds the password in both fields', async () => {
  const first = await openPage(HERE)
  fillBoth(first, GOOD_PASSWORD)
  first.press('Next')
  await waitUntil(() => first.address() === NEXT, 'the next step')
  first.unmount()
  const page = await openPage(HERE)
  expect(page.value('join-password')).toBe(GOOD_PASSWORD)
  expect(page.value('join-confirm')).toBe(GOOD_PASSWORD)
})
