// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { currentDraft, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { START } from '../harness/clock.ts'
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

/** The form of signing up that asks for the mailbox. */

const HERE = '/join/auth'
const SEND = 'Send the code'
const MAIL = /POST .*cert\/send-mail/
const EMAIL = 'mina@example.com'
const TIMES = { expiresAt: START + 300_000, resendAt: START + 60_000 }
const wanted = (email: string) => [['POST /cert/send-mail', { email }]]

beforeEach(() => patchDraft({ agreed: { marketing: false } }))

const mailing = (): OpenedBrowser => {
  const opened = openWithPeer()
  answerNext(opened, MAIL, '200', TIMES)
  return opened
}

test('a visitor who has not agreed to the terms is sent to them', async () => {
  patchDraft({ agreed: null })
  const page = await openPage(HERE)
  expect(page.address()).toBe('/join/terms')
})

test('an empty form names its field, puts the focus there and sends nothing', async () => {
  const page = await openPage(HERE)
  expect(await page.pressRefused(SEND)).toEqual([BAD_EMAIL])
  expect(page.error('join-email')).toBe(BAD_EMAIL)
  expect(page.focus()).toBe('join-email')
  expect(page.sent()).toEqual([])
})

test.each(BAD_ADDRESSES)('an address with %s is refused at its field and not sent', async (_why, email) => {
  const page = await openPage(HERE)
  page.fill('join-email', email)
  await page.pressRefused(SEND)
  expect(page.error('join-email')).toBe(BAD_EMAIL)
  expect(page.value('join-email')).toBe(email)
  expect(page.sent()).toEqual([])
})

test.each(GOOD_ADDRESSES)('an address with %s is sent', async (_why, email) => {
  const page = await openPage(HERE, mailing())
  page.fill('join-email', email)
  page.press(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
  expect(page.sent()).toEqual(wanted(email))
})

test('a good address is sent once in small letters; the draft holds the mail, and the code is asked for (spec 8.12)', async () => {
  const page = await openPage(HERE, mailing())
  page.fill('join-email', 'Mina@Example.com')
  page.press(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
  expect(page.sent()).toEqual(wanted(EMAIL))
  expect(currentDraft()).toMatchObject({ email: EMAIL, proof: null, sent: { email: EMAIL, ...TIMES, tries: 5 } })
  expect(page.text()).toContain(`We sent a 6-digit code to ${EMAIL}.`)
  expect(page.toast()).toBe('Confirmation code sent')
  await waitUntil(() => page.focus() === 'join-code', 'the focus on the field for the code')
})

test.each([
  ['E_CERT_WAIT', 'A code was sent a moment ago. Wait a little before you request another.'],
  ['E_UNHEARD_OF', 'Something went wrong. Try again in a moment.'],
])('after a refusal with %s, a banner says so, and the address stays', async (code, sentence) => {
  const opened = openWithPeer()
  answerNext(opened, MAIL, code)
  answerNext(opened, MAIL, '200', TIMES)
  const page = await openPage(HERE, opened)
  page.fill('join-email', EMAIL)
  page.press(SEND)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([sentence])
  expect(page.toast()).toBe('')
  expect(page.value('join-email')).toBe(EMAIL)
  expect(currentDraft().sent).toBeNull()
  await page.pressAgain(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
})

test('further presses while the first is under way send nothing', async () => {
  const page = await openPage(HERE)
  page.fill('join-email', EMAIL)
  expect(await pressedThrice(page, SEND, MAIL)).toEqual(wanted(EMAIL))
})

test('without an answer the form says so and keeps the address', async () => {
  const page = await openPage(HERE)
  page.fill('join-email', EMAIL)
  page.network.down(true)
  page.press(SEND)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  expect(page.value('join-email')).toBe(EMAIL)
  expect(currentDraft().sent).toBeNull()
})

const changing = async (opened = openWithPeer()) => {
  patchDraft({ email: EMAIL, sent: { email: EMAIL, ...TIMES, tries: 4 } })
  const page = await openPage(HERE, opened)
  page.press('Use another address')
  expect(page.value('join-email')).toBe(EMAIL)
  await waitUntil(() => page.focus() === 'join-email', 'the focus')
  return page
}

test('the same address within the minute gets no second mail: its code is on the way', async () => {
  const page = await changing()
  page.advance(59_999)
  page.press(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
  expect(page.sent()).toEqual([])
  expect(currentDraft().sent?.tries).toBe(4)
})

test('the same address after the minute gets another mail', async () => {
  const page = await changing(mailing())
  page.advance(60_000)
  page.press(SEND)
  await waitUntil(() => currentDraft().sent?.tries === 5, 'another code')
  expect(page.sent()).toEqual(wanted(EMAIL))
})

test('after “Use another address” a code is mailed to the new address, and the draft holds that mail in place of the first', async () => {
  const page = await changing(mailing())
  page.fill('join-email', 'lee@example.com')
  page.press(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
  expect(page.sent()).toEqual(wanted('lee@example.com'))
  expect(currentDraft().sent?.email).toBe('lee@example.com')
})

const proof = { email: EMAIL, certUid: '0193a1b2-0000-7000-8000-000000000009', expiresAt: START + 60_000 }

test('a confirmed address leads on to the password without another mail', async () => {
  patchDraft({ email: EMAIL, proof })
  const page = await openPage(`${HERE}?step=email`)
  page.press('Next')
  await waitUntil(() => page.address() === `${HERE}?step=password`, 'the next step')
  expect(page.sent()).toEqual([])
})

test('another address in place of a confirmed one is mailed a code, and the draft holds no confirmation', async () => {
  patchDraft({ email: EMAIL, proof })
  const page = await openPage(`${HERE}?step=email`, mailing())
  page.press('Use another address')
  page.fill('join-email', 'lee@example.com')
  page.press(SEND)
  await waitUntil(() => page.text().includes('Enter the code'), 'the form of the code')
  expect(page.sent()).toEqual(wanted('lee@example.com'))
  expect(currentDraft().proof).toBeNull()
})

/** The step of the address, for a visitor whose proof of it is good for `leftMs`. */
const openWithProof = (leftMs: number) => {
  patchDraft({ email: EMAIL, proof: { ...proof, expiresAt: START + leftMs } })
  return openPage(`${HERE}?step=email`)
}
const CONFIRMED = `${EMAIL} is confirmed.`
const EXPIRED = 'Your email address is not confirmed, or its confirmation is no longer valid.'

test('an email address with a valid proof is shown as confirmed', async () => {
  const page = await openWithProof(60_000)
  expect(page.text()).toContain(CONFIRMED)
  expect(page.text()).not.toContain(EXPIRED)
  expect(page.button('Next')).toBeDefined()
})

test('an email address with an expired proof must be confirmed again, with the reason', async () => {
  const page = await openWithProof(0)
  expect(page.text()).not.toContain(CONFIRMED)
  expect(page.text()).toContain(EXPIRED)
  expect(page.button('Next')).toBeUndefined()
  expect(page.button(SEND)).toBeDefined()
  expect(page.value('join-email')).toBe(EMAIL)
})
