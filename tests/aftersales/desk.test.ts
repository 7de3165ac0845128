import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cart from '#contract/calls/cart.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { refundList } from '#contract/calls/refund.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { card } from '#server/db/schema/card.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { cardHash } from '#server/modules/card/hashes.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { waitingRefunds } from '#server/modules/refund/service.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { PERFUME } from '../reserve/reservationShop.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

/** Each command of the terminal starts a process. */
const TERMINAL_MS = 120_000

describe('refunds that a person decides', () => {
  let shop: AftersalesShop
  let token = ''
  let terminal: Terminal
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine: 'embedded' })
    token = (await shop.member()).accessToken
    terminal = await openTerminal(shop)
  })
  afterAll(() => shop.close())

  const requestLateRefund = async (order?: Awaited<ReturnType<AftersalesShop['buyPaid']>>, etcWhy = '') => {
    const bought = order ?? (await shop.buyPaid(token))
    const { ordUid } = bought
    await shop.deps.db.update(orderTable).set({ cancelUntil: shop.clock() }).where(eq(orderTable.ordUid, ordUid))
    const { data } = await shop.requestRefund(token, ordUid, { etcWhy })
    return { ...bought, refundUid: data?.refundUid ?? '' }
  }
  const orderNumberOf = async (ordUid: string): Promise<string> => {
    const rows = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    return rows[0]?.orderNumber ?? ''
  }
  const command = (...args: string[]) => terminal.type('refund', ...args)

  test("are refused without the operator's token", async () => {
    const { refundUid } = await requestLateRefund()
    const status = async (bearer: string, url: string, method: 'GET' | 'POST' = 'POST') =>
      (await shop.app.inject({ method, url, headers: { authorization: `Bearer ${bearer}` } })).statusCode
    expect(await status(token, '/operator/refunds', 'GET')).toBe(401)
    expect(await status(token, `/operator/refunds/${refundUid}/approve`)).toBe(401)
    const good = await operatorToken(shop.deps.keys, shop.clock())
    expect(await status(token, '/operator/refunds')).toBe(401)
    for (const id of ['x', randomUUID()]) expect(await status(good, `/operator/refunds/${id}/approve`)).toBe(404)
  })

  test(
    'are listed in the terminal until they are decided',
    async () => {
      const { refundUid } = await requestLateRefund()
      expect(await command('list')).toContain(refundUid)
      await command('deny', refundUid, 'no')
      expect(await command('list')).not.toContain(refundUid)
    },
    TERMINAL_MS,
  )

  test(
    'are paid back when the operator approves them, and a second approval is refused',
    async () => {
      const { refundUid, paymentKey } = await requestLateRefund()
      expect(await command('approve')).toContain('refund:list')
      expect(await command('approve', refundUid)).toContain('Approved')
      expect(await command('approve', refundUid)).toBe('No request with this id waits for a decision.')
      await shop.runJobs()
      expect(shop.bank.keptKrw(paymentKey)).toBe(0)
    },
    TERMINAL_MS,
  )

  test('are not called unknown while they wait and the money cannot go back, and stay as they are', async () => {
    const { ordUid, refundUid } = await requestLateRefund()
    const charged = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    const setRefunded = (refunded: number) =>
      shop.deps.db.update(orderTable).set({ refunded }).where(eq(orderTable.ordUid, ordUid))
    await setRefunded(charged[0]?.amount ?? 0)
    const approve = async () => {
      const headers = { authorization: `Bearer ${await operatorToken(shop.deps.keys, shop.clock(), 'kim')}` }
      return shop.app.inject({ method: 'POST', url: `/operator/refunds/${refundUid}/approve`, headers })
    }
    const refused = (await approve()).json<{ code?: string; sentence: string }>()
    expect([refused.code, refused.sentence]).toEqual(['E_REFUND', expect.stringContaining('Nothing was changed')])
    await setRefunded(0)
    const log = () => shop.deps.db.select().from(operatorChange).where(eq(operatorChange.target, refundUid))
    expect(await log()).toEqual([])
    expect((await approve()).json()).toEqual({ outcome: 'approved' })
    expect(await log()).toMatchObject([{ operator: 'kim', field: 'refund', after: 'approved' }])
  })

  test(
    'keep the money when the operator denies them, and the member reads the note',
    async () => {
      const request = await requestLateRefund()
      expect(await command('deny', request.refundUid, 'x'.repeat(1_001))).toContain('1000')
      expect(await command('deny', request.refundUid, '카드를 확인해 주세요.')).toContain('Denied')
      const refunds = (await shop.call(refundList, { token, query: {} })).data?.list
      expect(refunds?.find(({ refundUid }) => refundUid === request.refundUid)).toMatchObject({
        state: 'denied',
        refusal: 'desk',
        note: '카드를 확인해 주세요.',
      })
      await shop.runJobs()
      expect(shop.bank.keptKrw(request.paymentKey)).toBe(49_000)
    },
    TERMINAL_MS,
  )

  test(
    'are marked DISPUTED in the list while the charge is disputed',
    async () => {
      const { refundUid, paymentKey } = await requestLateRefund()
      expect(await command('list')).not.toContain('DISPUTED')
      await shop.dispute(paymentKey, true)
      const lines = (await command('list')).split('\n')
      const line = lines.findIndex((text) => text.includes(refundUid))
      expect(lines[line + 1]).toContain('DISPUTED since')
      await shop.dispute(paymentKey, false)
      expect(await command('list')).not.toContain('DISPUTED')
    },
    TERMINAL_MS,
  )

  test(
    'show what the member wrote after the warnings, and no line of it looks like a line of the list',
    async () => {
      const forged = `${randomUUID()}  HP-1  1 × for 1 won`
      const { refundUid, paymentKey } = await requestLateRefund(
        undefined,
        `I am ill.\r\n${forged}\n    DISPUTED\rSorry.`,
      )
      await shop.dispute(paymentKey, true)
      const lines = (await command('list')).split('\n')
      const line = lines.findIndex((text) => text.includes(refundUid))
      expect(lines.slice(line + 1, line + 6)).toEqual([
        expect.stringContaining('DISPUTED since'),
        '    | I am ill.',
        `    | ${forged}`,
        '    |     DISPUTED',
        '    | Sorry.',
      ])
      await shop.dispute(paymentKey, false)
      await command('deny', refundUid, 'no')
    },
    TERMINAL_MS,
  )

  test(
    'are marked in the list when a gate sent an entry that was not counted',
    async () => {
      const bought = await shop.buyPaid(token)
      const [passUid = ''] = bought.passUids
      const code = await shop.drawCode(token, passUid)
      const gate = await shop.enrolGate('busan-tower')
      const { refundUid } = await requestLateRefund(bought)
      const lineAfter = async () => {
        const lines = (await command('list')).split('\n')
        return lines[lines.findIndex((text) => text.includes(refundUid)) + 1] ?? ''
      }
      expect(await lineAfter()).not.toContain('A GATE SENT AN ENTRY')
      const at = shop.clock()
      // Undone after more than a minute: kept for the desk, and no use of the pass.
      const undone = { at: at + MINUTE_MS, reason: 'other' as const }
      const entries = [{ entryUid: randomUUID(), seq: 1, at, code, undone }]
      const { data } = await shop.call(gateCalls.journal, { token: gate, body: { entries, moreYn: 'Y' } })
      expect(data?.results).toMatchObject([{ outcome: 'conflict', reason: 'undo' }])
      expect(await lineAfter()).toContain('A GATE SENT AN ENTRY')
    },
    TERMINAL_MS,
  )

  test('are marked too when the entry was with the card of the pass, which was blocked by then', async () => {
    const bought = await shop.buyPaid(token)
    const number = sampleNumber(2, 98)
    const [passUid] = bought.passUids
    const [numberHash, qrHash] = [cardHash(shop.deps.keys, number), cardHash(shop.deps.keys, sampleQr(number))]
    const facts = { gdsUid: 'pass-24h-card', state: 'blocked' as const, passUid, lastFour: number.slice(-4) }
    await shop.deps.db.insert(card).values({ ...facts, numberHash, qrHash, qrSealed: '' })
    const gate = await shop.enrolGate('busan-tower')
    const { refundUid } = await requestLateRefund(bought)
    const mark = async () =>
      (await waitingRefunds(shop.deps.db)).find((request) => request.refundUid === refundUid)?.conflictYn
    expect(await mark()).toBe('N')
    const entries = [{ entryUid: randomUUID(), seq: 1, at: shop.clock(), code: sampleQr(number) }]
    const { data } = await shop.call(gateCalls.journal, { token: gate, body: { entries, moreYn: 'Y' } })
    expect(data?.results).toMatchObject([{ outcome: 'conflict', reason: 'card_blocked' }])
    expect(await mark()).toBe('Y')
  })

  test(
    'are requested by the operator for a buyer: paid while they can be cancelled, and left to a decision later',
    async () => {
      expect(await command('request')).toContain('order number')
      expect(await command('request', 'HP-none')).toBe('No order of passes has this number.')
      const early = await shop.buyPaid(token, 2)
      const decided = await command('request', await orderNumberOf(early.ordUid))
      expect(decided).toContain('are on their way')
      await shop.runJobs()
      expect(shop.bank.keptKrw(early.paymentKey)).toBe(0)
      expect(await command('request', await orderNumberOf(early.ordUid))).toMatch(/^Nothing was changed \(E_REFUND/)
      const old = await shop.buyPaid(token)
      await shop.deps.db.update(orderTable).set({ cancelUntil: shop.clock() }).where(eq(orderTable.ordUid, old.ordUid))
      expect(await command('request', await orderNumberOf(old.ordUid))).toContain('wait for a decision')
      await shop.runJobs()
      expect(shop.bank.keptKrw(old.paymentKey)).toBe(49_000)
      const refunds = (await shop.call(refundList, { token, query: {} })).data?.list
      expect(refunds?.slice(0, 2).map(({ rsvtUid, state }) => [rsvtUid, state])).toEqual([
        [old.ordUid, 'requested'],
        [early.ordUid, 'completed'],
      ])
    },
    TERMINAL_MS,
  )

  test(
    'are requested by the numbers of a cart’s orders of passes, which the number of the cart names',
    async () => {
      const slots = (await shop.call(reserve.availability, { query: { goodsDtlId: PERFUME } })).data?.list
      const passLine = { gdsDtlUid: await shop.optionOf('pass-24h-mobile'), count: 1, unitPrice: 49_000 }
      const goodsLine = { gdsDtlUid: PERFUME, priceSn: slots?.at(-1)?.priceSn ?? '', count: 1, unitPrice: 45_000 }
      const quoted = await shop.call(cart.quote, { token, body: { lines: [passLine, goodsLine] } })
      const quoteUid = quoted.data?.quoteUid ?? ''
      const bought = await shop.call(cart.buy, { token, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' } })
      await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
      await shop.returnFromPayment(bought.data?.ordUid ?? '')
      const lines = bought.data?.lines ?? []
      const numbers = new Map(
        await Promise.all(lines.map(async ({ kind, ordUid }) => [kind, await orderNumberOf(ordUid)] as const)),
      )
      const { orderNumber = '' } = bought.data ?? {}
      expect(await command('request', orderNumber)).toBe(
        `${orderNumber} is a cart, which is refunded by the orders in it. Orders of passes: ${numbers.get('pass')}. Orders of reservations: ${numbers.get('goods')}.`,
      )
      expect(await command('request', numbers.get('goods') ?? '')).toBe('No order of passes has this number.')
      expect(await command('request', numbers.get('pass') ?? '')).toContain('are on their way')
      await shop.runJobs()
      const { paymentKey } = await shop.storedOrder(bought.data?.ordUid ?? '')
      expect(shop.bank.keptKrw(paymentKey)).toBe(45_000)
    },
    TERMINAL_MS,
  )
})
