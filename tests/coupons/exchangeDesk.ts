import * as gate from '#contract/calls/gate.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import type { Shop } from '../payment/shop.ts'

/** Enrols a scanner at this place and returns its credential. */
export const gateAt = async (shop: Pick<Shop, 'call' | 'deps'>, placeUid: string): Promise<string> => {
  const { code } = await makeEnrolmentCode(shop.deps, placeUid)
  const { data, status } = await shop.call(gate.enrol, { body: { code } })
  if (!data) throw new Error(`not enrolled: ${status.code}`)
  return data.credential
}
