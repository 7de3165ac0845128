import { Trans } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import type { Product } from '#contract/calls/pass.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { OrderTicket } from './productTicket.tsx'
import { purchaseOf, type Purchase } from './purchaseOf.ts'
import type { ReturnSearch } from './returnSearch.ts'

/** Returns the purchase that this step of signing in or up interrupts; null without one. */
export const usePurchase = (): Purchase | null =>
  purchaseOf(useSearch({ strict: false }).returnTo as ReturnSearch['returnTo'])

/** Returns the product of a purchase and its price at the catalogue's prices, KRW; null while it is not known. */
export const usePriced = (purchase: Purchase | null): { product: Product; totalKrw: number } | null => {
  const { data } = useCatalogue()
  const product = purchase && data?.products.find(({ gdsDtlUid }) => gdsDtlUid === purchase.gdsDtlUid)
  if (!product) return null
  return { product, totalKrw: (product.discounted ?? product.price) * purchase.passCnt }
}

/**
 * Renders the chosen passes as the payment screen shows them, at catalogue prices; the server computes the final price.
 */
export function PurchaseTicket({ purchase }: { purchase: Purchase }) {
  const { price } = useFormat()
  const priced = usePriced(purchase)
  const { passCnt: count, promoCode } = purchase
  if (!priced) return null
  const { product, totalKrw } = priced
  const hours = product.windowHours
  return (
    <OrderTicket
      passType={product.passType}
      title={product.name}
      text={
        <>
          <Trans>
            {count} × {hours}-hour pass
          </Trans>
          {promoCode && (
            <>
              <br />
              <Trans>Code {promoCode}: we will check it before you pay</Trans>
            </>
          )}
        </>
      }
      end={price(totalKrw)}
    />
  )
}
