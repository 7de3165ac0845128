// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { CorrectName } from '#routes/myPage/-parts/correctName.tsx'
import { waitForEarlierRequests } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answerNext, openElement, pressedThrice } from './formPage.tsx'
import { dbOf, openSignedIn } from './setup.ts'

/** The form in which a member corrects the name that passes carry. */

const UPDATE = /PATCH .*my-info\/update/
const LATER = 'Try again in a moment.'
const USER = { memberId: 'mina', email: 'mina@example.com', engNm: 'Mina', engSurname: 'Lee' }
const wanted = (engSurname: string, engNm: string) => [['PATCH /mypage/my-info/update', { engSurname, engNm }]]
const latin = (what: string, example: string) =>
  `Enter your ${what} in Latin letters, as shown on the photo page of your passport, e.g. ${example}.`

const correcting = async (user = USER) => {
  const opened = await openSignedIn()
  replaceRuntime(opened.tab.runtime)
  const form = await openElement(<CorrectName user={user} />, opened)
  form.press('Correct the name')
  await waitUntil(() => form.button('Save') !== undefined, 'the form')
  return { ...form, ...opened }
}
const isOpen = ({ element }: { element: HTMLElement }) => element.querySelector('dialog')?.open

test.each([
  ['in Latin letters', false, 'Lee'],
  ['in other letters', true, '이'],
])('with a surname %s, the screen asks the member to correct the name: %s', async (_what, isAsked, engSurname) => {
  const form = await correcting({ ...USER, engSurname })
  expect(form.text().includes('Your name is not in Latin letters.')).toBe(isAsked)
  expect(form.value('correct-engSurname')).toBe(engSurname)
  expect(form.value('correct-engNm')).toBe('Mina')
})

test('an empty form names both names, has the focus on the first and sends nothing', async () => {
  const form = await correcting()
  form.fill('correct-engSurname', '')
  form.fill('correct-engNm', '')
  form.press('Save')
  await waitUntil(() => form.error('correct-engSurname') !== null, 'the message')
  expect(form.error('correct-engSurname')).toBe('Enter your surname as shown in your passport.')
  expect(form.error('correct-engNm')).toBe('Enter your given name as shown in your passport.')
  expect(form.focus()).toBe('correct-engSurname')
  expect(form.sent()).toEqual([])
  expect(isOpen(form)).toBe(true)
})

test.each([
  ['engSurname', 'other letters', '이', latin('surname', 'SMITH')],
  ['engNm', 'other letters', '미나', latin('given name', 'ANNA MARIA')],
  ['engNm', 'no letter', '-.', latin('given name', 'ANNA MARIA')],
  ['engSurname', '65 characters', 'L'.repeat(65), 'Use at most 64 characters.'],
  ['engNm', '65 characters', 'M'.repeat(65), 'Use at most 64 characters.'],
])('%s with %s is refused at its field, which has the focus, and not sent', async (name, _why, text, message) => {
  const form = await correcting()
  const id = `correct-${name}`
  form.fill(id, text)
  form.press('Save')
  await waitUntil(() => form.error(id) !== null, 'the message')
  expect(form.error(id)).toBe(message)
  expect(form.error(name === 'engNm' ? 'correct-engSurname' : 'correct-engNm')).toBeNull()
  expect(form.focus()).toBe(id)
  expect(form.value(id)).toBe(text)
  expect(form.sent()).toEqual([])
})

test.each([
  ['64 characters', 'L'.repeat(64), 'L'.repeat(64)],
  ['spaces around and a full-width keyboard', ' ＬＥＥ  Park ', 'LEE PARK'],
])('a surname with %s is sent as passports print it', async (_what, typed, sent) => {
  const form = await correcting()
  answerNext(form, UPDATE, '200', {})
  form.fill('correct-engSurname', typed)
  form.press('Save')
  await waitUntil(() => !isOpen(form), 'the end of the dialog')
  expect(form.sent()).toEqual(wanted(sent, 'Mina'))
})

test('a corrected name is sent once; the toast says so, and the member’s details and passes are fetched again', async () => {
  const form = await correcting()
  const renewed = { memberId: 'mina', email: USER.email, engNm: 'MINA', engSurname: 'LEE' }
  form.network.fault(/update-token/, async (_request, pass) => {
    const { data } = (await (await pass()).json()) as { data: object }
    return answer(200, '200', { ...data, userInfo: renewed })
  })
  answerNext(form, UPDATE, '200', renewed)
  form.fill('correct-engSurname', 'LEE')
  form.fill('correct-engNm', 'MINA')
  const before = form.network.receivedRequests.length
  form.press('Save')
  await waitUntil(() => form.toast() !== '', 'the toast')
  expect(form.toast()).toBe('Your name has been changed. Any unused passes show the new name too.')
  expect(isOpen(form)).toBe(false)
  expect(form.sent()).toEqual(wanted('LEE', 'MINA'))
  await waitUntil(() => {
    const session = form.tab.runtime.session.state.get()
    return 'user' in session && session.user.engSurname === 'LEE' && session.user.engNm === 'MINA'
  }, 'the new name in the session')
  expect((await dbOf(form.tab).read('myInfo'))?.data.engNm).toBe('MINA')
  const requestedPaths = form.network.receivedRequests.slice(before).map(({ path }) => path.split('?')[0])
  expect(requestedPaths).toEqual(expect.arrayContaining(['/mypage/myPage', '/mypage/myPass/list']))
})

test.each([
  ['E_UNAVAILABLE', 503, `The service is not available right now. ${LATER}`],
  ['E_INPUT', 422, 'Check what you entered.'],
])('after a refusal with %s, a banner says so, and the form keeps what was typed', async (code, http, sentence) => {
  const form = await correcting()
  answerNext(form, UPDATE, code, null, { http })
  answerNext(form, UPDATE, '200', {})
  form.fill('correct-engSurname', 'PARK')
  form.press('Save')
  await waitUntil(() => form.banners().length > 0, 'the refusal')
  expect(form.banners()).toEqual([sentence])
  expect(isOpen(form)).toBe(true)
  expect(form.toast()).toBe('')
  expect(form.value('correct-engSurname')).toBe('PARK')
  expect(form.value('correct-engNm')).toBe('Mina')
  await form.pressAgain('Save')
  await waitUntil(() => !isOpen(form), 'the end of the dialog')
  expect(form.sent()).toEqual([...wanted('PARK', 'Mina'), ...wanted('PARK', 'Mina')])
})

test('a second press while the first is under way sends nothing more', async () => {
  const form = await correcting()
  form.fill('correct-engSurname', 'PARK')
  expect(await pressedThrice(form, 'Save', UPDATE)).toEqual(wanted('PARK', 'Mina'))
})

test('without an answer the form says so and keeps what was typed; nothing is sent later', async () => {
  const form = await correcting()
  form.fill('correct-engSurname', 'PARK')
  form.network.down(true)
  form.press('Save')
  await waitUntil(() => form.banners().length > 0, 'the failure')
  expect(form.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  expect(form.value('correct-engSurname')).toBe('PARK')
  expect(isOpen(form)).toBe(true)
  const before = form.sent().length
  form.network.down(false)
  form.tab.fire('online')
  await waitUntil(() => form.tab.runtime.online.get(), 'the line')
  await waitForEarlierRequests(form.tab)
  expect(form.sent()).toHaveLength(before)
})

test('when the session has lapsed, a banner asks to sign in, and the form keeps what was typed', async () => {
  const form = await correcting()
  form.fill('correct-engSurname', 'PARK')
  form.peer.expire(true)
  form.press('Save')
  await waitUntil(() => form.banners().length > 0, 'the refusal')
  expect(form.banners()).toEqual(['Please sign in.'])
  expect(form.value('correct-engSurname')).toBe('PARK')
  expect(isOpen(form)).toBe(true)
})
