import type { Database } from '#server/db/connect.ts'
import { promoCode } from '#server/db/schema/order.ts'

/** A made-up promotion, so that the field has something to accept in development. */
export const seedPromoCodes = async (db: Database): Promise<void> => {
  await db
    .insert(promoCode)
    .values({ code: 'HARBOR10', percent: 10, startsAt: 0, endsAt: null, sample: true })
    .onConflictDoNothing()
}
