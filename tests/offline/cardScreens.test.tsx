// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ExchangeCard } from '#contract/calls/card.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { RealCardScreen } from '#routes/myPage/-parts/card/realCardScreen.tsx'
import { VoucherScreen } from '#routes/myPage/-parts/card/voucherScreen.tsx'
import { RealCardGiftScreen } from '#routes/myPage/-parts/gift/realCardGiftScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { ORDER, PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** Card passes: the list, the voucher that collects them, and the gift of one (spec 2.57, 2.58). */

const uidOf = (nth: number): string => `0193a1b2-0000-7000-8000-0000000000${40 + nth}`
const cardOf = (nth: number, change: Partial<ExchangeCard> = {}): ExchangeCard => ({
  passUid: uidOf(nth),
  ordUid: ORDER.ordUid,
  orderNumber: 'HP-261121-7F3A',
  gdsUid: 'pass-48h-card',
  passType: '48H',
  name: '48-hour card pass',
  holder: 'MINA LEE',
  state: 'waiting',
  purchasedAt: 1,
  validUntil: Date.UTC(2031, 0, 1),
  receiptPlace: null,
  voucher: `HP-261121-7F3A/7K3M-Q2XD-0A1${nth}`,
  cardNum: null,
  collectedAt: null,
  ...change,
})
const COLLECTED = cardOf(2, {
  state: 'collected',
  voucher: null,
  cardNum: '0112',
  collectedAt: Date.UTC(2026, 10, 23, 3, 0),
})
const DESK = {
  id: 'busan-station',
  name: 'Busan Station desk',
  kind: 'desk',
  mainYn: 'Y',
  districtCd: 'dong',
  district: 'Dong-gu',
  lat: 35.115,
  lon: 129.041,
  hours: {
    always: false,
    mon: [['09:00', '18:00']],
    tue: [['09:00', '18:00']],
    wed: [['09:00', '18:00']],
    thu: [['09:00', '18:00']],
    fri: [['09:00', '18:00']],
    sat: [['09:00', '18:00']],
    sun: [['09:00', '18:00']],
  },
  whereInside: 'Second floor, exit 3',
  requires: 'Voucher and passport',
  station: null,
  approxYn: 'N',
}

const open = async (cards: ExchangeCard[] | null, content: React.ReactNode) => {
  const opened = openWithPeer()
  const { network, peer } = opened
  peer.passes.set(
    'mina',
    (cards ?? []).map(({ passUid, state }) => ({
      ...PASS,
      passUid,
      medium: 'card',
      validUntil: Date.UTC(2031, 0, 1),
      state: state === 'collected' ? 'in_use' : 'unused',
    })),
  )
  network.fault(
    /GET .*exchangeCard\/list/,
    async () => (cards ? answer(200, '200', { list: cards }) : answer(503, 'E_UNAVAILABLE')),
    Infinity,
  )
  network.fault(/GET .*receiptplace\/list/, async () => answer(200, '200', { list: [DESK], total: 1 }), Infinity)
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(content)
  return { ...opened, ...screen, tab }
}

test('cards to collect lead to their voucher and their gift; a collected one shows its last digits and neither', async () => {
  const { element, text, links } = await open([COLLECTED, cardOf(1)], <RealCardScreen />)
  await waitUntil(() => element.querySelectorAll('[data-card]').length === 2, 'the cards')
  expect([...element.querySelectorAll('[data-card]')].map((row) => row.getAttribute('data-card'))).toEqual([
    'waiting',
    'collected',
  ])
  expect(links('Show the voucher')).toEqual([`/myPage/voucher?rsvtUid=${ORDER.ordUid}`])
  expect(links('Send as a gift')).toEqual([`/myPage/realCardGift?pass=${uidOf(1)}`])
  expect(text()).toContain('Card ending in 0112')
})

test('a card that was received as a gift has its voucher by its pass', async () => {
  const { links } = await open([cardOf(1, { ordUid: '', orderNumber: '' })], <RealCardScreen />)
  await waitUntil(() => links('Show the voucher').length > 0, 'the card')
  expect(links('Show the voucher')).toEqual([`/myPage/voucher?rsvtUid=${uidOf(1)}`])
})

test('a card without a voucher cannot be collected or given', async () => {
  const { text, links } = await open([cardOf(1, { voucher: null })], <RealCardScreen />)
  await waitUntil(() => text().includes('Cannot be collected now'), 'the state')
  expect(links('Show the voucher')).toEqual([])
  expect(links('Send as a gift')).toEqual([])
})

test('without card passes the list leads to the registration and to the card passes on sale', async () => {
  const { text, links } = await open([], <RealCardScreen />)
  await waitUntil(() => text().includes('No card passes'), 'the empty list')
  expect(links('Register Pass')).toEqual(['/myPage/insertPass'])
  expect(links('See the card passes')).toEqual(['/pass?medium=card'])
})

test('a list that cannot be loaded says so', async () => {
  const { text } = await open(null, <RealCardScreen />)
  await waitUntil(() => text().includes('Could not load your card passes'), 'the error')
})

test('an order of two has two vouchers, each with its code in letters and as a QR code, offline too', async () => {
  const { element, text, network, tab } = await open(
    [cardOf(1), cardOf(2), cardOf(3, { ordUid: uidOf(9) })],
    <VoucherScreen rsvtUid={ORDER.ordUid} />,
  )
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(() => element.querySelectorAll('[data-qr] path').length === 4, 'both codes')
  expect(element.querySelectorAll('[data-voucher="waiting"]')).toHaveLength(2)
  expect(text()).toContain('HP-261121-7F3A/7K3M-Q2XD-0A11')
  expect(text()).toContain('HP-261121-7F3A/7K3M-Q2XD-0A12')
  expect(text()).not.toContain('0A13')
  expect(text()).toContain('MINA LEE')
  expect(text()).toContain('Bring your passport or photo ID')
})

test('beside the voucher stands where to collect it: hours, place and map, the planned desk marked', async () => {
  const planned = cardOf(1, { receiptPlace: { id: 'busan-station', name: 'Busan Station desk' } })
  const { element, text } = await open([planned], <VoucherScreen rsvtUid={ORDER.ordUid} />)
  await waitUntil(() => element.querySelector('[data-desk]') !== null, 'the desk')
  expect(text()).toContain('Chosen at purchase')
  expect(text()).toContain('Second floor, exit 3')
  expect(text()).toContain('09:00–18:00')
  expect(element.querySelector('[data-desk] a')?.getAttribute('href')).toContain('35.115')
})

test('a collected voucher shows no code any more', async () => {
  const { element, text } = await open([COLLECTED], <VoucherScreen rsvtUid={ORDER.ordUid} />)
  await waitUntil(() => element.querySelector('[data-voucher="collected"]') !== null, 'the state')
  expect(element.querySelector('[data-qr]')).toBeNull()
  expect(text()).not.toContain('Bring your passport')
  expect(text()).toContain('Card ending in 0112')
})

test('a voucher of an order without card passes leads to the list', async () => {
  const { text, links } = await open([cardOf(1)], <VoucherScreen rsvtUid={uidOf(9)} />)
  await waitUntil(() => text().includes('No voucher here'), 'the empty state')
  expect(links('My card passes')).toEqual(['/myPage/realCard'])
})

test('in a lapsed session no voucher is shown', async () => {
  const { peer, tab, text, element } = await open([cardOf(1)], <VoucherScreen rsvtUid={ORDER.ordUid} />)
  await waitUntil(() => element.querySelector('[data-voucher]') !== null, 'the voucher')
  peer.expire(true)
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => text().includes('You were signed out. Sign in to continue.'), 'the request to sign in')
  expect(text()).not.toContain('7K3M')
})

test('only cards that are still to be collected can be given', async () => {
  const { element, text } = await open(
    [cardOf(1), COLLECTED, cardOf(3)],
    <RealCardGiftScreen chosen={uidOf(3)} by="member" onBy={() => undefined} />,
  )
  await waitUntil(() => element.querySelectorAll('[type=radio][name]').length > 0, 'the form')
  const values = [...element.querySelectorAll<HTMLInputElement>('[type=radio]')].map(({ value }) => value)
  expect(values.filter((value) => value.startsWith('0193'))).toEqual([uidOf(1), uidOf(3)])
  expect(element.querySelector<HTMLInputElement>(`[value="${uidOf(3)}"]`)?.checked).toBe(true)
  expect(text()).toContain('While the gift is pending, the card cannot be collected.')
})

test('without a card to give the screen leads back to the list', async () => {
  const { text, links } = await open(
    [COLLECTED],
    <RealCardGiftScreen chosen={uidOf(2)} by="member" onBy={() => undefined} />,
  )
  await waitUntil(() => text().includes('No card pass to send as a gift'), 'the empty state')
  expect(links('My card passes')).toEqual(['/myPage/realCard'])
})
