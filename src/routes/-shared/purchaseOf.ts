import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'

/** What a visitor was about to pay for when signing in or up interrupted the purchase. */
export interface Purchase {
  gdsDtlUid: string
  passCnt: number
  /** Not checked yet: the server checks codes of members only. */
  promoCode: string | null
}

/** Returns the purchase to which `returnTo` leads back; null for any other target. */
export const purchaseOf = (returnTo: string | undefined): Purchase | null => {
  const [path, query] = (returnTo ?? '').split('?', 2)
  if (path !== '/pass/paymentInfo') return null
  const search = new URLSearchParams(query)
  const gdsDtlUid = search.get('gdsDtlUid')
  const passCnt = Number(search.get('passCnt'))
  const counts = Number.isInteger(passCnt) && passCnt >= QUANTITY_MIN && passCnt <= QUANTITY_MAX
  return gdsDtlUid && counts ? { gdsDtlUid, passCnt, promoCode: codeOf(search.get('promoCode')) } : null
}

/** The router writes a text of digits as a JSON string, in quotes. */
const codeOf = (code: string | null): string | null => code?.replace(/^"(.*)"$/, '$1') || null
