// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseDetail } from '#contract/calls/purchase.ts'
import { REFUND_TEXT_MAX } from '#contract/limits.ts'
import { alertsOf, bodiesOf, choiceErrorOf, errorOf, isSummaryFocused, summaryOf } from '../harness/formState.ts'
import { answer, type Fault } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PURCHASE } from './fixtures.ts'
import { openSignedIn } from './setup.ts'

/** The request for a refund: what is chosen, what comes back, and what is certain after each answer of the server. */

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const DETAIL = /GET .*mypage\/buy\/detail/
const REASONS = /GET .*codes\/WHY_CD/
const REQUEST = /PATCH .*mypage\/refundPass/
const [FIRST, SECOND] = PURCHASE.units.map(({ passUid }) => passUid)
const ASK = 'Request a refund'
const UNCHANGED = 'Nothing has changed: your passes are as they were.'

const RESULT = {
  ret: 0,
  refundUid: '0193a1b2-0000-7000-8000-000000000021',
  state: 'requested',
  cancelAmt: 53_499,
  cancelDate: '20261122',
  cancelTime: '120000',
  tid: 'pay_123',
  types: 'part',
  deskYn: 'N',
}

const open = async (detail: PurchaseDetail = PURCHASE) => {
  const opened = await openSignedIn()
  let current = detail
  opened.network.fault(DETAIL, async () => answer(200, '200', current), Infinity)
  opened.network.fault(
    REASONS,
    async () =>
      answer(200, '200', [
        { code: 'plans_changed', name: 'My plans have changed' },
        { code: 'other', name: 'Another reason' },
      ]),
    Infinity,
  )
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(opened.tab.runtime)
  const { RefundScreen } = await import('#routes/myPage/-parts/refund/refundScreen.tsx')
  const { RefundCompletedScreen } = await import('#routes/myPage/-parts/refund/refundCompletedScreen.tsx')
  const show = async () => {
    const screen = await mountScreen(<RefundScreen ord={PURCHASE.ordUid} />)
    await waitUntil(() => screen.text().includes('What you get back'), 'the form')
    return screen
  }
  const screen = await show()
  const { element, button } = screen
  const dialogButton = () =>
    [...element.querySelectorAll<HTMLButtonElement>('dialog button')].find(({ textContent }) => textContent === ASK)
  return {
    ...opened,
    ...screen,
    /** What the server answers from now on. */
    change: (next: PurchaseDetail) => {
      current = next
    },
    reopen: async () => {
      screen.unmount()
      return show()
    },
    showResult: () => mountScreen(<RefundCompletedScreen ord={PURCHASE.ordUid} />),
    /** Ends once the form shows the choice: it follows its draft from its first effects on. */
    choose: async (code: string) => {
      const radio = element.querySelector<HTMLInputElement>(`input[value=${code}]`)
      flushSync(() => radio?.click())
      await waitUntil(() => radio?.checked === true, code)
    },
    tick: async (id: string) => {
      const box = document.getElementById(id) as HTMLInputElement
      const wanted = !box.checked
      flushSync(() => box.click())
      await waitUntil(() => box.checked === wanted, id)
    },
    submit: () => flushSync(() => element.querySelector('form')?.requestSubmit()),
    isAsking: () => dialogButton() !== undefined,
    confirm: async (...faults: Fault[]) => {
      for (const fault of faults) opened.network.fault(REQUEST, fault)
      const before = bodiesOf(opened.network, REQUEST).length
      await waitUntil(() => dialogButton() !== undefined, 'the confirmation')
      flushSync(() => dialogButton()?.click())
      await waitUntil(() => bodiesOf(opened.network, REQUEST).length > before, 'the request')
    },
    sent: () => bodiesOf(opened.network, REQUEST),
    keys: () =>
      opened.network.sentRequests.filter(({ method, path }) => REQUEST.test(`${method} ${path}`)).map(({ key }) => key),
    button,
  }
}

test('before anything is sent the form shows the server’s amount for the chosen passes, the fee and the delay', async () => {
  const { text, tick, sent } = await open()
  expect(text()).toContain('2 passes₩107,000')
  expect(text()).toContain('There is no fee.')
  expect(text()).toContain('Card companies usually need 7 to 14 working days.')
  expect(text()).toContain('Passes in this request become void immediately and cannot be restored.')
  await tick('refund-units')
  expect(text()).toContain('1 pass₩53,499')
  expect(sent()).toEqual([])
})

test('a request without passes and reason is refused at each place, and the summary takes the focus', async () => {
  const { element, tick, submit, isAsking } = await open()
  await tick('refund-units')
  await tick(`refund-${SECOND}`)
  submit()
  await waitUntil(isSummaryFocused, 'the summary')
  expect(summaryOf(element)).toEqual([
    '2 fields need your attention',
    '#refund-units Choose at least one pass.',
    '#refund-reason Please select a reason.',
  ])
  expect(choiceErrorOf('refund-reason')).toBe('Please select a reason.')
  expect(isAsking()).toBe(false)
})

test('details may have 1,000 characters as people count them, and one more is refused', async () => {
  const { element, choose, submit, isAsking } = await open()
  const area = element.querySelector('textarea')
  await choose('other')
  type(area, '👨‍👩‍👧'.repeat(REFUND_TEXT_MAX + 1))
  expect(errorOf('More about your reason')).toBe('Use at most 1,000 characters.')
  submit()
  expect(isAsking()).toBe(false)
  type(area, '👨‍👩‍👧'.repeat(REFUND_TEXT_MAX))
  expect(errorOf('More about your reason')).toBeNull()
  submit()
  expect(isAsking()).toBe(true)
})

test('a confirmed request names passes, reason and details once, and leads to its result', async () => {
  const { tick, choose, element, submit, confirm, sent, address, showResult, unmount } = await open()
  await tick('refund-units')
  await choose('plans_changed')
  type(element.querySelector('textarea'), '  We stay at home.  ')
  submit()
  await confirm(async () => answer(200, '200', RESULT))
  await waitUntil(() => address().startsWith('/myPage/refundCompleted'), 'the result')
  expect(sent()).toEqual([
    { rsvtUid: PURCHASE.ordUid, passUids: [SECOND], whyCd: 'plans_changed', etcWhy: 'We stay at home.' },
  ])
  unmount()
  const { text } = await showResult()
  await waitUntil(() => text().includes('Refund request applied successfully'))
  expect(text()).toContain('Amount₩53,499')
  expect(text()).toContain('Requested on22 November 2026 at 12:00')
  expect(text()).toContain('Payment referencepay_123')
})

test.each([
  ['E_REFUND_USED', 'A pass that has been used or activated cannot be refunded.'],
  ['E_REFUND_GIFT', 'Cancel the gift first.'],
  ['E_REFUND_ASKED', 'A refund has already been requested for this pass.'],
])('the refusal %s stands beside the passes', async (code, sentence) => {
  const { choose, submit, confirm, isAsking, element } = await open()
  await choose('other')
  submit()
  await confirm(async () => answer(200, code))
  await waitUntil(() => !isAsking(), 'the form')
  const units = element.querySelector('fieldset[aria-invalid=true]')
  expect(units?.textContent).toContain(sentence)
})

test.each([
  ['E_KEY_RUNNING', 409],
  ['E_INTERNAL', 500],
  ['E_UNAVAILABLE', 503],
])('after %s nobody knows whether it was done, and a second press counts once', async (code, status) => {
  const { choose, submit, confirm, element, keys } = await open()
  await choose('other')
  submit()
  await confirm(async () => answer(status, code))
  await waitUntil(() => alertsOf(element).length > 0, 'the failure')
  expect(alertsOf(element).join(' ')).toContain('Your request may already have reached us.')
  expect(alertsOf(element).join(' ')).not.toContain(UNCHANGED)
  await confirm(async () => answer(429, 'E_BUSY'))
  await waitUntil(() => alertsOf(element).join(' ').includes('We are very busy'), 'the second failure')
  expect(alertsOf(element).join(' ')).not.toContain(UNCHANGED)
  expect(new Set(keys()).size).toBe(1)
})

test('another refusal says that nothing was changed', async () => {
  const { choose, submit, confirm, element } = await open()
  await choose('other')
  submit()
  await confirm(async () => answer(200, 'E_REFUND'))
  await waitUntil(() => alertsOf(element).length > 0, 'the refusal')
  expect(alertsOf(element).join(' ')).toContain(UNCHANGED)
})

test('without an answer nobody knows whether it arrived: the same request is sent again under the same key', async () => {
  const { choose, submit, confirm, element, keys, address } = await open()
  await choose('other')
  submit()
  await confirm('drop')
  await waitUntil(() => alertsOf(element).length > 0, 'the failure')
  expect(alertsOf(element).join(' ')).toContain('Your request may already have reached us.')
  expect(alertsOf(element).join(' ')).not.toContain(UNCHANGED)
  await confirm(async () => answer(200, '200', RESULT))
  await waitUntil(() => address().startsWith('/myPage/refundCompleted'), 'the result')
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test('what was chosen and typed is still there after a reload and a new sign-in', async () => {
  const { choose, tick, element, reopen, peer, tab, unmount } = await open()
  await choose('plans_changed')
  await tick('refund-units')
  type(element.querySelector('textarea'), 'We stay at home.')
  const reopened = await reopen()
  expect(reopened.element.querySelector('textarea')?.value).toBe('We stay at home.')
  expect(reopened.element.querySelector<HTMLInputElement>('input[value=plans_changed]')?.checked).toBe(true)
  expect(reopened.text()).toContain('1 pass₩53,499')
  unmount()
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => reopened.links('Sign in').length > 0)
  expect(reopened.links('Sign in')[0]).toContain(encodeURIComponent(`/myPage/refund?ord=${PURCHASE.ordUid}`))
  expect(sessionStorage.getItem('harbor-pass:refund')).toContain('We stay at home.')
})

test('a request that comes late is announced as a decision of the staff', async () => {
  const units = PURCHASE.units.map((unit) => ({ ...unit, deskYn: 'Y' }) as const)
  const { text, choose, submit, element } = await open({ ...PURCHASE, units })
  expect(text()).toContain('Our staff will decide on this request')
  expect(text()).not.toContain('Passes in this request become void immediately')
  await choose('other')
  submit()
  expect(element.querySelector('dialog')?.textContent).toContain('If our staff approve the request, ₩107,000 goes back')
})

test('one pass that can be refunded is not a choice', async () => {
  const units = PURCHASE.units.map((unit) => ({ ...unit, refundYn: unit.passUid === FIRST ? 'Y' : 'N' }) as const)
  const { text } = await open({ ...PURCHASE, units, refundable: 53_499, refundSteps: [53_499] })
  expect(text()).not.toContain('Passes to refund')
  expect(text()).toContain('1 pass₩53,499')
})

test('the last pass that can be refunded is taken, also when it was not chosen before another one was used', async () => {
  const { change, choose, tick, submit, confirm, isAsking, text, element, sent, address, button } = await open()
  await tick(`refund-${SECOND}`)
  await choose('other')
  submit()
  const units = PURCHASE.units.map((unit) => ({ ...unit, refundYn: unit.passUid === FIRST ? 'N' : 'Y' }) as const)
  change({ ...PURCHASE, units, refundable: 53_499, refundSteps: [53_499] })
  await confirm(async () => answer(200, 'E_REFUND_USED'))
  await waitUntil(() => !isAsking() && !text().includes('Passes to refund'), 'the changed purchase')
  expect(text()).toContain('1 pass₩53,499')
  expect(summaryOf(element)).toBeNull()
  expect(button(ASK)?.disabled).toBe(false)
  submit()
  await confirm(async () => answer(200, '200', RESULT))
  await waitUntil(() => address().startsWith('/myPage/refundCompleted'), 'the result')
  expect(sent().map((body) => (body as { passUids: string[] }).passUids)).toEqual([[FIRST], [SECOND]])
})
