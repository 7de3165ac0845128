import type { Database } from '#server/db/connect.ts'
import { couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'
import { readSeed } from '#server/modules/catalogue/service.ts'
import type { Issue } from './store.ts'

interface Seed {
  issues: Omit<Issue, 'gdsDtlUid' | 'startsAt' | 'endsAt' | 'expiresAt' | 'sample'>[]
  welcome: Seed['issues'][number]
  paper: { couponPblcnUid: string; numbers: string[] }
}

/** The coupon that each new member gets, in production too. What is there stays as it is. */
export const seedWelcomeCoupon = async (db: Database): Promise<void> => {
  const { welcome } = readSeed<Seed>('coupons')
  await db
    .insert(couponIssue)
    .values({ ...welcome, gdsDtlUid: null, startsAt: 0, endsAt: null, expiresAt: null, sample: false })
    .onConflictDoNothing()
}

/** Made-up coupons for development. What is there stays as it is. */
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
