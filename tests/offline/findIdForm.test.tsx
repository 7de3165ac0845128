// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { findIdDraft } from '#routes/login/-parts/findIdDraft.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answerNext, openPage, pressedThrice, type OpenedBrowser, type Page } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** The form that finds the address of an account, and its two answers (spec 2.35, 4.44). */

const HERE = '/login/findId01'
const FOUND = '/login/findId02-1'
const NOT_FOUND = '/login/findId02-2'
const FIND = /GET .*find-id/
const BUTTON = 'Find my email address'
const PHONE = 'The phone number is not valid. Check the country code and the number.'
const country = [
  { code: 'KR', name: 'Korea', dial: '+82' },
  { code: 'TW', name: 'Taiwan', dial: '+886' },
]
const WANTED = {
  engSurname: 'LIN',
  engNm: 'MEI-HUA',
  ntnCd: 'TW',
  mobile: '+886912345678',
}
const wanted = [[`GET /account/find-id?${new URLSearchParams(WANTED).toString()}`, null]]

const choose = (page: Page, id: string, value: string) => {
  const select = page.byId<HTMLSelectElement>(id)
  flushSync(() => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const open = async (opened: OpenedBrowser = openWithPeer()) => {
  opened.network.fault(/GET .*account\/code/, async () => answer(200, '200', { country }), Infinity)
  const page = await openPage(HERE, opened)
  await waitUntil(() => page.text().includes('Taiwan (+886)'), 'the countries')
  return page
}
const fill = (page: Page) => {
  page.fill('find-engSurname', 'lin')
  page.fill('find-engNm', 'Mei-Hua')
  choose(page, 'find-ntnCd', 'TW')
  page.fill('find-mobile', '0912 345 678')
}
const link = (page: Page, name: string) => {
  const element = [...page.element.querySelectorAll('a')].find(({ textContent }) => textContent === name)
  if (!element) throw new Error(`no link “${name}”`)
  return element
}

test('the sign-in screen links to the form, and to the recovery of the password', async () => {
  const page = await openPage('/login?returnTo=%2FmyPage')
  expect(page.links('Forgot your ID?')).toEqual(['/login/findId01?returnTo=%2FmyPage'])
  expect(page.links('Forgot password?')).toEqual(['/login/findPw01?returnTo=%2FmyPage'])
})

test('an empty form names all four fields, has the focus on its summary and sends nothing', async () => {
  const page = await open()
  expect(await page.pressRefused(BUTTON)).toEqual([
    '4 fields need your attention',
    'Enter your surname as shown in your passport.',
    'Enter your given name as shown in your passport.',
    'Choose your country or region.',
    PHONE,
  ])
  expect(page.sent()).toEqual([])
})

test('a phone number that the country does not have is refused at its field and not sent', async () => {
  const page = await open()
  fill(page)
  page.fill('find-mobile', '12')
  expect(await page.pressRefused(BUTTON)).toEqual([PHONE])
  expect(page.error('find-mobile')).toBe(PHONE)
  expect(page.sent()).toEqual([])
})

test('a match shows the masked addresses and the ways to sign in, and deletes what was typed', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, '200', { list: [{ id: 'me***@mail.example' }, { id: 'li***@example.com' }] })
  const page = await open(opened)
  fill(page)
  page.press(BUTTON)
  await waitUntil(() => page.address() === FOUND, 'the answer')
  expect(page.sent()).toEqual(wanted)
  await waitUntil(() => page.text().includes('me***@mail.example'), 'the address')
  expect(page.text()).toContain('We found 2 accounts with these details')
  expect(page.text()).toContain('li***@example.com')
  expect(page.links('Sign in')).toEqual(['/login'])
  expect(page.links('Forgot password?')).toEqual(['/login/findPw01'])
  expect(findIdDraft().details).toEqual({ engSurname: '', engNm: '', ntnCd: '', mobile: '' })
})

test('without a match the screen says what to check, and the form still holds what was typed', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, 'E_NO_MEMBER')
  const page = await open(opened)
  fill(page)
  page.press(BUTTON)
  await waitUntil(() => page.address() === NOT_FOUND, 'the answer')
  await waitUntil(() => page.text().includes('No registered member information found'), 'the message')
  expect(page.links('Sign up')).toEqual(['/join'])
  expect(page.links('Contact us')).toEqual(['/service/inquiry'])
  flushSync(() => link(page, 'Change details').click())
  await waitUntil(() => page.address() === HERE, 'the form')
  await waitUntil(() => page.element.querySelector('#find-mobile') !== null, 'the form')
  expect(page.value('find-engSurname')).toBe('LIN')
  expect(page.value('find-mobile')).toBe('0912 345 678')
})

test.each([FOUND, NOT_FOUND])('%s without a search leads to the form', async (address) => {
  const page = await openPage(address)
  expect(page.address()).toBe(HERE)
})

test('a number that the server refuses is an error of its field', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, 'E_PHONE')
  const page = await open(opened)
  fill(page)
  page.press(BUTTON)
  await waitUntil(() => page.error('find-mobile') !== null, 'the message')
  expect(page.error('find-mobile')).toBe(PHONE)
  expect(page.banners()).toEqual([])
})

test('after too many attempts the button is disabled, with its focus, for as long as the server says', async () => {
  const opened = openWithPeer()
  answerNext(opened, FIND, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  const page = await open(opened)
  fill(page)
  page.button(BUTTON)?.focus()
  page.press(BUTTON)
  await waitUntil(() => page.button('Try again in 1 min 30 s') !== undefined, 'how long to wait')
  expect(page.button('Try again in 1 min 30 s')?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(page.button('Try again in 1 min 30 s'))
  page.press('Try again in 1 min 30 s')
})

test('a second press while the first is under way sends nothing more', async () => {
  const page = await open()
  fill(page)
  expect(await pressedThrice(page, BUTTON, FIND)).toEqual(wanted)
})

test('a visitor who reloads the form finds what was typed; without an answer it says so and keeps it', async () => {
  const opened = openWithPeer()
  const first = await open(opened)
  fill(first)
  first.unmount()
  const page = await open({ ...opened, tab: first.tab })
  expect(page.value('find-engNm')).toBe('MEI-HUA')
  page.network.down(true)
  page.press(BUTTON)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  await waitUntil(
    () => page.text().includes('You are offline. You need a connection to find your email address.'),
    'the state of the line',
  )
  expect(page.value('find-mobile')).toBe('0912 345 678')
})
