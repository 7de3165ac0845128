import type { PassType } from '#contract/codes.ts'
import { citySeed } from '#server/modules/catalogue/service.ts'

/** Returns the hours that a pass of this type lasts, by its product in the seed. */
export const windowHoursOf = (type: PassType): number => {
  const product = citySeed().records.products.find(({ passType }) => passType === type)
  if (!product) throw new Error(`the seed sells no ${type}`)
  return product.windowHours
}
