import { expect } from 'vitest'
import type { CartOrder, CartQuote } from '#contract/calls/cart.ts'
import { addToCart, type CartLine } from '#data/cart.ts'
import { replaceRuntime } from '#data/runtime.ts'
import type { Tab } from '../harness/tabs.ts'

/** A cart of a pass and a seat, the server's prices of it, and its order. */

export const PASS: CartLine = {
  gdsUid: 'pass-24h-mobile',
  gdsDtlUid: 'pass-24h-mobile-std',
  kind: 'pass',
  passType: '24H',
  priceSn: null,
  startsAt: null,
  endsAt: null,
  name: '24H Mobile Pass',
  option: '',
  count: 2,
  unitPrice: 49_000,
  ordUid: null,
}
export const SEAT: CartLine = {
  ...PASS,
  gdsUid: 'act-perfume',
  gdsDtlUid: 'act-perfume-std',
  kind: 'activity',
  passType: null,
  priceSn: '20261130T1100',
  startsAt: Date.UTC(2026, 10, 30, 2),
  name: 'Perfume class',
  option: 'Standard',
  count: 1,
  unitPrice: 45_000,
}
export const QUOTE_CALL = /POST .*cart\/quote/
export const BUY_CALL = /POST .*cart\/buy/
export const ORD = '0193a1b2-0000-7000-8000-000000000001'

export type Problems = Partial<Record<string, { problem: CartQuote['lines'][number]['problem']; unitPrice?: number }>>

/** The server's answer to these lines; a price is a problem only while the phone does not know it. */
export const quoteOf = (
  lines: { gdsDtlUid: string; count: number; unitPrice: number; priceSn?: string }[],
  problems: Problems,
): CartQuote => {
  const priced = lines.map(({ gdsDtlUid, count, unitPrice, priceSn = null }) => {
    const change = problems[gdsDtlUid]
    const present = change?.unitPrice ?? unitPrice
    const problem = change?.problem === 'price' && present === unitPrice ? null : (change?.problem ?? null)
    const sum = present * count
    return {
      kind: 'pass' as const,
      gdsDtlUid,
      priceSn,
      count,
      unitPrice: present,
      sum,
      discount: 0,
      points: 0,
      amount: sum,
      problem,
    }
  })
  const sum = priced.reduce((total, line) => total + line.sum, 0)
  return {
    quoteUid: priced.some(({ problem }) => problem !== null) ? null : '0193a1b2-0000-7000-8000-000000000009',
    lines: priced,
    sum,
    discount: 0,
    points: 0,
    amount: sum,
    couponUid: null,
    coupons: [],
    pointsUsable: 0,
    methods: ['overseas_card'],
    expiresAt: Number.MAX_SAFE_INTEGER,
    buyer: { name: 'Mina Kim', email: 'mina@example.com', mobile: null },
  }
}
export const orderOf = (change: Partial<CartOrder>): CartOrder => ({
  kind: 'cart',
  ordUid: ORD,
  orderNumber: 'HP-261126-7F3A',
  state: 'pending',
  reason: null,
  amount: 143_000,
  orderedAt: 0,
  paidAt: null,
  payUrl: null,
  lines: [
    {
      kind: 'pass',
      ordUid: 'ord-pass',
      rsvtUid: null,
      orderNumber: 'HP-261126-AAAA',
      gdsUid: PASS.gdsUid,
      gdsDtlUid: PASS.gdsDtlUid,
      priceSn: null,
      name: '24H Mobile Pass',
      count: 2,
      amount: 98_000,
    },
    {
      kind: 'goods',
      ordUid: 'ord-seat',
      rsvtUid: 'rsvt-seat',
      orderNumber: 'HP-261126-BBBB',
      gdsUid: SEAT.gdsUid,
      gdsDtlUid: SEAT.gdsDtlUid,
      priceSn: SEAT.priceSn,
      name: 'Perfume class',
      count: 1,
      amount: 45_000,
    },
  ],
  ...change,
})

export const stored = async (tab: Tab): Promise<CartLine[]> => (await tab.runtime.storage.device()?.read('cart')) ?? []
export const fill = async (tab: Tab, ...lines: CartLine[]) => {
  replaceRuntime(tab.runtime)
  for (const line of lines) expect(await addToCart(line)).toBe('added')
}
