// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import type { MyInfo } from '#contract/calls/profile.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { ChangingInfoScreen } from '#routes/myPage/-parts/account/changingInfoScreen.tsx'
import { clearInfoDraft } from '#routes/myPage/-parts/account/infoDraft.ts'
import { MyInfoScreen } from '#routes/myPage/-parts/account/myInfoScreen.tsx'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { MY_INFO as INFO, PASS } from './fixtures.ts'
import { answerNext, GOOD_PASSWORD, openElement, pressedThrice } from './formPage.tsx'
import { dbOf, openSignedIn } from './setup.ts'

/** The member's details: what the screens show, what the form sends, and what it keeps (spec 2.64). */

const READ = /GET .*my-info$/
const UPDATE = /PATCH .*my-info\/update/
const CHANGE = /POST .*change-password/
const SAVED = 'Changes have been saved.'
const PHOTO = '0193a1b2-0000-7000-8000-00000000000c'
const country = [
  { code: 'KR', name: 'Korea', dial: '+82' },
  { code: 'TW', name: 'Taiwan', dial: '+886' },
]

beforeEach(() => clearInfoDraft())

const open = async (
  Screen: () => React.ReactNode,
  myInfo: MyInfo | null = INFO,
  opened: Awaited<ReturnType<typeof openSignedIn>> | null = null,
) => {
  const phone = opened ?? (await openSignedIn())
  phone.network.fault(/GET .*account\/code/, async () => answer(200, '200', { country }), Infinity)
  phone.network.fault(/GET .*passkey\/list/, async () => answer(200, '200', { list: [] }), Infinity)
  phone.network.fault(
    READ,
    async () => (myInfo ? answer(200, '200', myInfo) : answer(503, 'E_UNAVAILABLE')),
    myInfo ? Infinity : 1,
  )
  replaceRuntime(phone.tab.runtime)
  return { ...phone, ...(await openElement(<Screen />, phone)) }
}
const edit = async (myInfo: MyInfo = INFO, opened: Awaited<ReturnType<typeof openSignedIn>> | null = null) => {
  const form = await open(ChangingInfoScreen, myInfo, opened)
  await waitUntil(() => form.button('Save') !== undefined && form.text().includes('Taiwan (+886)'), 'the form')
  return form
}
const choose = (select: HTMLSelectElement, value: string) =>
  flushSync(() => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('the details are shown with their values, and lead to the form', async () => {
  const screen = await open(MyInfoScreen)
  await waitUntil(() => screen.text().includes('mina@example.com'), 'the details')
  const facts = [...screen.element.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  await waitUntil(() => screen.text().includes('Taiwan'), 'the country')
  expect(facts.slice(0, 4)).toEqual(['SurnameLEE', 'Given nameMINA', 'GenderFemale', 'Year of birth1990'])
  expect(screen.text()).toContain('News and offersNo')
  expect(screen.links('Edit details')).toEqual(['/myPage/changingInfo'])
  expect(screen.links('Delete account')).toEqual(['/myPage/secession'])
})

test('offline the details of this phone are shown, with their age', async () => {
  const first = await open(MyInfoScreen)
  await waitUntil(async () => (await dbOf(first.tab).read('myInfo')) !== undefined, 'the stored details')
  first.unmount()
  first.network.down(true)
  const screen = await open(MyInfoScreen, INFO, first)
  await waitUntil(() => screen.text().includes('mina@example.com'), 'the details')
  expect(screen.element.querySelector('[role=alert]')).toBeNull()
})

test('without any details the screen says why, and a second attempt shows them', async () => {
  const screen = await open(MyInfoScreen, null)
  await waitUntil(() => screen.text().includes('Could not load your details'), 'the failure')
  expect(screen.text()).toContain('The service is not available right now. Try again in a moment.')
  screen.network.fault(READ, async () => answer(200, '200', INFO))
  screen.press('Try again')
  await waitUntil(() => screen.text().includes('mina@example.com'), 'the details')
})

test('a lapsed session shows no details and asks to sign in', async () => {
  const phone = await openSignedIn()
  await phone.tab.runtime.session.lock()
  const screen = await open(ChangingInfoScreen, INFO, phone)
  await waitUntil(() => screen.text().includes('You were signed out. Sign in to continue.'), 'the request')
  expect(screen.button('Save')).toBeUndefined()
  expect(screen.links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2FchangingInfo'])
})

test('only what was changed is sent, in the formats of the contract', async () => {
  const form = await edit()
  const changed = { ...INFO, engNm: 'MINA JI', mobile: '+821012345678', ntnCd: 'KR', marketingYn: 'Y' as const }
  answerNext(form, UPDATE, '200', changed)
  form.fill('info-engNm', ' mina  ji ')
  choose(form.byId<HTMLSelectElement>('info-ntnCd'), 'KR')
  form.fill('info-mobile', '010-1234-5678')
  flushSync(() => form.element.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  form.press('Save')
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(form.sent()).toEqual([
    ['PATCH /mypage/my-info/update', { engNm: 'MINA JI', ntnCd: 'KR', mobile: '+821012345678', marketingYn: 'Y' }],
  ])
  expect(form.value('info-mobile')).toBe('+821012345678')
})

test('emptied fields are sent as null', async () => {
  const form = await edit()
  answerNext(form, UPDATE, '200', { ...INFO, mobile: null, ntnCd: null, birthYear: null })
  form.fill('info-mobile', '')
  choose(form.byId<HTMLSelectElement>('info-ntnCd'), '')
  choose(form.byId<HTMLSelectElement>('info-birthYear'), '')
  form.press('Save')
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(form.sent()).toEqual([['PATCH /mypage/my-info/update', { birthYear: null, ntnCd: null, mobile: null }]])
})

test('an empty name and a wrong number are refused at their fields and not sent', async () => {
  const form = await edit()
  form.fill('info-engNm', '')
  form.fill('info-mobile', '12')
  expect(await form.pressRefused('Save')).toEqual([
    '2 fields need your attention',
    'Enter your given name as shown in your passport.',
    'The phone number is not valid. Check the country code and the number.',
  ])
  expect(form.sent()).toEqual([])
})

test('a name of an earlier release that no passport prints stays while something else is changed', async () => {
  const form = await edit({ ...INFO, engSurname: '李' })
  answerNext(form, UPDATE, '200', INFO)
  choose(form.byId<HTMLSelectElement>('info-gender'), 'none')
  form.press('Save')
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(form.sent()).toEqual([['PATCH /mypage/my-info/update', { gender: 'none' }]])
})

test('what the server changed meanwhile is shown, and not sent back as it was', async () => {
  const phone = await openSignedIn()
  const stored = { ...INFO, engNm: 'OLD', mobile: '+886911111111', marketingYn: 'Y' as const }
  await dbOf(phone.tab).keep('myInfo', { data: stored, at: phone.clock.wall() })
  const answered = Promise.withResolvers<void>()
  const current = { ...INFO, engNm: 'NEW', photo: PHOTO }
  phone.network.fault(READ, () => answered.promise.then(() => answer(200, '200', current)))
  const form = await edit(current, phone)
  expect(form.value('info-engNm')).toBe('OLD')
  choose(form.byId<HTMLSelectElement>('info-gender'), 'male')
  answered.resolve()
  await waitUntil(() => form.button('Remove photo') !== undefined, 'the answer')
  answerNext(form, UPDATE, '200', { ...current, gender: 'male' })
  form.press('Save')
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(form.sent()).toEqual([['PATCH /mypage/my-info/update', { gender: 'male' }]])
  expect(['info-engNm', 'info-mobile', 'info-gender'].map(form.value)).toEqual(['NEW', INFO.mobile, 'male'])
  expect(form.element.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(false)
})

test('a draft brings back what was typed, and nothing that the server has changed since', async () => {
  const form = await edit({ ...INFO, marketingYn: 'Y' })
  form.fill('info-engNm', 'JINA')
  form.unmount()
  const changed = { ...INFO, mobile: '+886987654321' }
  const later = await edit(changed, await openSignedIn())
  expect(['info-engNm', 'info-mobile'].map(later.value)).toEqual(['JINA', changed.mobile])
  answerNext(later, UPDATE, '200', { ...changed, engNm: 'JINA' })
  later.press('Save')
  await waitUntil(() => later.toast() === SAVED, 'the toast')
  expect(later.sent()).toEqual([['PATCH /mypage/my-info/update', { engNm: 'JINA' }]])
})

test('what is typed while a save is under way stays, also as a draft', async () => {
  const form = await edit()
  const answered = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const saved = { ...INFO, engNm: 'JINA' }
  form.network.fault(UPDATE, () => {
    arrived.resolve()
    return answered.promise.then(() => answer(200, '200', saved))
  })
  form.fill('info-engNm', 'jina')
  form.press('Save')
  await arrived.promise
  form.fill('info-mobile', '0987 654 321')
  answered.resolve()
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(['info-engNm', 'info-mobile'].map(form.value)).toEqual(['JINA', '0987 654 321'])
  form.unmount()
  expect((await edit(saved, await openSignedIn())).value('info-mobile')).toBe('0987 654 321')
})

test.each([
  ['E_PHONE', 'info-mobile', 'The phone number is not valid. Check the country code and the number.'],
  ['E_AGE', 'info-birthYear', 'Members must be at least 14 years old. Check the year of birth.'],
])('a refusal with %s is shown at %s', async (code, id, sentence) => {
  const form = await edit()
  answerNext(form, UPDATE, code)
  choose(form.byId<HTMLSelectElement>('info-gender'), 'male')
  form.press('Save')
  await waitUntil(() => form.error(id) !== null, 'the message')
  expect(form.error(id)).toBe(sentence)
  expect(form.banners()).toEqual([])
})

test('what was typed survives a session that lapses and a reload, and is gone once saved', async () => {
  const form = await edit()
  form.fill('info-engNm', 'JINA')
  form.peer.expire(true)
  form.network.fault(UPDATE, async () => answer(400, 'E_TOKEN'), Infinity)
  form.press('Save')
  await waitUntil(() => form.text().includes('Please sign in.') || form.text().includes('You were signed out.'), 'why')
  form.unmount()
  const phone = await openSignedIn()
  const back = await edit(INFO, phone)
  expect(back.value('info-engNm')).toBe('JINA')
  answerNext(back, UPDATE, '200', { ...INFO, engNm: 'JINA' })
  back.press('Save')
  await waitUntil(() => back.toast() === SAVED, 'the toast')
  back.unmount()
  const restarted = await edit({ ...INFO, engNm: 'SORA' }, await openSignedIn())
  expect(restarted.value('info-engNm')).toBe('SORA')
})

test('while a pass is in use the name cannot be changed, and the screen says why', async () => {
  const phone = await openSignedIn()
  const activated = { ...PASS, state: 'in_use' as const, activatedAt: phone.clock.wall() }
  await dbOf(phone.tab).passes.put({ passUid: PASS.passUid, position: 0, pass: activated })
  const form = await edit(INFO, phone)
  await waitUntil(() => form.text().includes('You cannot change your name while a pass that you have used'), 'why')
  expect(form.byId('info-engNm').matches(':disabled')).toBe(true)
  expect(form.byId('info-mobile').matches(':disabled')).toBe(false)
})

test('a second press while the first is under way sends nothing more', async () => {
  const form = await edit()
  form.fill('info-engNm', 'JINA')
  expect(await pressedThrice(form, 'Save', UPDATE)).toEqual([['PATCH /mypage/my-info/update', { engNm: 'JINA' }]])
})

test('offline nothing can be saved, the screen says so, and what is typed stays', async () => {
  const form = await edit()
  form.fill('info-engNm', 'JINA')
  form.network.down(true)
  await form.tab.runtime.online.probe()
  await waitUntil(() => form.button('Save')?.disabled === true, 'the state of the line')
  expect(form.text()).toContain('You are offline. You need a connection to save changes.')
  expect(form.button('Change password')?.disabled).toBe(true)
  expect(form.value('info-engNm')).toBe('JINA')
})

const fillPasswords = (form: Awaited<ReturnType<typeof edit>>, current = 'old-Password-1!') => {
  form.fill('info-current', current)
  form.fill('info-password', GOOD_PASSWORD)
  form.fill('info-confirm', GOOD_PASSWORD)
}
const PASSWORD_BODY = { currentPassword: 'old-Password-1!', password: GOOD_PASSWORD }

test('the password is changed with the current one, and the fields are emptied', async () => {
  const form = await edit()
  // The request names this phone, so that its passes stay on it.
  await waitUntil(async () => (await dbOf(form.tab).read('device')) !== undefined, 'the registration')
  answerNext(form, CHANGE, '200')
  fillPasswords(form)
  form.press('Change password')
  await waitUntil(() => form.toast() === 'Your password has been changed.', 'the toast')
  const [, body] = form.network.sentRequests
    .filter(({ path }) => path === '/mypage/change-password')
    .map(({ method, body: sent }) => [method, JSON.parse(sent) as object])[0] ?? ['', {}]
  expect(body).toEqual({ ...PASSWORD_BODY, deviceUid: 'device-of-mina' })
  expect(['info-current', 'info-password', 'info-confirm'].map(form.value)).toEqual(['', '', ''])
})

test.each([
  ['E_PASSWORD_CURRENT', 'info-current', 'The existing password is not correct. Enter your current password.'],
  ['E_PASSWORD_WEAK', 'info-password', 'This password is easy to guess. Make it longer or less common.'],
])('a refusal with %s is shown at %s and keeps what was typed', async (code, id, sentence) => {
  const form = await edit()
  answerNext(form, CHANGE, code)
  fillPasswords(form)
  form.press('Change password')
  await waitUntil(() => form.error(id) !== null, 'the message')
  expect(form.error(id)).toBe(sentence)
  expect(form.value('info-password')).toBe(GOOD_PASSWORD)
})

test('a member without a password is shown the way to a first one', async () => {
  const form = await edit({ ...INFO, passwordYn: 'N' })
  expect(form.element.querySelector('#info-current')).toBeNull()
  expect(form.links('Get your first password by email')).toEqual(['/login/findPw01'])
})

test('a picture is uploaded, and the upload becomes the photo', async () => {
  const form = await edit()
  answerNext(form, /POST \/file/, '200', { fileUid: PHOTO })
  answerNext(form, UPDATE, '200', { ...INFO, photo: PHOTO })
  const input = form.element.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input, 'files', { value: [new File([new Uint8Array(12)], 'me.png', { type: 'image/png' })] })
  flushSync(() => input?.dispatchEvent(new Event('change', { bubbles: true })))
  await waitUntil(() => form.toast() === SAVED, 'the toast')
  expect(form.sent()).toEqual([['PATCH /mypage/my-info/update', { photo: PHOTO }]])
  expect(form.button('Remove photo')).toBeDefined()
})

test('a picture that the server refuses is explained', async () => {
  const form = await edit()
  answerNext(form, /POST \/file/, 'E_FILE_TYPE')
  const input = form.element.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input, 'files', { value: [new File(['text'], 'me.txt')] })
  flushSync(() => input?.dispatchEvent(new Event('change', { bubbles: true })))
  await waitUntil(() => form.banners().length > 0, 'the refusal')
  expect(form.banners()).toEqual(['Choose a photo in PNG, JPEG or WebP format.'])
})
