import type { ProviderId } from '#contract/calls/easyLogin.ts'

/** One sign-in under way. All of it can be made again from `state`, so nothing of it is stored. */
export interface Flow {
  state: string
  nonce: string
  /** PKCE. */
  verifier: string
  /** Where the provider sends the browser back to. */
  redirectUri: string
}

/** What came back with the browser. */
export interface Return {
  code: string
  /** The issuer's name, from providers that say it (RFC 9207). */
  iss?: string | undefined
}

/** Whom a provider names. */
export interface Person {
  /** The provider's own name for the person; never another's. */
  subject: string
  email: string | null
  /** Has the provider proven this mailbox, and says so? Nothing else links to a member. */
  emailVerified: boolean
  engNm: string | null
  engSurname: string | null
}

/** One provider of social sign-in. */
export interface Provider {
  id: ProviderId
  /** Its page. Throws `ProviderAway`. */
  begin: (flow: Flow) => Promise<string>
  /** Redeems the code. Throws `ProviderRefused`, `ProviderAway`. */
  finish: (flow: Flow, back: Return) => Promise<Person>
}

export type Providers = ReadonlyMap<ProviderId, Provider>

/** A forged, spent or foreign code, or a token that does not fit the flow. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** No answer, or one that makes no sense. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}
