import type { Database } from '#server/db/connect.ts'
import { couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'
import { readSeed } from '#server/modules/catalogue/service.ts'
import type { Issue } from './store.ts'

interface Seed {
  issues: Omit<Issue, 'gdsDtlUid' | 'startsAt' | 'endsAt' | 'expiresAt' | 'sample'>[]
  welcome: Seed['issues'][number]
  paper: { couponPblcnUid: string; numbers: string[] }
}

/** Inserts the issue of the welcome coupon, in production too. No-op when it exists. */
export const seedWelcomeCoupon = async (db: Database): Promise<void> => {
  const { welcome } = readSeed<Seed>('coupons')
  await db
    .insert(couponIssue)
    .values({ ...welcome, gdsDtlUid: null, startsAt: 0, endsAt: null, expiresAt: null, sample: false })
    .onConflictDoNothing()
}

/** Inserts sample coupons for development. Existing rows stay as they are. */
export const seedCoupons = async (db: Database): Promise<void> => {
  const { issues, paper } = readSeed<Seed>('coupons')
  const always = { gdsDtlUid: null, startsAt: 0, endsAt: null, expiresAt: null, sample: true }
  await db
    .insert(couponIssue)
    .values(issues.map((issue) => ({ ...issue, ...always })))
    .onConflictDoNothing()
  await db
    .insert(paperCoupon)
    .values(paper.numbers.map((couponUid) => ({ couponUid, couponPblcnUid: paper.couponPblcnUid, takenAt: null })))
    .onConflictDoNothing()
}
