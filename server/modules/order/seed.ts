import type { Database } from '#server/db/connect.ts'
import { promoCode } from '#server/db/schema/order.ts'

/** Inserts a sample promotion code for development. */
export const seedPromoCodes = async (db: Database): Promise<void> => {
  await db
    .insert(promoCode)
    .values({
      code: 'HARBOR10',
      percent: 10,
      startsAt: 0,
      endsAt: null,
      usesMax: null,
      memberUsesMax: null,
      sample: true,
    })
    .onConflictDoNothing()
}
