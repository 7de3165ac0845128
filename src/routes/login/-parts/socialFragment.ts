import { PROVIDERS, type ProviderAnswer, type ProviderId } from '#data/social.ts'

/** What the server puts behind the `#` after a provider's page, where no server and no log sees it (security 6.11). */
export interface SocialFragment {
  entranceSns: ProviderId
  /** Null after a sign-in that the visitor or the provider has cancelled. */
  answer: ProviderAnswer | null
}

/** Reads the fragment, with or without its `#`; null for any other text. */
export const readSocialFragment = (fragment: string): SocialFragment | null => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const entranceSns = PROVIDERS.find((id) => id === parameters.get('entranceSns'))
  if (!entranceSns) return null
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => parameters.get(name))
  return { entranceSns, answer: code && state ? { entranceSns, code, state, iss: iss ?? undefined } : null }
}
