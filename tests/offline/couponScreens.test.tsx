// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Coupon, Issue } from '#contract/calls/coupon.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { DAY_MS } from '#contract/time.ts'
import { bodiesOf, errorOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { COUPON } from './fixtures.ts'
import { dbOf, openWithPeer, person } from './setup.ts'

/** The member's coupons, coupons to take, coupon numbers, and the points. */

beforeEach(() => vi.resetModules())

const MINE = /GET .*mypage\/myCoupon/
const ISSUES = /GET .*mypage\/coupon\?/
const TAKE = /POST .*mypage\/coupon\/insert/
const PAPER = /POST .*paperCoupon\/insert/
const POINTS = /GET .*mypage\/point\/list/
const NUMBER = 'Coupon number'

const ISSUE: Issue = {
  couponPblcnUid: 'harbor-5000',
  name: '5,000 won off',
  kind: 'amount',
  value: 5_000,
  maxDiscount: null,
  minAmount: 0,
  target: null,
  gdsTycd: null,
  gdsDtlUid: null,
  endsAt: null,
  validDays: 30,
  expiresAt: null,
  takenYn: 'N',
  soldOutYn: 'N',
}
const NO_POINTS = { list: [], pageNum: 1, pageSize: 50, total: 0, balance: 0, pending: 0, earnPercent: 0, spendYn: 'N' }
const page = <T,>(list: T[]) => answer(200, '200', { list, pageNum: 1, pageSize: 50, total: list.length })

type Answer = (request: Request) => Promise<Response>
const open = async ({
  usable = [] as Coupon[],
  ended = [] as Coupon[],
  points = {},
  answers = [] as [RegExp, Answer][],
} = {}) => {
  const opened = openWithPeer()
  for (const [path, answerOf] of answers) opened.network.fault(path, answerOf, Infinity)
  const mine = { usable, issues: [ISSUE] }
  opened.network.fault(MINE, async ({ url }) => page(url.includes('psTycd=usable') ? mine.usable : ended), Infinity)
  opened.network.fault(ISSUES, async () => page(mine.issues), Infinity)
  opened.network.fault(POINTS, async () => answer(200, '200', { ...NO_POINTS, ...points }), Infinity)
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitUntil(async () => (await dbOf(tab).stamps.get('coupons')) !== undefined, 'the coupons')
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  const { CouponScreen } = await import('#routes/myPage/-parts/coupon/couponScreen.tsx')
  const { PointsScreen } = await import('#routes/myPage/-parts/coupon/pointsScreen.tsx')
  const { MyPageScreen } = await import('#routes/myPage/-parts/myPageScreen.tsx')
  const { useVisibleToast } = await import('#ui/useToast.ts')
  const Toast = () => <output>{useVisibleToast()?.text}</output>
  return {
    ...opened,
    tab,
    mine,
    show: (tabName: 'usable' | 'used' = 'usable') =>
      mountScreen(
        <>
          <CouponScreen tab={tabName} onTab={() => undefined} />
          <Toast />
        </>,
      ),
    showPoints: () => mountScreen(<PointsScreen />),
    showMyPage: () =>
      mountScreen(
        <>
          <MyPageScreen />
          <PointsScreen />
        </>,
      ),
  }
}

test('a usable coupon shows value, conditions and its last day with the days left, or that it has no deadline', async () => {
  const { show, clock } = await open({
    usable: [
      { ...COUPON, couponUid: 'a', expiresAt: null },
      { ...COUPON, couponUid: 'b', kind: 'amount', value: 5_000, expiresAt: Date.UTC(2099, 0, 1, 15) },
    ],
  })
  clock.set(Date.UTC(2098, 11, 30, 3))
  const { text, element } = await show()
  await waitUntil(() => element.querySelectorAll('[data-coupon]').length === 2, 'both coupons')
  const [first, second] = [...element.querySelectorAll('[data-coupon]')].map(({ textContent }) => textContent)
  // The first to expire comes first.
  expect(first).toContain('₩5,000')
  expect(first).toContain('Until 1 January 2099 (D-2)')
  expect(second).toContain('10%')
  expect(second).toContain('No deadline')
  expect(second).toContain('Passes only · Orders of ₩40,000 or more · Up to ₩10,000 off')
  expect(text()).not.toContain('No coupons to use')
})

test.each([
  [{ target: null }, 'Passes and reservations'],
  [{ target: 'reserve' as const, gdsTycd: GOODS_TYPE.voucher }, 'Vouchers only'],
  // The catalogue names no option of goods.
  [{ target: 'reserve' as const, gdsTycd: GOODS_TYPE.hotel, gdsDtlUid: 'hotel-1-twin' }, 'Selected products only'],
])('a coupon for %j says “%s”, and its number', async (terms, condition) => {
  const { show } = await open({ usable: [{ ...COUPON, minAmount: 0, maxDiscount: null, ...terms }] })
  const { element } = await show()
  await waitUntil(() => element.querySelector('[data-coupon]') !== null, 'the coupon')
  const lines = [...element.querySelectorAll('[data-coupon] p')].map(({ textContent }) => textContent)
  expect(lines.slice(0, 2)).toEqual([condition, 'Coupon number 2345 6789'])
})

test('used and expired coupons are in their tab, and a used one leads to its purchase', async () => {
  const used: Coupon = {
    ...COUPON,
    couponUid: 'u',
    state: 'used',
    usedAt: Date.UTC(2026, 10, 21, 3),
    ordUid: 'order-1',
  }
  const expired: Coupon = { ...COUPON, couponUid: 'e', state: 'expired', expiresAt: Date.UTC(2026, 10, 20, 15) }
  const { show } = await open({ ended: [expired, used] })
  const { element, links } = await show('used')
  await waitUntil(() => element.querySelectorAll('[data-coupon]').length === 2, 'both coupons')
  expect([...element.querySelectorAll('[data-coupon]')].map((row) => row.getAttribute('data-coupon'))).toEqual([
    'used',
    'expired',
  ])
  expect(links('Purchase details')).toEqual(['/myPage/purchase_detail?ord=order-1'])
})

test('a coupon that expires on a phone without a network leaves the usable ones', async () => {
  const { show, network, tab, clock } = await open({ usable: [{ ...COUPON, expiresAt: Date.UTC(2099, 0, 1, 15) }] })
  network.down(true)
  await tab.runtime.online.probe()
  const before = await show()
  await waitUntil(() => before.text().includes('10% off a pass'))
  expect(before.button('Register')?.disabled).toBe(true)
  expect(before.text()).toContain('You need a connection to register a coupon.')
  clock.set(Date.UTC(2099, 0, 1, 15))
  flushSync(() => tab.fire('visible'))
  await waitUntil(() => before.text().includes('No coupons to use'))
})

test('both tabs have a sentence of their own while they are empty', async () => {
  const { show } = await open()
  const usable = await show()
  await waitUntil(() => usable.text().includes('No coupons to use'))
  usable.unmount()
  const { text } = await show('used')
  await waitUntil(() => text().includes('No coupon used'))
})

test('a coupon is taken by one press, is announced, and is then among the own ones', async () => {
  const { show, network, mine } = await open()
  network.fault(TAKE, async () => {
    mine.usable = [{ ...COUPON, name: ISSUE.name }]
    mine.issues = []
    return answer(200, '200', COUPON)
  })
  const { element, press, text, button } = await show()
  await waitUntil(() => button('Claim the coupon: 5,000 won off') !== undefined, 'the issue')
  press('Claim the coupon: 5,000 won off')
  await waitUntil(() => element.querySelectorAll('[data-coupon=usable]').length === 1, 'the coupon')
  await waitUntil(() => !text().includes('Coupons to claim'))
  expect(bodiesOf(network, TAKE)).toEqual([{ couponPblcnUid: 'harbor-5000' }])
  expect(element.querySelector('output')?.textContent).toBe('Coupon registered')
})

test('a coupon that can be claimed is offered from every page of the list', async () => {
  const claimed = Array.from({ length: 50 }, (_, nth) => ({ ...ISSUE, couponPblcnUid: `c${nth}`, takenYn: 'Y' }))
  const pageOf: Answer = async ({ url }) =>
    answer(200, '200', { list: url.includes('pageNum=1&') ? claimed : [ISSUE], total: 51 })
  const { show } = await open({ answers: [[ISSUES, pageOf]] })
  const { button } = await show()
  await waitUntil(() => button('Claim the coupon: 5,000 won off') !== undefined, 'the issue')
})

test('a coupon number is required, and a refused one stays typed with its reason', async () => {
  const { show, network } = await open()
  const { element, text } = await show()
  await waitUntil(() => text().includes(NUMBER))
  const submit = () => flushSync(() => element.querySelector('form')?.requestSubmit())
  submit()
  expect(errorOf(NUMBER)).toBe('Enter the coupon number.')
  expect(document.activeElement?.id).toBe('coupon-number')
  expect(bodiesOf(network, PAPER)).toEqual([])
  network.fault(PAPER, async () => answer(200, 'E_COUPON_NUMBER'))
  type(fieldOf(NUMBER), '  ABCD-2345 ')
  expect(errorOf(NUMBER)).toBeNull()
  submit()
  await waitUntil(() => errorOf(NUMBER) !== null, 'the refusal')
  expect(errorOf(NUMBER)).toContain('This coupon number is not valid, or has already been claimed.')
  expect(fieldOf(NUMBER).value).toBe('  ABCD-2345 ')
  expect(bodiesOf(network, PAPER)).toEqual([{ couponUid: 'ABCD-2345' }])
})

test('an accepted coupon number empties the field and is announced', async () => {
  const { show, network, mine } = await open()
  network.fault(PAPER, async () => {
    mine.usable = [COUPON]
    return answer(200, '200', COUPON)
  })
  const { element, text } = await show()
  await waitUntil(() => text().includes(NUMBER))
  type(fieldOf(NUMBER), 'ABCD2345')
  flushSync(() => element.querySelector('form')?.requestSubmit())
  await waitUntil(() => text().includes('10% off a pass'))
  await waitUntil(() => fieldOf(NUMBER).value === '', 'an empty field')
  expect(element.querySelector('output')?.textContent).toBe('Coupon registered')
})

test('points that are off are not offered beside the coupons, and their address says so', async () => {
  const { show, showPoints } = await open()
  const coupons = await show()
  await waitUntil(() => coupons.text().includes('Coupons to claim'))
  expect(coupons.links('Points: 0')).toEqual([])
  coupons.unmount()
  const { text } = await showPoints()
  await waitUntil(() => text().includes('No points at present'))
})

test('points show balance, what is still to come, and each entry with its sign', async () => {
  const at = Date.UTC(2026, 10, 21, 3)
  const list = [
    { entryUid: 'b', kind: 'spend', amount: -200, balance: 290, ordUid: 'o', at: at + DAY_MS },
    { entryUid: 'a', kind: 'earn', amount: 490, balance: 490, ordUid: 'o', at },
  ]
  const { show, showPoints } = await open({
    points: { list, total: 2, balance: 290, pending: 100, earnPercent: 1, spendYn: 'Y' },
  })
  const coupons = await show()
  await waitUntil(() => coupons.links('Points: 290').length === 1)
  coupons.unmount()
  const { text } = await showPoints()
  await waitUntil(() => text().includes('Spent on a purchase−200'))
  expect(text()).toContain('Earned with a purchase+490')
  expect(text()).toContain('100 more once your latest orders can no longer be cancelled')
  expect(text()).not.toContain('Points cannot be spent at the moment.')
  // None of them expire, and an earlier release does not say.
  expect(text()).not.toContain('expire')
})

test('points that expire next are there with their last day in Korea, and expired ones as an entry', async () => {
  const at = Date.UTC(2028, 2, 3, 15)
  const list = [{ entryUid: 'a', kind: 'expire', amount: -500, balance: 1_300, ordUid: 'o', at, expireAt: null }]
  const expiring = { amount: 1_200, at }
  const { showPoints } = await open({
    points: { list, total: 1, balance: 1_300, earnPercent: 1, spendYn: 'Y', expiring },
  })
  const several = await showPoints()
  await waitUntil(() => several.text().includes('1,200 points expire at the end of 3 March 2028'))
  expect(several.text()).toContain('Expired−500')
  several.unmount()
  expiring.amount = 1
  const one = await showPoints()
  await waitUntil(() => one.text().includes('1 point expires at the end of 3 March 2028'))
})

const entry = (nth: number) => ({
  entryUid: `e${nth}`,
  kind: 'earn',
  amount: 1_000 + nth,
  balance: 9,
  ordUid: 'o',
  at: DAY_MS,
  expireAt: null,
})

test('fifty more points are appended at a press, without those that are there already', async () => {
  const list = Array.from({ length: 50 }, (_, nth) => entry(nth))
  let isFailing = true
  const second: Answer = async () =>
    isFailing
      ? answer(503, 'E_UNAVAILABLE')
      : answer(200, '200', { ...NO_POINTS, list: [entry(49), entry(50), entry(51)], pageNum: 2, total: 52 })
  const { showPoints } = await open({
    points: { list, total: 52, balance: 9 },
    answers: [[/GET .*mypage\/point\/list.*pageNum=2/, second]],
  })
  const { text, element, press, button } = await showPoints()
  await waitUntil(() => text().includes('+1,000'))
  const rows = () => element.querySelectorAll('ol > li').length
  press('Show more')
  await waitUntil(() => element.querySelector('[role=alert]') !== null, 'the failure')
  expect(rows()).toBe(50)
  isFailing = false
  press('Show more')
  await waitUntil(() => text().includes('+1,051'))
  expect(rows()).toBe(52)
  expect(element.querySelector('[role=alert]')).toBeNull()
  expect(button('Show more')).toBe(undefined)
})

test('My Page leads to the points while they are used, and has no row for them while they are off', async () => {
  const off = await open()
  const without = await off.showMyPage()
  // The screen of the points asks after My Page has.
  await waitUntil(() => without.text().includes('No points at present'))
  expect(without.element.querySelector('a[href="/myPage/points"]')).toBeNull()
  without.unmount()
  const { showMyPage } = await open({ points: { balance: 2_900, total: 1 } })
  const { element } = await showMyPage()
  const row = () => element.querySelector('a[href="/myPage/points"]')
  await waitUntil(() => row() !== null, 'the row')
  expect(row()?.textContent).toBe('Points2,900')
})
