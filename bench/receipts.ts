import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LOCALES } from '#contract/locales.ts'
import { drawReceipt } from '#server/pdf/receiptPage.ts'
import { renderReceipt } from '#server/pdf/renderReceipt.ts'
import { receiptValues, writeReceipt, type ReceiptFacts } from '#server/pdf/receiptText.ts'

const RECEIPTS = 100
/** Drawings until the code is compiled and the fonts are loaded. */
const WARM_UP = 20
const NS_PER_MS = 1e6
const AT = Date.UTC(2026, 10, 26)

const FACTS: ReceiptFacts = {
  orderNumber: 'HP-261126-7F3A',
  name: '24H 釜山パス 부산 패스',
  count: 2,
  unitPrice: 49_000,
  discount: 5_000,
  points: 1_000,
  amount: 92_000,
  method: 'overseas_card',
  refunded: 0,
  paidAt: AT,
  buyer: { name: 'Łukasz 髙橋 𠮷 喆 똠', email: 'lukasz@mail.example' },
}
const localeOf = (nth: number) => LOCALES[nth % LOCALES.length] ?? 'en'
const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

/** Processor time of one drawing, p95 in ms. */
const drawing = async (): Promise<number> => {
  const times: number[] = []
  for (let nth = 0; nth < RECEIPTS + WARM_UP; nth += 1) {
    const locale = localeOf(nth)
    const receipt = writeReceipt(locale, receiptValues(FACTS, null, locale), AT)
    const before = process.cpuUsage()
    await drawReceipt(receipt)
    const { user, system } = process.cpuUsage(before)
    if (nth >= WARM_UP) times.push((user + system) / 1000)
  }
  return p95(times)
}

/** Delay of the main thread's event loop while a thread draws receipts, the first one included; p95 in ms. */
const delay = async (): Promise<number> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  for (let nth = 0; nth < RECEIPTS; nth += 1) {
    const locale = localeOf(nth)
    await renderReceipt(locale, receiptValues(FACTS, null, locale), AT)
  }
  histogram.disable()
  return histogram.percentile(95) / NS_PER_MS
}

/** Measures `rounds` times what a receipt costs; values in ms. */
export const receiptTimes = async (rounds: number): Promise<{ drawingMs: number[]; delayMs: number[] }> => {
  const delayMs: number[] = []
  const drawingMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    delayMs.push(await delay())
    drawingMs.push(await drawing())
  }
  return { drawingMs, delayMs }
}
