import { eq } from 'drizzle-orm'
import * as coupon from '#contract/calls/coupon.ts'
import * as pass from '#contract/calls/pass.ts'
import { couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'
import { everyLanguage } from '../harness/languages.ts'
import type { Shop as WholeShop } from '../payment/shop.ts'

/** The part of a shop that these functions use. */
type Shop = Pick<WholeShop, 'call' | 'deps' | 'optionOf'>

type Issue = typeof couponIssue.$inferInsert
let count = 0

/** Creates an issue: 5,000 KRW off, open for download, unless `overrides` says otherwise. Returns its id. */
export const makeIssue = async (shop: Shop, overrides: Partial<Issue> = {}): Promise<string> => {
  count += 1
  const couponPblcnUid = `issue-${count}`
  const name = everyLanguage({ en: `Issue ${count}`, jp: 'クーポン' })
  await shop.deps.db.insert(couponIssue).values({
    couponPblcnUid,
    name,
    kind: 'amount',
    value: 5_000,
    way: 'download',
    startsAt: 0,
    sample: true,
    ...overrides,
  })
  return couponPblcnUid
}

/** Changes columns of an issue after it was made. */
export const changeIssue = async (shop: Shop, couponPblcnUid: string, set: Partial<Issue>): Promise<void> => {
  await shop.deps.db.update(couponIssue).set(set).where(eq(couponIssue.couponPblcnUid, couponPblcnUid))
}

/** Creates a paper issue and returns its printed number. */
export const printNumber = async (shop: Shop, overrides: Partial<Issue> = {}): Promise<string> => {
  const couponPblcnUid = await makeIssue(shop, { way: 'paper', ...overrides })
  count += 1
  const couponUid = `PAPER${String(count).padStart(8, '0')}`
  await shop.deps.db.insert(paperCoupon).values({ couponUid, couponPblcnUid, takenAt: null })
  return couponUid
}

/** Creates an issue and downloads its coupon into the member's wallet. Returns the `couponUid`. */
export const giveOne = async (shop: Shop, token: string, overrides: Partial<Issue> = {}): Promise<string> => {
  const couponPblcnUid = await makeIssue(shop, overrides)
  const { data, status } = await shop.call(coupon.insert, { token, body: { couponPblcnUid } })
  if (!data) throw new Error(`no coupon: ${status.code}`)
  return data.couponUid
}

/** Quotes one 24H mobile pass, unless `body` says otherwise. */
export const quoteFor = async (shop: Shop, token: string, body: Record<string, unknown> = {}) =>
  shop.call(pass.buyPassPayInfo, {
    token,
    body: { gdsDtlUid: await shop.optionOf('pass-24h-mobile'), passCnt: 1, ...body } as never,
  })

/** Orders what was quoted, with consent and an overseas card unless `overrides` says otherwise. */
export const buyQuote = (shop: Shop, token: string, quoteUid: string, overrides: Record<string, unknown> = {}) =>
  shop.call(pass.buyPass, { token, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y', ...overrides } as never })
