/**
 * The legal texts by code. The seed holds their content. `required`: sign-up needs this consent (spec 3.2, 5.7).
 * Cancellation terms are agreed to with each order instead.
 */
export const TERMS = {
  service: { required: true },
  privacy: { required: true },
  refund: { required: false },
  marketing: { required: false },
  /** Consent is given when the account is deleted. */
  withdrawal: { required: false },
} as const satisfies Record<string, { required: boolean }>
export type TermsCode = keyof typeof TERMS
export const TERMS_CODES = Object.keys(TERMS) as TermsCode[]

/** Codes that the first release of the app requests, with their present codes. */
export const FORMER_TERMS_CODES: Readonly<Record<string, TermsCode>> = {
  terms_of_service: 'service',
  privacy_policy: 'privacy',
  refund_policy: 'refund',
  marketing_consent: 'marketing',
}
