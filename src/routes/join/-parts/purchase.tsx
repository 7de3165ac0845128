import { Trans } from '@lingui/react/macro'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useFormat } from '#i18n/format.ts'
import { OrderTicket } from '../../-shared/productTicket.tsx'

interface Purchase {
  gdsDtlUid: string
  passCnt: number
}

/** Returns the purchase that the sign-in interrupted, read from `returnTo`; null for any other target. */
export const purchaseOf = (returnTo: string | undefined): Purchase | null => {
  const [path, query] = (returnTo ?? '').split('?', 2)
  if (path !== '/pass/paymentInfo') return null
  const search = new URLSearchParams(query)
  const gdsDtlUid = search.get('gdsDtlUid')
  const passCnt = Number(search.get('passCnt'))
  const counts = Number.isInteger(passCnt) && passCnt >= QUANTITY_MIN && passCnt <= QUANTITY_MAX
  return gdsDtlUid && counts ? { gdsDtlUid, passCnt } : null
}

/**
 * Renders the chosen passes as the payment screen shows them, at catalogue prices; the server computes the final price.
 */
export function PurchaseTicket({ purchase: { gdsDtlUid, passCnt: count } }: { purchase: Purchase }) {
  const { data } = useCatalogue()
  const { price } = useFormat()
  const product = data?.products.find((one) => one.gdsDtlUid === gdsDtlUid)
  if (!product) return null
  const hours = product.windowHours
  return (
    <OrderTicket
      passType={product.passType}
      title={product.name}
      text={
        <Trans>
          {count} × {hours}-hour pass
        </Trans>
      }
      end={price((product.discounted ?? product.price) * count)}
    />
  )
}
