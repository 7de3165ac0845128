// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { rememberedId } from '#data/session.ts'
import { replaceRuntime } from '#data/runtime.ts'
import type { WithdrawalInfo } from '#data/withdrawal.ts'
import { SecessionScreen } from '#routes/myPage/-parts/account/secessionScreen.tsx'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { answerNext, openElement } from './formPage.tsx'
import { dbOf, openSignedIn } from './setup.ts'

/** Deleting the account (spec 2.65, 5.15): what is lost, what blocks it, the proof, and what stays on the phone. */

const READ = /GET .*sign-out\/info/
const DELETE = /PATCH .*sign-out$/
const NOTHING: WithdrawalInfo = {
  passes: [],
  reservations: [],
  coupons: 0,
  points: 0,
  blocks: [],
  proof: 'password',
}
const LOSSES: WithdrawalInfo = {
  ...NOTHING,
  passes: [
    {
      passUid: PASS.passUid,
      passType: 'Big3',
      name: 'For mum',
      state: 'unused',
      validUntil: Date.UTC(2031, 10, 24),
      expiresAt: null,
    },
  ],
  coupons: 2,
  points: 1_500,
}
const DELETED = 'Account deleted. Thank you for travelling with us.'

const open = async (withdrawal: WithdrawalInfo | null = NOTHING) => {
  const phone = await openSignedIn()
  if (withdrawal) phone.network.fault(READ, async () => answer(200, '200', withdrawal), Infinity)
  else phone.network.fault(READ, async () => answer(503, 'E_UNAVAILABLE'))
  phone.browser.local.setItem('hp-remembered-id', 'mina@example.com')
  replaceRuntime(phone.tab.runtime)
  const screen = await openElement(<SecessionScreen />, phone)
  await waitUntil(() => screen.element.querySelector('section, [role=alert]') !== null, 'the answer')
  return { ...screen, ...phone }
}
const isOpen = ({ element }: { element: HTMLElement }) => element.querySelector('dialog[open]') !== null
/** Agrees, types the password, and confirms the deletion. */
const confirmDeletion = async (screen: Awaited<ReturnType<typeof openElement>>) => {
  screen.tick('leave-agree')
  screen.fill('leave-password', 'right')
  screen.press('Delete my account')
  await waitUntil(() => isOpen(screen), 'the confirmation')
  screen.press('Delete for good')
}

test('each loss is named, and takes a consent of its own', async () => {
  const screen = await open(LOSSES)
  for (const text of ['For mum', '2 coupons that you can still use', '1,500 points'])
    expect(screen.text()).toContain(text)
  screen.tick('leave-agree')
  screen.fill('leave-password', 'right')
  expect(await screen.pressRefused('Delete my account')).toEqual([
    'To continue, accept that you will lose what is listed.',
  ])
  expect(screen.sent()).toEqual([])
})

test('without consent and password nothing is sent, and both are named', async () => {
  const screen = await open()
  screen.press('Delete my account')
  await waitUntil(() => screen.summary() !== null, 'the summary')
  expect(screen.summary()).toEqual([
    '2 fields need your attention',
    'Agree to the account deletion terms to continue.',
    'Enter your password.',
  ])
  expect(isOpen(screen)).toBe(false)
  expect(screen.sent()).toEqual([])
})

test.each([
  ['E_WITHDRAW_GIFT', 'A gift is still waiting for an answer. Accept, decline or cancel it first.', 'Gifts'],
  [
    'E_WITHDRAW_REFUND',
    'A refund is still being processed. You can delete your account once it has been completed or denied.',
    'Purchase History',
  ],
  ['E_WITHDRAW_PAYMENT', 'A payment is still being processed. Try again in half an hour.', null],
] as const)('%s blocks the deletion with the reason and the way to end it', async (block, sentence, way) => {
  const screen = await open({ ...NOTHING, blocks: [block] })
  expect(screen.text()).toContain('You cannot delete your account yet')
  expect(screen.text()).toContain(sentence)
  expect(screen.button('Delete my account')).toBeUndefined()
  if (way) expect(screen.links(way)).toHaveLength(1)
})

const fillIn = (screen: Awaited<ReturnType<typeof open>>) => {
  screen.tick('leave-agree')
  screen.tick('leave-lose')
  screen.fill('leave-password', 'right')
  screen.press('Delete my account')
}

test('after the confirmation the account and everything on this phone are deleted, and home says goodbye', async () => {
  const screen = await open(LOSSES)
  const db = dbOf(screen.tab)
  await db.passes.put({ passUid: PASS.passUid, position: 0, pass: PASS })
  sessionStorage.setItem('harbor-pass:join', '{}')
  answerNext(screen, DELETE, '200', { erasedBy: 0 })
  fillIn(screen)
  await waitUntil(() => isOpen(screen), 'the confirmation')
  expect(screen.sent()).toEqual([])
  screen.press('Delete for good')
  await waitUntil(() => screen.toast() === DELETED, 'the goodbye')
  expect(screen.sent()).toEqual([['PATCH /mypage/sign-out', { agreeYn: 'Y', password: 'right', loseYn: 'Y' }]])
  expect(screen.address()).toBe('/home')
  expect(screen.tab.runtime.session.state.get().state).toBe('anonymous')
  expect(rememberedId()).toBe('')
  expect(sessionStorage.getItem('harbor-pass:join')).toBeNull()
  const { MemberDb } = await import('#db/member.ts')
  const restarted = new MemberDb(db.name, screen.tab.runtime.platform.idb ?? (undefined as never))
  expect(await restarted.passes.count()).toBe(0)
  restarted.close()
})

test('a wrong password is shown at its field, and nothing is deleted', async () => {
  const screen = await open(LOSSES)
  answerNext(screen, DELETE, 'E_PASSWORD_MISMATCH')
  fillIn(screen)
  await waitUntil(() => isOpen(screen), 'the confirmation')
  screen.press('Delete for good')
  await waitUntil(() => screen.error('leave-password') !== null, 'the message')
  expect(screen.error('leave-password')).toBe('The password is not correct. Check it and try again.')
  await waitUntil(() => !isOpen(screen), 'the end of the dialog')
  expect(screen.tab.runtime.session.state.get().state).toBe('member')
})

test('“Not now” in the confirmation sends nothing', async () => {
  const screen = await open(LOSSES)
  fillIn(screen)
  await waitUntil(() => isOpen(screen), 'the confirmation')
  screen.press('Not now')
  await waitUntil(() => !isOpen(screen), 'the end of the dialog')
  expect(screen.sent()).toEqual([])
})

test('a gift that was sent meanwhile is refused with its reason, and the screen then shows the block', async () => {
  const phone = await openSignedIn()
  phone.network.fault(READ, async () => answer(200, '200', NOTHING))
  phone.network.fault(READ, async () => answer(200, '200', { ...NOTHING, blocks: ['E_WITHDRAW_GIFT'] }))
  replaceRuntime(phone.tab.runtime)
  const screen = await openElement(<SecessionScreen />, phone)
  await waitUntil(() => screen.button('Delete my account') !== undefined, 'the form')
  answerNext(phone, DELETE, 'E_WITHDRAW_GIFT')
  await confirmDeletion(screen)
  await waitUntil(() => screen.text().includes('You cannot delete your account yet'), 'the block')
})

test('a member without a password deletes the account by a mailed code', async () => {
  const screen = await open({ ...NOTHING, proof: 'code' })
  expect(screen.button('Delete my account')).toBeUndefined()
  const now = screen.tab.runtime.clock.now()
  answerNext(screen, /POST .*sign-out\/code/, '200', { expiresAt: now + 300_000, resendAt: now + 60_000 })
  screen.press('Send the code')
  await waitUntil(() => screen.element.querySelector('#leave-code') !== null, 'the code')
  await waitUntil(() => screen.toast() === 'Confirmation code sent', 'the toast')
  answerNext(screen, DELETE, '200', { erasedBy: 0 })
  screen.tick('leave-agree')
  screen.fill('leave-code', '123456')
  screen.press('Delete my account')
  await waitUntil(() => isOpen(screen), 'the confirmation')
  screen.press('Delete for good')
  await waitUntil(() => screen.toast() === DELETED, 'the goodbye')
  expect(screen.sent().at(-1)).toEqual(['PATCH /mypage/sign-out', { agreeYn: 'Y', code: '123456' }])
})

const MAIL = /POST .*sign-out\/code/

test('“Send the code” sends one request however often it is pressed, and the focus goes on to the field of the code', async () => {
  const screen = await open({ ...NOTHING, proof: 'code' })
  const line = Promise.withResolvers<void>()
  const now = screen.tab.runtime.clock.now()
  screen.network.fault(MAIL, async () => {
    await line.promise
    return answer(200, '200', { expiresAt: now + 300_000, resendAt: now + 60_000 })
  })
  screen.network.fault(MAIL, async () => answer(200, 'E_CERT_WAIT', null, { 'retry-after': '60' }), Infinity)
  const requests = () => screen.network.sentRequests.filter(({ method, path }) => MAIL.test(`${method} ${path}`))
  screen.button('Send the code')?.focus()
  screen.press('Send the code')
  await waitUntil(() => requests().length > 0, 'the request')
  expect(screen.button('Send the code')?.getAttribute('aria-busy')).toBe('true')
  screen.press('Send the code')
  line.resolve()
  await waitUntil(() => screen.focus() === 'leave-code', 'the focus on the code')
  expect(requests()).toHaveLength(1)
  expect(screen.banners()).toEqual([])
})

test('a code that was mailed before the page was opened again can be entered', async () => {
  const screen = await open({ ...NOTHING, proof: 'code' })
  answerNext(screen, MAIL, 'E_CERT_WAIT', null, { retryAfter: 30 })
  screen.press('Send the code')
  await waitUntil(() => screen.element.querySelector('#leave-code') !== null, 'the code')
  expect(screen.banners()).toEqual([])
  expect(screen.text()).toContain('Send a new code in')
  answerNext(screen, DELETE, '200', { erasedBy: 0 })
  screen.tick('leave-agree')
  screen.fill('leave-code', '123456')
  screen.press('Delete my account')
  await waitUntil(() => isOpen(screen), 'the confirmation')
  screen.press('Delete for good')
  await waitUntil(() => screen.toast() === DELETED, 'the goodbye')
})

test('an outdated screen that cannot be loaded again keeps what was typed, and says why', async () => {
  const phone = await openSignedIn()
  phone.network.fault(READ, async () => answer(200, '200', NOTHING))
  phone.network.fault(READ, async () => answer(503, 'E_UNAVAILABLE'))
  phone.network.fault(READ, async () => answer(200, '200', { ...NOTHING, coupons: 3 }))
  replaceRuntime(phone.tab.runtime)
  const screen = await openElement(<SecessionScreen />, phone)
  await waitUntil(() => screen.button('Delete my account') !== undefined, 'the form')
  answerNext(phone, DELETE, 'E_WITHDRAW_LOSS')
  await confirmDeletion(screen)
  await waitUntil(() => screen.text().includes('The service is not available right now.'), 'the failure')
  expect(screen.value('leave-password')).toBe('right')
  expect(screen.byId('leave-agree').checked).toBe(true)
  screen.press('Try again')
  await waitUntil(() => screen.text().includes('3 coupons that you can still use'), 'the losses of now')
  expect(screen.text()).not.toContain('The service is not available right now.')
  expect(screen.value('leave-password')).toBe('right')
})

test('without an answer the screen says why, and a second attempt shows the form', async () => {
  const screen = await open(null)
  expect(screen.text()).toContain('The service is not available right now.')
  screen.network.fault(READ, async () => answer(200, '200', NOTHING))
  flushSync(() => screen.press('Try again'))
  await waitUntil(() => screen.button('Delete my account') !== undefined, 'the form')
})

test('a screen that was opened without a connection is loaded when the connection returns', async () => {
  const phone = await openSignedIn()
  phone.network.fault(READ, async () => answer(200, '200', NOTHING), Infinity)
  phone.network.down(true)
  await phone.tab.runtime.online.probe()
  replaceRuntime(phone.tab.runtime)
  const screen = await openElement(<SecessionScreen />, phone)
  await waitUntil(() => screen.element.querySelector('[role=alert]') !== null, 'the failure')
  expect(screen.button('Delete my account')).toBeUndefined()
  phone.network.down(false)
  await phone.tab.runtime.online.probe()
  await waitUntil(() => screen.button('Delete my account') !== undefined, 'the form')
})

test('offline the account cannot be deleted, and the screen says so', async () => {
  const screen = await open()
  screen.network.down(true)
  await screen.tab.runtime.online.probe()
  await waitUntil(() => screen.button('Delete my account')?.disabled === true, 'the state of the line')
  expect(screen.text()).toContain('You are offline. You need a connection to delete your account.')
})
