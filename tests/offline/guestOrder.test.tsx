// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Product } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { buyersOnly } from '#routes/-shared/membersOnly.ts'
import { keepPassword, patchDraft } from '#routes/join/-parts/joinDraft.ts'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openPage } from './formPage.tsx'
import { openWithPeer, person } from './setup.ts'

/** A guest’s order on the way through sign-up and sign-in: it is visible at each step and leads to the payment. */

const BIG3: Product = {
  gdsUid: 'pass-big3-mobile',
  gdsDtlUid: 'pass-big3-mobile-std',
  passType: 'Big3',
  medium: 'mobile',
  name: 'Big3 Mobile Pass',
  summary: '',
  mediumNote: '',
  windowHours: 120,
  windowText: '',
  allowance: { A: 1, B: 2 },
  price: 50_000,
  discounted: 45_000,
  saleYn: 'Y',
  soldOutYn: 'N',
  places: { A: 12, B: 27 },
}
const PAYMENT = '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=2&promoCode=HARBOR10'
const withOrder = (path: string) => `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(PAYMENT)}`

const opening = async (path: string) => {
  const opened = openWithPeer()
  const catalogue = { version: 'two', products: [BIG3], attractions: [] }
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  return openPage(path, opened)
}
const SENT = { email: 'mina@example.com', expiresAt: START + 300_000, resendAt: START, tries: 5 }
const PROOF = {
  email: 'mina@example.com',
  certUid: '0193a1b2-0000-7000-8000-000000000009',
  expiresAt: START + 1_800_000,
}

/** Steps of sign-up, each with what the steps before it have left. */
const STEPS = {
  terms: ['/join/terms', () => undefined],
  email: ['/join/auth', () => patchDraft({ agreed: { marketing: false } })],
  code: ['/join/auth', () => patchDraft({ agreed: { marketing: false }, sent: SENT })],
  password: ['/join/auth', () => patchDraft({ agreed: { marketing: false }, proof: PROOF })],
  name: [
    '/join/auth?step=name',
    () => {
      patchDraft({ agreed: { marketing: false }, proof: PROOF })
      keepPassword('Kz7!qWvx-lighthouse')
    },
  ],
  completion: ['/join/completion', () => patchDraft({ done: true })],
} as const

test.each(Object.keys(STEPS) as (keyof typeof STEPS)[])('the step %s shows passes, price and code', async (step) => {
  const [path, prepare] = STEPS[step]
  prepare()
  const page = await opening(withOrder(path))
  const ticket = () => page.element.querySelector('[data-product="Big3"]')?.textContent ?? ''
  await waitUntil(() => ticket() !== '', 'the ticket')
  for (const text of [
    'Big3 Mobile Pass',
    '2 × 120-hour pass',
    '₩90,000',
    'Code HARBOR10: we will check it before you pay',
  ])
    expect(ticket()).toContain(text)
  expect(page.text().includes('Already a member?')).toBe(step === 'terms')
  expect(page.address()).toContain(`returnTo=${encodeURIComponent(PAYMENT)}`)
})

test('a step of the sign-up without an order shows no ticket and no link to sign in', async () => {
  const page = await opening('/join/terms')
  expect(page.text()).not.toContain('Already a member?')
  expect(page.element.querySelector('[data-product]')).toBeNull()
})

test('the sign-in shows the order, and its link leads past the introduction of sign-up', async () => {
  const page = await opening(withOrder('/login'))
  await waitUntil(() => page.text().includes('2 × 120-hour pass'), 'the ticket')
  expect(page.links('Sign up')[0]).toMatch(/^\/join\/terms\?returnTo=/)
})

test('the welcome of a guest with an order has one filled button, which names the order and leads to its payment', async () => {
  patchDraft({ done: true })
  const page = await opening(withOrder('/join/completion'))
  const name = 'Continue to payment: 2 × Big3, ₩90,000'
  await waitUntil(() => page.button(name) !== undefined, 'the button')
  page.press(name)
  await waitUntil(() => page.address() === PAYMENT, 'the payment')
})

test('the welcome of a guest who opened a gift leads to the gift, and offers nothing to buy', async () => {
  patchDraft({ done: true })
  const page = await opening('/join/completion?returnTo=%2Fgift')
  await waitUntil(() => page.button('Open the gift') !== undefined, 'the button')
  expect(page.text()).toContain('Your gift is waiting')
  expect(page.text()).not.toContain('buy a pass')
  page.press('Open the gift')
  await waitUntil(() => page.address() === '/gift', 'the gift')
})

test.each([
  ['a new guest to the sign-up', 'guest', '/join/terms'],
  ['a member who has signed out and is remembered to the sign-in', 'remembered', '/login'],
  ['a locked session to the sign-in', 'locked', '/login'],
] as const)('the payment sends %s, with the order', async (_who, who, to) => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  if (who === 'remembered') tab.runtime.platform.local?.setItem('hp-remembered-id', 'mina@example.com')
  if (who === 'locked') {
    await person(tab).signIn('mina')
    peer.expire(true)
    await tab.runtime.pulls.pull('passes', true)
    await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the locked session')
  }
  replaceRuntime(tab.runtime)
  const refusal = await buyersOnly({ location: { href: PAYMENT } }).catch((thrown: unknown) => thrown)
  expect(refusal).toMatchObject({ options: { to, search: { returnTo: PAYMENT } } })
})

test('a signed-in member pays without a detour', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  replaceRuntime(tab.runtime)
  expect(await buyersOnly({ location: { href: PAYMENT } })).toBeUndefined()
})
