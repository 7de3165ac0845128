import { randomUUID } from 'node:crypto'
import { redeem } from '#contract/calls/redeem.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { makePhone } from '../passes/phone.ts'
import type { ReservationShop } from '../reserve/reservationShop.ts'

/** An option whose voucher two cafés redeem, on any day of its validity. */
export const CAFE = 'vo-cafe-momos-std'
export const CAFE_PLACE = 'v-momos-coffee-yeongdo-roastery'
export const OTHER_CAFE = 'v-werk-roasters-jeonpo'
export const PERFUME_PLACE = 'v-perfume-workshop-jeonpo'

/** Returns the voucher of a reservation. */
export const voucherOf = async (shop: ReservationShop, token: string, rsvtUid: string) => {
  const { data, status } = await shop.call(reserve.voucher, { token, query: { rsvtUid } })
  if (data?.kind !== 'goods') throw new Error(`no voucher: ${status.code}`)
  return data
}

/** Signs a member up with a registered phone, which draws live codes of vouchers. */
export const voucherHolder = async (shop: ReservationShop) => {
  const member = await shop.visitor()
  const token = member.accessToken
  const phone = await makePhone(shop)
  const { deviceUid } = (await phone.show(token)).data ?? {}
  const certificateOf = async (rsvtUid: string): Promise<Uint8Array> => {
    const { live } = await voucherOf(shop, token, rsvtUid)
    const bytes = fromBase64url(live?.certificate ?? '')
    if (!bytes || live?.deviceUid !== deviceUid) throw new Error('no certificate for this phone')
    return bytes
  }
  return {
    ...member,
    token,
    phone,
    certificateOf,
    /** Draws a code now, or as a phone whose clock differs by `skewMs`. */
    draw: async (rsvtUid: string, skewMs = 0) =>
      presentCode(await certificateOf(rsvtUid), shop.clock() + skewMs, phone.sign),
  }
}

/** Enrols a gate at a place, and returns its function that scans vouchers. */
export const voucherGate = async (shop: ReservationShop, placeUid: string) => {
  const token = await gateAt(shop, placeUid)
  return async (code: string, entryUid: string = randomUUID()) => {
    const { data, status } = await shop.call(redeem, { token, body: { entryUid, code } })
    if (!data) throw new Error(`not judged: ${status.code}`)
    return data
  }
}
