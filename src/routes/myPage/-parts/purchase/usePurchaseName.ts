import { useLingui } from '@lingui/react/macro'
import type { Purchase } from '#data/purchases.ts'

/** Returns a function that names a purchase: its product or, once that has left the catalogue, its order number. */
export const usePurchaseName = (): ((purchase: Purchase) => string) => {
  const { t } = useLingui()
  return ({ name, orderNumber }) => name || t`Order ${orderNumber}`
}
