/**
 * The legal texts by code: the seed holds each of them, the server answers them, screens open them. `required`: signing
 * up takes this consent (specification 3). Which cancellation terms hold is agreed to with each order instead.
 */
export const TERMS = {
  service: { required: true },
  privacy: { required: true },
  refund: { required: false },
  marketing: { required: false },
  /** Agreed to when an account is deleted. */
  withdrawal: { required: false },
} as const satisfies Record<string, { required: boolean }>
export type TermsCode = keyof typeof TERMS
export const TERMS_CODES = Object.keys(TERMS) as TermsCode[]

/** Codes that the first release of the app asks for. */
export const FORMER_TERMS_CODES: Readonly<Record<string, TermsCode>> = {
  terms_of_service: 'service',
  privacy_policy: 'privacy',
  refund_policy: 'refund',
  marketing_consent: 'marketing',
}
