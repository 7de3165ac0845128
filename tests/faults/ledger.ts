import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import type { LivingGateway } from '#server/outside/payment/sandbox/processFile.ts'

/** The ledger of the sandbox's bank, and its comparison with the database. */

const SETTLED_WITHIN_MS = 90_000

export interface Book {
  payments: { key: string; state: string; amount: number; lateAt: number | null }[]
  lines: { key: string; what: string; amount: number }[]
}

/** Fetches the ledger from the gateway's process of this data folder. */
export const readBook = async (dataDir: string): Promise<Book> => {
  const note = readFileSync(join(dataDir, 'gateway', 'process.json'), 'utf8')
  const gateway = JSON.parse(note) as LivingGateway
  const response = await fetch(`${gateway.url}/book`, { headers: { authorization: `Bearer ${gateway.secret}` } })
  return (await response.json()) as Book
}

/** Waits until no payment is pending: each authorised payment was captured or released. */
export const waitForSettlement = async (fetchBook: () => Promise<Book>): Promise<void> => {
  const until = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { payments } = await fetchBook()
    const open = payments.filter(
      ({ state, lateAt }) => state === 'authorised' || (state === 'ready' && lateAt !== null),
    )
    if (open.length === 0) break
    if (Date.now() > until) throw new Error(`${open.length} payments were never settled`)
    await wait(200)
  }
}

/** Compares the gateway's ledger with the orders and passes in the database, while nothing is bought. Returns what differs. */
export const compareLedger = async ({ payments, lines }: Book, db: Database): Promise<string[]> => {
  const orders = await db.select().from(orderTable)
  const passes = await db.select().from(passTable)
  const wrong: string[] = []
  for (const order of orders) {
    const keptKrw = lines
      .filter(({ key }) => key === order.paymentKey)
      .reduce((sum, { what, amount }) => sum + (what === 'paid' ? amount : what === 'refunded' ? -amount : 0), 0)
    const isReturned = lines.some(({ key, what }) => key === order.paymentKey && what === 'refunded')
    if (isReturned && order.refunded === 0) wrong.push(`order ${order.ordUid}: a refund is not recorded`)
    const issued = passes.filter(({ ordUid }) => ordUid === order.ordUid).length
    const isPaid = order.state === 'paid'
    if (keptKrw !== (isPaid ? order.amount - order.refunded : 0) || issued !== (isPaid ? order.passCnt : 0))
      wrong.push(`order ${order.ordUid} is ${order.state}: the gateway keeps ${keptKrw}, ${issued} passes`)
    const voided = passes.filter(({ ordUid, voided: why }) => ordUid === order.ordUid && why === 'refund').length
    const back = order.state === 'refunded' ? order.amount : (order.amount / order.passCnt) * voided
    if (order.refunded !== back)
      wrong.push(`order ${order.ordUid}: ${order.refunded} won are back for ${voided} passes`)
  }
  const paymentKeys = new Set(orders.map(({ paymentKey }) => paymentKey))
  for (const { key } of payments) if (!paymentKeys.has(key)) wrong.push(`payment ${key} has no order`)
  return wrong
}
