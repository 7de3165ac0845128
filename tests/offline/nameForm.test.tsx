// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentDraft, currentPassword, keepPassword, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { answer, createNetwork } from '../harness/network.ts'
import { START } from '../harness/clock.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import {
  answerNext,
  answersSession,
  GOOD_PASSWORD,
  openPage,
  pressedThrice,
  type OpenedBrowser,
  type Page,
} from './formPage.tsx'
import { openWithPeer, person } from './setup.ts'

/** The last form of signing up: the name in the passport, and what one likes to tell. All tests share one phone. */

const HERE = '/join/auth?step=name'
const CREATE = 'Create account'
const SIGN_UP = /POST .*account\/sign-up/
const EMAIL = 'mina@example.com'
const CERT_UID = '0193a1b2-0000-7000-8000-000000000009'
const NO_SURNAME = 'Enter your surname as shown in your passport.'
const NO_GIVEN = 'Enter your given name as shown in your passport.'
const TOO_LONG = 'Use at most 64 characters.'
const PHONE = 'The phone number is not valid. Check the country code and the number.'
/** What a form without anything optional sends. */
const LEAST = {
  email: EMAIL,
  certUid: CERT_UID,
  password: GOOD_PASSWORD,
  engSurname: 'LEE',
  engNm: 'MINA',
  gender: 'none',
  termsYn: 'Y',
  privacyYn: 'Y',
  marketingYn: 'N',
  autoLgnYn: 'Y',
}
const wanted = (change: object = {}) => [['POST /account/sign-up', { ...LEAST, ...change }]]

const country = [
  { code: 'KR', name: 'Korea', dial: '+82' },
  { code: 'DE', name: 'Germany', dial: '+49' },
]
const phone = openWithPeer()
let tab: Tab
/** The phone with a line of this test alone, whose faults end with it. */
let opened: OpenedBrowser
beforeAll(async () => {
  phone.network.fault(/./, (request) => opened.network.fetch(request), Infinity)
  opened = { ...phone, network: createNetwork((request) => phone.peer.handler(request)) }
  tab = await phone.browser.tab()
})

let page: Page
beforeEach(async () => {
  const network = createNetwork((request) => phone.peer.handler(request))
  network.fault(/GET .*account\/code/, async () => answer(200, '200', { country }), Infinity)
  opened = { ...phone, tab, network }
  patchDraft({
    agreed: { marketing: false },
    email: EMAIL,
    proof: { email: EMAIL, certUid: CERT_UID, expiresAt: START + 1_800_000 },
  })
  keepPassword(GOOD_PASSWORD)
  page = await openPage(HERE, opened)
  await waitUntil(() => page.text().includes('Germany (+49)'), 'the countries')
})
afterEach(async () => {
  if (page.sessionState().state === 'member') await person(page.tab).signOut()
})

const fillNames = () => {
  page.fill('join-engSurname', 'LEE')
  page.fill('join-engNm', 'MINA')
}
const choose = (id: string, value: string) => {
  const select = page.byId<HTMLSelectElement>(id)
  flushSync(() => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(select.value).toBe(value)
}

test('an empty form names both names, has the focus on its summary and sends nothing', async () => {
  expect(await page.pressRefused(CREATE)).toEqual(['2 fields need your attention', NO_SURNAME, NO_GIVEN])
  expect(page.error('join-engSurname')).toBe(NO_SURNAME)
  expect(page.error('join-engNm')).toBe(NO_GIVEN)
  expect(page.error('join-mobile')).toBeNull()
  await waitUntil(() => page.focus() === 'summary', 'the focus on the summary')
  expect(page.sent()).toEqual([])
})

const LATIN = (what: string, example: string) =>
  `Enter your ${what} in Latin letters, as shown on the photo page of your passport, e.g. ${example}.`

test.each([
  ['join-engSurname', 'spaces alone', '  ', NO_SURNAME],
  ['join-engNm', 'spaces alone', '  ', NO_GIVEN],
  ['join-engSurname', 'other letters', '이', LATIN('surname', 'SMITH')],
  ['join-engNm', 'other letters', '미나', LATIN('given name', 'ANNA MARIA')],
  ['join-engSurname', 'a digit', 'LEE2', LATIN('surname', 'SMITH')],
  ['join-engNm', 'no letter', '-.', LATIN('given name', 'ANNA MARIA')],
  ['join-engSurname', '65 characters', 'L'.repeat(65), TOO_LONG],
  ['join-engNm', '65 characters', 'M'.repeat(65), TOO_LONG],
])('%s with %s is refused at its field and not sent', async (id, _why, text, message) => {
  fillNames()
  page.fill(id, text)
  expect(await page.pressRefused(CREATE)).toEqual([message])
  expect(page.error(id)).toBe(message)
  expect(page.value(id)).toBe(text)
  expect(page.sent()).toEqual([])
})

test('names of 64 characters are sent', async () => {
  answersSession(opened, SIGN_UP)
  page.fill('join-engSurname', 'L'.repeat(64))
  page.fill('join-engNm', 'M'.repeat(64))
  page.press(CREATE)
  await waitUntil(() => page.address() === '/join/completion', 'the last screen')
  expect(page.sent()).toEqual(wanted({ engSurname: 'L'.repeat(64), engNm: 'M'.repeat(64) }))
})

test.each([
  ['no country', '', '151 23456789'],
  ['too few digits', 'KR', '123'],
  ['words', 'DE', 'none'],
])('a phone number with %s is refused at its field and not sent', async (_why, country, mobile) => {
  fillNames()
  choose('join-ntnCd', country)
  page.fill('join-mobile', mobile)
  expect(await page.pressRefused(CREATE)).toEqual([PHONE])
  expect(page.error('join-mobile')).toBe(PHONE)
  expect(page.value('join-mobile')).toBe(mobile)
  expect(page.sent()).toEqual([])
})

test('a form with the names alone is sent once and signs in; of the draft only `done` is left', async () => {
  answersSession(opened, SIGN_UP)
  fillNames()
  page.press(CREATE)
  await waitUntil(() => page.address() === '/join/completion', 'the last screen')
  expect(page.sent()).toEqual(wanted())
  expect(page.sessionState()).toMatchObject({ state: 'member', memberId: 'mina' })
  expect(currentDraft()).toMatchObject({ done: true, email: '', proof: null, details: { engSurname: '', engNm: '' } })
  expect(currentPassword()).toBe('')
})

test('all fields are sent in the formats of the contract, with the consent to marketing', async () => {
  answersSession(opened, SIGN_UP)
  patchDraft({ agreed: { marketing: true } })
  page.fill('join-engSurname', ' Müller  Lee ')
  page.fill('join-engNm', 'ＭＩＮＡ')
  choose('join-gender', 'female')
  choose('join-birthYear', '1990')
  choose('join-ntnCd', 'DE')
  page.fill('join-mobile', ' 0151 23456789 ')
  page.press(CREATE)
  await waitUntil(() => page.address() === '/join/completion', 'the last screen')
  expect(page.sent()).toEqual(
    wanted({
      engSurname: 'MÜLLER LEE',
      engNm: 'MINA',
      gender: 'female',
      birthYear: 1990,
      ntnCd: 'DE',
      mobile: '+4915123456789',
      marketingYn: 'Y',
    }),
  )
})

test('a phone number that begins with + needs no country', async () => {
  answersSession(opened, SIGN_UP)
  fillNames()
  page.fill('join-mobile', '+82 10-1234-5678')
  page.press(CREATE)
  await waitUntil(() => page.address() === '/join/completion', 'the last screen')
  expect(page.sent()).toEqual(wanted({ mobile: '+821012345678' }))
})

test('years of birth are those of members of 14 years and more, the youngest first', () => {
  const years = [...page.byId<HTMLSelectElement>('join-birthYear').options].map(({ value }) => value)
  expect(years.slice(0, 3)).toEqual(['', '2012', '2011'])
  // The rule of the server: 14 to 120 years.
  expect(years).toHaveLength(1 + 107)
  expect(years.at(-1)).toBe('1906')
})

test('a visitor who returns to the form in the same tab finds what was typed', async () => {
  fillNames()
  choose('join-ntnCd', 'KR')
  page.fill('join-mobile', '010-1234')
  page.unmount()
  page = await openPage(HERE, opened)
  await waitUntil(() => page.text().includes('Germany (+49)'), 'the countries')
  expect(['join-engSurname', 'join-engNm', 'join-ntnCd', 'join-mobile'].map(page.value)).toEqual([
    'LEE',
    'MINA',
    'KR',
    '010-1234',
  ])
})

const refused = async (code: string, statusFields: Parameters<typeof answerNext>[4] = {}) => {
  answerNext(opened, SIGN_UP, code, null, statusFields)
  fillNames()
  page.press(CREATE)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.address()).toBe(HERE)
  expect(page.value('join-engSurname')).toBe('LEE')
  expect(page.value('join-engNm')).toBe('MINA')
  expect(currentDraft().details).toMatchObject({ engSurname: 'LEE', engNm: 'MINA' })
}
const FIX = 'Go back to fix this'

test.each([
  ['E_EMAIL_IN_USE', 'email', 'Email is already in use. Sign in, or use another address.'],
  [
    'E_CERT_REQUIRED',
    'email',
    'Your email address is not confirmed, or its confirmation is no longer valid. Confirm the address to continue.',
  ],
  ['E_CERT_EXPIRED', 'email', 'This code has expired or has already been used. Request a new one.'],
  ['E_PASSWORD_WEAK', 'password', 'This password is easy to guess. Make it longer or less common.'],
  [
    'E_PASSWORD_FORMAT',
    'password',
    'Password format is invalid. Use 8 to 128 characters, with letters, numbers and symbols.',
  ],
  ['E_TERMS_REQUIRED', 'terms', 'Agree to the terms of service and the privacy policy to continue.'],
])(
  'after a refusal with %s, a button leads back to the step in which it can be fixed: “%s”',
  async (code, step, sentence) => {
    await refused(code)
    expect(page.banners()).toEqual([`${sentence}${FIX}`])
    page.press(FIX)
    const address = step === 'terms' ? '/join/terms' : `/join/auth?step=${step}`
    await waitUntil(() => page.address() === address, address)
    expect(currentDraft().proof?.certUid).toBe(step === 'email' ? undefined : CERT_UID)
    if (step === 'email') await waitUntil(() => page.button('Send the code') !== undefined, 'the form of the mailbox')
  },
)

test('after a refusal of the age, a banner says so, and no button leads to another step', async () => {
  await refused('E_AGE')
  expect(page.banners()).toEqual(['Members must be at least 14 years old. Check the year of birth.'])
  expect(page.button(FIX)).toBeUndefined()
})

test('after a refusal of the phone number, a banner and its field say so', async () => {
  page.fill('join-mobile', '+82 10-1234-5678')
  await refused('E_PHONE')
  expect(page.banners()).toEqual(['The phone number is not valid. Check the country code and the number.'])
  expect(page.error('join-mobile')).toBe(PHONE)
  expect(page.value('join-mobile')).toBe('+82 10-1234-5678')
})

test('after a refusal of fields, the fields and the summary name the errors', async () => {
  const fields = [
    { field: 'body.engNm', reason: 'passport_letters' },
    { field: 'body.engSurname', reason: 'too_long' },
  ]
  const refusal = { status: { code: 'E_INPUT', message: '', fields }, data: null }
  opened.network.fault(SIGN_UP, async () => Response.json(refusal, { status: 422 }))
  fillNames()
  page.press(CREATE)
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual(['Check what you entered.'])
  expect(page.error('join-engSurname')).toBe(TOO_LONG)
  expect(page.error('join-engNm')).toBe(LATIN('given name', 'ANNA MARIA'))
  expect(page.summary()).toEqual(['2 fields need your attention', TOO_LONG, LATIN('given name', 'ANNA MARIA')])
})

test('when the server refuses sign-ups for 90 s, a banner says how long to wait', async () => {
  await refused('E_THROTTLED', { http: 429, retryAfter: 90 })
  expect(page.banners()).toEqual(['Too many attempts. Try again in 1 min 30 s.'])
})

test('without an answer the form says so and keeps what was typed', async () => {
  fillNames()
  opened.network.down(true)
  page.press(CREATE)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  expect(page.value('join-engSurname')).toBe('LEE')
  expect(page.value('join-engNm')).toBe('MINA')
  expect(currentPassword()).toBe(GOOD_PASSWORD)
})

test('a second press while the first is under way sends nothing more', async () => {
  fillNames()
  expect(await pressedThrice(page, CREATE, SIGN_UP)).toEqual(wanted())
})

test('the optional details are closed, open with what was entered before a reload, and open with an error', async () => {
  const isOpen = () => page.element.querySelector('details')?.open
  expect(isOpen()).toBe(false)
  fillNames()
  page.fill('join-mobile', '12')
  await page.pressRefused(CREATE)
  expect(isOpen()).toBe(true)
  page.unmount()
  page = await openPage(HERE, opened)
  await waitUntil(() => isOpen() === true, 'the open details')
})
