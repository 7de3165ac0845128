import { randomUUID } from 'node:crypto'
import { goodsCode } from '#server/db/schema/goodsCode.ts'
import { sealCode } from '#server/modules/goodsCode/seal.ts'
import type { ReservationShop } from './reservationShop.ts'

/**
 * Gives a reservation a code that was shown, and returns its id. The code is of an option of its own, because an option
 * with codes is sold only with codes.
 */
export const addShownCode = async ({ deps, clock }: ReservationShop, rsvtUid: string): Promise<string> => {
  const codeUid = randomUUID()
  const at = clock()
  const sealed = sealCode(deps.keys, `LPA:1$example.com$${codeUid}`)
  await deps.db
    .insert(goodsCode)
    .values({ codeUid, ...sealed, gdsDtlUid: 'esim-a', rsvtUid, loadedAt: at, shownAt: at })
  return codeUid
}
