import type { ProviderId } from '#contract/calls/easyLogin.ts'

/** One sign-in in progress. All of it can be derived from `state`, so none of it is stored. */
export interface Flow {
  state: string
  nonce: string
  /** PKCE code verifier. */
  verifier: string
  /** Address to which the provider redirects the browser. */
  redirectUri: string
}

/** Parameters of the provider's redirect. */
export interface Return {
  code: string
  /** The issuer, from providers that send it (RFC 9207). */
  iss?: string | undefined
}

/** The person whom a provider identifies. */
export interface Person {
  /** The provider's id of the person; never reused for another. */
  subject: string
  email: string | null
  /** Whether the provider states that it has verified this mailbox; only then is the identity linked to a member. */
  emailVerified: boolean
  engNm: string | null
  engSurname: string | null
}

/** One provider of social sign-in. */
export interface Provider {
  id: ProviderId
  /** Resolves to the address of its sign-in page. Throws `ProviderAway`. */
  begin: (flow: Flow) => Promise<string>
  /** Redeems the code. Throws `ProviderRefused`, `ProviderAway`. */
  finish: (flow: Flow, back: Return) => Promise<Person>
}

export type Providers = ReadonlyMap<ProviderId, Provider>

/** The code is forged, used or of another client, or the token does not match the flow. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** The provider did not answer, or not in a usable way. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}
