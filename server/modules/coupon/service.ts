import { uuidv7 } from 'uuidv7'
import type { Coupon, CouponView, FittingCoupon, Issue } from '#contract/calls/coupon.ts'
import type { Locale } from '#contract/locales.ts'
import { couponDiscount, daysLeft, endOfDay } from '#contract/rules/coupon.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { holdMembership } from '#server/db/membership.ts'
import { Refusal } from '#server/http/refusal.ts'
import { databaseJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { freshNumber, paperNumber } from './number.ts'
import * as store from './store.ts'

export { seedCoupons, seedWelcomeCoupon } from './seed.ts'

/** A purchase that a coupon may apply to. */
export interface Payable {
  kind: 'pass' | 'reserve'
  /** Option that is bought. */
  gdsDtlUid: string
  /** Its goods type (GDS_TYCD). */
  gdsTycd: string
  /** KRW before any discount. */
  amount: number
}

const termsOf = ({ name, ...issue }: store.Issue, locale: Locale) => ({
  couponPblcnUid: issue.couponPblcnUid,
  name: name[locale],
  kind: issue.kind,
  value: issue.value,
  maxDiscount: issue.maxDiscount,
  minAmount: issue.minAmount,
  target: issue.target,
  gdsTycd: issue.gdsTycd,
  gdsDtlUid: issue.gdsDtlUid,
})

const presentCoupon = ({ coupon, issue }: store.CouponWithIssue, locale: Locale, now: number): Coupon => {
  const { couponUid, number, takenAt, expiresAt, usedAt, ordUid } = coupon
  const remainingDays = daysLeft(expiresAt, now)
  const over = expiresAt !== null && now >= expiresAt
  return {
    couponUid,
    number,
    ...termsOf(issue, locale),
    state: ordUid !== null ? 'used' : over ? 'expired' : 'usable',
    takenAt,
    expiresAt,
    daysLeft: remainingDays === null ? null : Math.max(0, remainingDays),
    usedAt,
    ordUid,
  }
}

/** Returns whether a coupon's terms cover what a purchase buys, whatever it costs. */
export const couponCovers = (
  terms: Pick<store.Issue, 'target' | 'gdsTycd' | 'gdsDtlUid'>,
  { kind, gdsDtlUid, gdsTycd }: Payable,
): boolean =>
  (terms.target ?? kind) === kind &&
  (terms.gdsTycd ?? gdsTycd) === gdsTycd &&
  (terms.gdsDtlUid ?? gdsDtlUid) === gdsDtlUid

/** The discount on the sum of those lines of a purchase that the coupon covers. */
const discountFor = (issue: store.Issue, lines: readonly Payable[]): number => {
  const covered = lines.filter((line) => couponCovers(issue, line))
  return couponDiscount(
    issue,
    covered.reduce((sum, { amount }) => sum + amount, 0),
  )
}

/**
 * Returns the member's coupons that reduce this purchase, or this cart of several, the best first (spec 7.31,
 * `/reserve/coupon`).
 */
export const fitCoupons = async (
  db: Database | Tx,
  memberId: string,
  payable: Payable | readonly Payable[],
  now: number,
  locale: Locale = 'en',
): Promise<FittingCoupon[]> =>
  (await store.usableOf(db, memberId, now))
    .map((held) => ({ ...presentCoupon(held, locale, now), discount: discountFor(held.issue, [payable].flat()) }))
    .filter(({ discount }) => discount > 0)
    .toSorted((a, b) => b.discount - a.discount || (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity))

/** Returns a coupon's discount in KRW without using it. Throws `E_COUPON` when it is unusable or another member's. */
const priceCoupon = async (
  db: Database | Tx,
  { couponUid, memberId, lines }: { couponUid: string; memberId: string; lines: readonly Payable[] },
  now: number,
): Promise<number> => {
  const held = await store.findUsable(db, couponUid, memberId, now)
  const discount = held ? discountFor(held.issue, lines) : 0
  if (discount === 0) throw new Refusal('E_COUPON')
  return discount
}

/**
 * Uses a coupon for the order of a cart, in the transaction that inserts the order; returns its discount in KRW. Of
 * concurrent orders one gets it. Throws `E_COUPON` when it is unusable, another member's, or gives no discount on these
 * lines.
 */
export const spendCouponOnCart = async (
  tx: Tx,
  wanted: { couponUid: string; memberId: string; ordUid: string; lines: readonly Payable[] },
  now: number,
): Promise<number> => {
  const discount = await priceCoupon(tx, wanted, now)
  if (!(await store.use(tx, wanted, now))) throw new Refusal('E_COUPON')
  return discount
}

/** Uses a coupon for an order of one purchase. As `spendCouponOnCart`. */
export const spendCoupon = (
  tx: Tx,
  { couponUid, memberId, ordUid, ...line }: Payable & { couponUid: string; memberId: string; ordUid: string },
  now: number,
): Promise<number> => spendCouponOnCart(tx, { couponUid, memberId, ordUid, lines: [line] }, now)

/** Makes the coupon of a closed or fully refunded order usable again, unless it has expired. Idempotent. */
export const returnCoupon = (tx: Tx, ordUid: string, now: number): Promise<void> => store.giveBack(tx, ordUid, now)

/** Counts the member's usable coupons. */
export const countCoupons = (db: Database | Tx, memberId: string, now: number): Promise<number> =>
  store.countOf(db, memberId, 'usable', now)

/** One page of a list in one language; `now` in ms UTC. */
interface CouponPageQuery {
  memberId: string
  now: number
  locale: Locale
  pageNum: number
  pageSize: number
}

/** Lists the issues that members can download now. */
export const listIssues = async (db: Database, { memberId, now, locale, pageNum, pageSize }: CouponPageQuery) => {
  const rows = await store.pageOfIssues(db, memberId, now, pageNum, pageSize)
  const list = rows.map(({ issue, takenAt }): Issue => ({
    ...termsOf(issue, locale),
    endsAt: issue.endsAt,
    validDays: issue.validDays,
    expiresAt: issue.expiresAt,
    takenYn: takenAt === null ? 'N' : 'Y',
    soldOutYn: issue.available === 0 ? 'Y' : 'N',
  }))
  return { list, pageNum, pageSize, total: await store.countIssues(db, now) }
}

/** Lists the member's coupons of one tab, or the usable ones that apply to a type of pass. */
export const listCoupons = async (
  db: Database,
  { memberId, now, locale, pageNum, pageSize, psTycd }: CouponPageQuery & { psTycd: CouponView },
) => {
  const rows = await store.page(db, memberId, psTycd, now, pageNum, pageSize)
  const total = await store.countOf(db, memberId, psTycd, now)
  return { list: rows.map((held) => presentCoupon(held, locale, now)), pageNum, pageSize, total }
}

interface Taking {
  memberId: string
  locale: Locale
  now: number
}

const give = async (
  tx: Tx,
  issue: store.Issue,
  { number, takenKey }: { number: string; takenKey: string },
  { memberId, locale, now }: Taking,
): Promise<Coupon> => {
  const ends = [issue.expiresAt, issue.validDays === null ? null : endOfDay(now, issue.validDays)]
  const knownEnds = ends.filter((end) => end !== null)
  const row: store.Row = {
    couponUid: uuidv7(),
    couponPblcnUid: issue.couponPblcnUid,
    number,
    memberId,
    takenKey,
    takenAt: now,
    expiresAt: knownEnds.length > 0 ? Math.min(...knownEnds) : null,
    ordUid: null,
    usedAt: null,
  }
  // Insert before counting down: a member who has the coupon gets `E_COUPON_TAKEN`, also when the issue is over.
  if (!(await store.insert(tx, row))) throw new Refusal('E_COUPON_TAKEN')
  if (!(await store.takeOne(tx, issue.couponPblcnUid, now))) throw new Refusal('E_COUPON_OVER')
  return presentCoupon({ coupon: row, issue }, locale, now)
}

/** Gives the member a coupon of a downloadable issue, once. Throws `E_NOT_FOUND`, `E_COUPON_TAKEN`, `E_COUPON_OVER`. */
export const takeCoupon = async (tx: Tx, couponPblcnUid: string, taking: Taking): Promise<Coupon> => {
  const issue = await store.findIssue(tx, couponPblcnUid)
  if (issue?.way !== 'download') throw new Refusal('E_NOT_FOUND')
  return give(tx, issue, { number: freshNumber(), takenKey: `${couponPblcnUid}:${taking.memberId}` }, taking)
}

/** Takes a paper coupon. Throws `E_COUPON_NUMBER` alike for unknown and taken numbers; `E_COUPON_OVER`. */
export const takePaperCoupon = async (tx: Tx, typed: string, taking: Taking): Promise<Coupon> => {
  const number = paperNumber(typed)
  const couponPblcnUid = await store.takePaper(tx, number, taking.now)
  const issue = couponPblcnUid === undefined ? undefined : await store.findIssue(tx, couponPblcnUid)
  if (!issue) throw new Refusal('E_COUPON_NUMBER')
  return give(tx, issue, { number, takenKey: `paper:${number}` }, taking)
}

/**
 * Gives a member one coupon of any issue but a printed one, and announces it in the news feed. Throws as `takeCoupon`.
 */
export const giveCoupon = async (tx: Tx, couponPblcnUid: string, taking: Taking): Promise<Coupon> => {
  const issue = await store.findIssue(tx, couponPblcnUid)
  if (!issue || issue.way === 'paper') throw new Refusal('E_NOT_FOUND')
  const takenKey = `${couponPblcnUid}:${taking.memberId}`
  const issued = await give(tx, issue, { number: freshNumber(), takenKey }, taking)
  const { memberId, now } = taking
  await notifyMember(tx, {
    memberId,
    kind: 'coupon_issued',
    key: `coupon_issued:${issued.couponUid}`,
    values: { coupon: issue.name },
    at: now,
  })
  return issued
}

/** The issue in `server/db/seed/coupons.json` that each new member gets. */
const WELCOME_ISSUE = 'welcome-3000'
const WELCOME_JOB = 'welcome-coupon'

/** Schedules the welcome coupon, in the transaction that creates the member. */
export const scheduleWelcome = (tx: Tx, memberId: string, now: number): Promise<void> =>
  schedule(tx, {
    kind: WELCOME_JOB,
    key: `${WELCOME_JOB}:${memberId}`,
    dueAt: now,
    waitsSince: now,
    args: { memberId },
  })

/**
 * Gives the welcome coupon once, by the coupon's unique key. No-op for a withdrawn member, and when `giveCoupon`
 * refuses.
 */
export const giveWelcome = async (tx: Tx, memberId: string, now: number): Promise<void> => {
  if (!(await holdMembership(tx, memberId))) return
  try {
    // A savepoint: what was written before a refusal is rolled back.
    await tx.transaction((inner) => giveCoupon(inner, WELCOME_ISSUE, { memberId, locale: 'en', now }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(WELCOME_JOB, (tx, { args }, { clock }) => giveWelcome(tx, String(args.memberId), clock())),
]
