// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { startSocial } from '#data/social.ts'
import { currentDraft, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { answerNext, answersSession, openPage, type OpenedBrowser } from './formPage.tsx'
import { openWithPeer } from './setup.ts'

/** Social sign-in (spec 1.18): its buttons, the way back from a provider, failures, and the sign-up that follows. */

const START = /POST .*easy-login\/start/
const FINISH = /POST .*account\/easy-login$/
const JOIN = /POST .*easy-login\/join/
const PAGE = 'https://provider.example/authorize?state=st'
const BACK = '/login/snsSuccess#entranceSns=google&code=c0de&state='
const SNS_UID = '0193a1b2-0000-7000-8000-00000000000a'
const CERT_UID = '0193a1b2-0000-7000-8000-00000000000b'

const openWith = (providers: string[] = ['kakao', 'google']): OpenedBrowser => {
  const opened = openWithPeer()
  const list = providers.map((entranceSns) => ({ entranceSns }))
  opened.network.fault(/GET .*easy-login\/list/, async () => answer(200, '200', { list }), Infinity)
  opened.network.fault(/GET .*account\/code/, async () => answer(200, '200', { country: [] }), Infinity)
  return opened
}
const startedIn = async (opened: OpenedBrowser, returnTo?: string) => {
  const page = await openPage('/login', opened)
  answerNext(opened, START, '200', { url: PAGE, secret: 'secret' })
  await startSocial('google', { keep: true, returnTo })
  page.unmount()
  return { ...opened, tab: page.tab }
}
const GUEST = {
  joinYn: 'Y',
  snsUid: SNS_UID,
  email: 'mei@mail.example',
  certUid: CERT_UID,
  engNm: 'Mei',
  engSurname: '林',
}
let nth = 0
/** The address after a provider's page, each with a state of its own. */
const back = () => `${BACK}st${(nth += 1)}`

test('the sign-in screen has a button for each configured provider, and none without one', async () => {
  const page = await openPage('/login', openWith())
  await waitUntil(() => page.button('Continue with Google') !== undefined, 'the buttons')
  expect([...page.element.querySelectorAll('[data-social] button')].map(({ textContent }) => textContent)).toEqual([
    'Continue with Kakao',
    'Continue with Google',
  ])
  page.unmount()
  const bare = await openPage('/login', openWith([]))
  await waitUntil(() => bare.element.querySelector('[data-social]') === null, 'no buttons')
  expect(bare.button('Sign in')).toBeDefined()
})

test('a provider that cannot be opened is explained, and the buttons work again', async () => {
  const opened = openWith()
  const page = await openPage('/login', opened)
  await waitUntil(() => page.button('Continue with Google') !== undefined, 'the buttons')
  answerNext(opened, START, 'E_THROTTLED', null, { http: 429, retryAfter: 90 })
  page.press('Continue with Google')
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['Too many attempts. Try again in 1 min 30 s.'])
  expect(page.button('Continue with Kakao')?.disabled).toBe(false)
})

test('a page of another scheme is not opened', async () => {
  const opened = openWith()
  const page = await openPage('/login', opened)
  await waitUntil(() => page.button('Continue with Google') !== undefined, 'the buttons')
  answerNext(opened, START, '200', { url: 'javascript:alert(1)', secret: 'secret' })
  page.press('Continue with Google')
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['We could not sign you in with this account. Try again.'])
})

test('a member is signed in once and gets to the page that was wanted', async () => {
  const opened = await startedIn(openWith(), '/myPage/myPass')
  answersSession(opened, FINISH, { joinYn: 'N' })
  const page = await openPage(back(), opened)
  await waitUntil(() => page.address() === '/myPage/myPass', 'the page that was wanted')
  expect(page.sessionState()).toMatchObject({ state: 'member', memberId: 'mina' })
  expect(page.sent()).toEqual([
    ['POST /account/easy-login', { entranceSns: 'google', code: 'c0de', state: `st${nth}`, secret: 'secret' }],
  ])
})

test('without an answer the screen offers to send the same code again', async () => {
  const opened = await startedIn(openWith())
  opened.network.fault(FINISH, 'drop')
  answersSession(opened, FINISH, { joinYn: 'N' })
  const page = await openPage(back(), opened)
  await waitUntil(() => page.banners().length > 0, 'the failure')
  expect(page.banners()).toEqual(['No answer from the server. Check your connection and try again.'])
  page.press('Try again')
  await waitUntil(() => page.address() === '/home', 'the home screen')
  expect(page.sent()).toHaveLength(2)
})

test('a refused code leads to the failure screen, with ways on that keep the wanted page', async () => {
  const opened = await startedIn(openWith(), '/myPage')
  answerNext(opened, FINISH, 'E_SNS')
  const page = await openPage(back(), opened)
  await waitUntil(() => page.address() === '/login/snsFail?returnTo=%2FmyPage', 'the failure screen')
  await waitUntil(() => page.text().includes('You are not signed in'), 'the failure')
  expect(page.banners()).toEqual([
    'We could not sign you in with Google. Perhaps more than 10 minutes passed, or you continued in another tab or browser. Start again here.',
  ])
  expect(page.links('Sign in with email')).toEqual(['/login?returnTo=%2FmyPage'])
  expect(page.links('Sign up')).toEqual(['/join?returnTo=%2FmyPage'])
  expect(page.button('Continue with Google')).toBeDefined()
})

test('a code of a sign-in that another tab has begun is not sent', async () => {
  const page = await openPage(back(), openWith())
  await waitUntil(() => page.address() === '/login/snsFail', 'the failure screen')
  expect(page.sent()).toEqual([])
})

test('a cancelled sign-in says that nothing was shared, also after a reload', async () => {
  const opened = await startedIn(openWith(), '/myPage')
  const first = await openPage('/login/snsFail#entranceSns=google', opened)
  const sentence = 'Signing in with Google was cancelled. Nothing was shared with us.'
  expect(first.banners()).toEqual([sentence])
  expect(first.address()).toBe('/login/snsFail?returnTo=%2FmyPage')
  first.unmount()
  const page = await openPage('/login/snsFail', opened)
  expect(page.banners()).toEqual([sentence])
})

test.each(['/login/snsSuccess', '/login/snsFail', '/login/snsSuccess#entranceSns=myspace&code=c&state=s'])(
  '%s without an answer of a provider leads to the sign-in screen',
  async (address) => {
    const page = await openPage(address, openWith())
    expect(page.address()).toBe('/login')
  },
)

test.each([
  ['is configured', ['kakao'], 'Kakao will open and then bring you back here.', ['Continue with Kakao']],
  [
    'is not configured',
    ['google'],
    'Kakao is not available here at the moment. Sign in another way.',
    ['Continue with Google'],
  ],
])('/login/snsKakao where Kakao %s', async (_case, providers, sentence, buttons) => {
  const page = await openPage('/login/snsKakao', openWith(providers))
  const names = () => [...page.element.querySelectorAll('[data-social] button')].map(({ textContent }) => textContent)
  await waitUntil(() => page.text().includes(sentence) && names().length > 0, 'the list')
  expect(names()).toEqual(buttons)
  expect(page.links('Sign in with email')).toEqual(['/login'])
})

const arriveAsGuest = async (guest: object) => {
  const opened = await startedIn(openWith(), '/myPage')
  answerNext(opened, FINISH, '200', guest)
  const page = await openPage(back(), opened)
  await waitUntil(() => page.address() === '/join/terms?returnTo=%2FmyPage', 'the sign-up')
  await waitUntil(() => page.text().includes('This Google account is new to Harbor Pass'), 'the banner')
  return { page, opened }
}
const agree = (page: Awaited<ReturnType<typeof openPage>>) => {
  page.tick('join-terms')
  page.tick('join-privacy')
  page.press('Next')
}

test('a guest whose mailbox is proven signs up with name and consents alone', async () => {
  const { page, opened } = await arriveAsGuest(GUEST)
  expect(page.text()).not.toContain('Password')
  agree(page)
  await waitUntil(() => page.element.querySelector('#join-engNm') !== null, 'the name')
  // No passport prints the surname that the provider knows.
  expect([page.value('join-engSurname'), page.value('join-engNm')]).toEqual(['', 'MEI'])
  page.fill('join-engSurname', 'LIN')
  answersSession(opened, JOIN)
  page.press('Create account')
  await waitUntil(() => page.address().startsWith('/join/completion'), 'the welcome')
  expect(page.sent().at(-1)).toEqual([
    'POST /account/easy-login/join',
    {
      snsUid: SNS_UID,
      email: 'mei@mail.example',
      certUid: CERT_UID,
      engSurname: 'LIN',
      engNm: 'MEI',
      gender: 'none',
      termsYn: 'Y',
      privacyYn: 'Y',
      marketingYn: 'N',
      autoLgnYn: 'Y',
    },
  ])
  expect(page.sessionState()).toMatchObject({ state: 'member' })
})

test('a guest whose mailbox no provider proves enters a mailed code, and no password', async () => {
  const { page, opened } = await arriveAsGuest({ ...GUEST, certUid: null })
  agree(page)
  await waitUntil(() => page.element.querySelector('#join-email') !== null, 'the address')
  expect(page.value('join-email')).toBe('mei@mail.example')
  const now = page.tab.runtime.clock.now()
  answerNext(opened, /POST .*send-mail/, '200', { expiresAt: now + 300_000, resendAt: now + 60_000 })
  page.press('Send the code')
  await waitUntil(() => page.element.querySelector('#join-code') !== null, 'the code')
  answerNext(opened, /POST .*cert\/check/, '200', { certUid: CERT_UID, expiresAt: now + 1_800_000 })
  page.fill('join-code', '123456')
  page.press('Confirm')
  await waitUntil(() => page.element.querySelector('#join-engNm') !== null, 'the name')
  expect(page.element.querySelector('#join-password')).toBeNull()
})

test('a sign-up by a provider can become one by email, with a password and a code of its own', async () => {
  const { page } = await arriveAsGuest(GUEST)
  page.press('Sign up with email instead')
  expect(currentDraft()).toMatchObject({ social: null, proof: null })
  expect(page.text()).toContain('Password')
})

test('when the proof of the provider has expired, the form says so and leads back to the sign-in', async () => {
  const { page, opened } = await arriveAsGuest(GUEST)
  agree(page)
  await waitUntil(() => page.element.querySelector('#join-engNm') !== null, 'the name')
  page.fill('join-engSurname', 'LIN')
  answerNext(opened, JOIN, 'E_SNS')
  page.press('Create account')
  await waitUntil(() => page.banners().length > 0, 'the refusal')
  expect(page.banners()).toEqual([
    'Your sign-in with the other service has expired. Sign in with that service again.Start again',
  ])
  const restarted = [...page.element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Start again')
  flushSync(() => restarted?.click())
  await waitUntil(
    () => page.address() === '/login?returnTo=%2FmyPage' || page.address().startsWith('/login'),
    'sign-in',
  )
  expect(currentDraft().social).toBeNull()
})

test('“Sign up with email” leaves an earlier sign-up by a provider', async () => {
  patchDraft({ social: { entranceSns: 'google', snsUid: SNS_UID } })
  const { JoinScreen } = await import('#routes/join/-parts/joinScreen.tsx')
  const { mountScreen } = await import('../harness/screen.tsx')
  const screen = await mountScreen(<JoinScreen wanted={undefined} />)
  const link = [...screen.element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Sign up with email')
  flushSync(() => link?.click())
  await expect.poll(() => currentDraft().social).toBeNull()
})
