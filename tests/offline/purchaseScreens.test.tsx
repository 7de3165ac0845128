// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Purchase, PurchaseDetail } from '#contract/calls/purchase.ts'
import { alertsOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { LISTED_PURCHASE, PASS, PURCHASE } from './fixtures.ts'
import { dbOf, openWithPeer, person } from './setup.ts'

/** The list of purchases and one purchase, with and without the server. */

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const LIST = /GET .*mypage\/buy\/list/
const RECEIPT = /GET .*mypage\/buy\/receipt/
const DETAIL = /GET .*mypage\/buy\/detail/
const page = (list: Purchase[]) => answer(200, '200', { list, pageNum: 1, pageSize: 50, total: list.length })

const REQUEST = {
  refundUid: '0193a1b2-0000-7000-8000-000000000021',
  rsvtUid: PURCHASE.ordUid,
  orderNumber: PURCHASE.orderNumber,
  deskYn: 'N',
  whyCd: 'other',
  etcWhy: '',
  passUids: PURCHASE.units.map(({ passUid }) => passUid),
  cancelAmt: 107_000,
  types: 'whole',
  requestedAt: Date.UTC(2026, 10, 22, 3),
  endedAt: null,
  refusal: null,
  note: null,
} as const

/** Mina’s phone with these purchases; the screens are in modules of their own, because hooks belong to one phone. */
const open = async ({
  list = [LISTED_PURCHASE],
  detail = PURCHASE,
  answered = () => answer(200, '200', detail),
}: { list?: Purchase[]; detail?: PurchaseDetail; answered?: () => Response } = {}) => {
  const opened = openWithPeer()
  opened.network.fault(LIST, async () => page(list), Infinity)
  opened.network.fault(DETAIL, async () => answered(), Infinity)
  opened.peer.passes.set('mina', [{ ...PASS, ordUid: detail.ordUid, paidPrice: 53_500 }])
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitUntil(async () => (await dbOf(tab).stamps.get('purchases')) !== undefined, 'the purchases')
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  const { PurchaseHistoryScreen } = await import('#routes/myPage/-parts/purchase/purchaseHistoryScreen.tsx')
  const { PurchaseDetailScreen } = await import('#routes/myPage/-parts/purchase/purchaseDetailScreen.tsx')
  return {
    ...opened,
    tab,
    history: () => mountScreen(<PurchaseHistoryScreen ord={undefined} />),
    detail: () => mountScreen(<PurchaseDetailScreen ord={PURCHASE.ordUid} />),
  }
}

test('the list has product, number of passes, date, amount and state, and leads to the purchase', async () => {
  const { history } = await open()
  const { text, links } = await history()
  await waitUntil(() => text().includes('HP') || text().includes('24H mobile pass'))
  expect(text()).toContain('2 passes · 21 November 2026')
  expect(text()).toContain('₩107,000')
  expect(text()).toContain('Unused')
  expect(links('24H mobile pass')).toEqual([`/myPage/purchase_detail?ord=${PURCHASE.ordUid}`])
})

test.each([
  ['requested', 'refund', 'Refund requested'],
  ['completed', 'refund', 'Refund completed'],
  ['denied', 'unused', 'Refund denied'],
] as const)('a purchase whose refund is %s says so in the list', async (refundState, label, sentence) => {
  const { history } = await open({ list: [{ ...LISTED_PURCHASE, label, refundState }] })
  const { text } = await history()
  await waitUntil(() => text().includes(sentence), sentence)
  // The label “Refund” says less than the state of the request.
  expect(text().includes('Unused')).toBe(label === 'unused')
})

test('an empty list leads to the passes, and names older purchases whose passes are still there', async () => {
  const { history, peer, tab } = await open({ list: [] })
  const first = await history()
  await waitUntil(() => first.text().includes('Older purchases'))
  expect(first.links('Order HP-261121-7F3A')).toEqual([`/myPage/purchase_detail?ord=${PURCHASE.ordUid}`])
  peer.passes.set('mina', [])
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => first.text().includes('No purchase history'))
  expect(first.links('See the passes')).toEqual(['/pass'])
})

test('offline the list is readable, and a purchase shows what the phone holds and why the rest is missing', async () => {
  const { history, detail, network, tab } = await open()
  network.down(true)
  await tab.runtime.online.probe()
  const list = await history()
  await waitUntil(() => list.text().includes('₩107,000'))
  list.unmount()
  const { text, button, links } = await detail()
  await waitUntil(() => text().includes('Below is what is saved on this device.'))
  expect(text()).toContain('Order numberHP-261121-7F3A')
  expect(text()).toContain('You need a connection to get the receipt or request a refund.')
  expect(button('Receipt')?.disabled).toBe(true)
  expect(button('Receipt (PDF)')?.disabled).toBe(true)
  expect(links('Request a refund')).toEqual([])
})

test('a purchase shows amount with discount, buyer, method and each pass, and leads to refund and inquiry', async () => {
  const { detail } = await open()
  const { text, links, press, element } = await detail()
  await waitUntil(() => text().includes('Payment method'))
  expect(text()).toContain('₩55,000 × 2₩110,000')
  expect(text()).toContain('Discount−₩3,000')
  expect(text()).toContain('Total₩107,000')
  expect(text()).toContain('Payment date21 November 2026 at 12:00')
  for (const sentence of [
    'MINA LEE',
    'mina@example.com',
    '+886912345678',
    'Visa, Mastercard or JCB',
    'Pass 1',
    'Pass 2',
  ])
    expect(text()).toContain(sentence)
  expect(links('Request a refund')).toEqual([`/myPage/refund?ord=${PURCHASE.ordUid}`])
  expect(links('Ask about this purchase')).toEqual(['/service/inquiry?order=HP-261121-7F3A'])
  press('Receipt')
  const receipt = element.querySelector('[data-receipt]')
  expect(receipt?.textContent).toContain('Total₩107,000')
  expect(receipt?.textContent).toContain('(Korean time)')
})

test('the receipt is saved as a PDF under the number of its order, and a failure says why', async () => {
  const { detail, network } = await open()
  const { element, text, button, press } = await detail()
  await waitUntil(() => text().includes('Payment method'))
  network.fault(RECEIPT, async () => answer(429, 'E_BUSY'))
  press('Receipt (PDF)')
  await waitUntil(() => alertsOf(element).length === 1, 'the error')
  expect(alertsOf(element)[0]).toContain('We are very busy right now.')

  const saved: { name: string; blob: Blob }[] = []
  const blobs: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob) - 1}` }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: blobs[Number(this.href.slice('blob:'.length))] ?? new Blob() })
  })
  network.fault(RECEIPT, async () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }))
  press('Receipt (PDF)')
  await waitUntil(() => saved.length === 1, 'the file')
  await waitUntil(() => button('Receipt (PDF)')?.getAttribute('aria-busy') === null, 'the end of saving')
  expect(saved[0]).toMatchObject({ name: 'harbor-pass-HP-261121-7F3A.pdf', blob: { type: 'application/pdf', size: 4 } })
  expect(alertsOf(element)).toEqual([])
  click.mockRestore()
})

test('a purchase without a pass to refund says why, and offers no refund', async () => {
  const units = PURCHASE.units.map((unit) => ({ ...unit, state: 'used', refundYn: 'N' }) as const)
  const { detail } = await open({ detail: { ...PURCHASE, label: 'used', units, refundable: 0, refundSteps: [] } })
  const { text, links } = await detail()
  await waitUntil(() => text().includes('No pass in this purchase can be refunded now'))
  expect(links('Request a refund')).toEqual([])
})

test.each([
  [{ state: 'requested' }, 'Passes in this request are void. We are returning the money to your card'],
  [{ state: 'requested', deskYn: 'Y' }, 'Our staff will review this request on working days.'],
  [{ state: 'denied', refusal: 'used' }, 'A pass was used before we decided on the request. No money was returned'],
  [{ state: 'completed' }, 'Card companies usually need 7 to 14 working days.'],
] as const)('a refund that is %j says what happens next', async (change, sentence) => {
  const { detail } = await open({ detail: { ...PURCHASE, refunds: [{ ...REQUEST, ...change }] } })
  const { text } = await detail()
  await waitUntil(() => text().includes(sentence), sentence)
})

test('a purchase of another account is named as such and is not requested again', async () => {
  const { detail } = await open({ list: [], answered: () => answer(200, 'E_NOT_FOUND') })
  const { element, button, links } = await detail()
  await waitUntil(() => alertsOf(element).length === 1, 'the error')
  expect(alertsOf(element)[0]).toContain('There is no such purchase in your account.')
  expect(button('Try again')).toBeUndefined()
  expect(links('Open Purchase History')).toEqual(['/myPage/purchaseHistory'])
})

test('a lapsed session shows no purchases, and returns to them after signing in', async () => {
  const { history, detail, peer, tab } = await open()
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  const list = await history()
  await waitUntil(() => list.links('Sign in').length > 0)
  expect(list.links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2FpurchaseHistory'])
  expect(list.text()).not.toContain('₩107,000')
  list.unmount()
  const { links } = await detail()
  await waitUntil(() => links('Sign in').length > 0)
  expect(links('Sign in')[0]).toContain('purchase_detail')
})
