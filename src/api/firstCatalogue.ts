import type { Catalogue } from '#contract/calls/main.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { Locale } from '#contract/locales.ts'
import { catalogueAddress } from '#contract/shells.ts'

/**
 * Fetches the catalogue on a first visit, before the API client is loaded; it needs no token and changes nothing.
 * Resolves null without a valid answer: then the client asks again and reports the failure.
 */
export const firstCatalogue = async (locale: Locale): Promise<Catalogue | null> => {
  try {
    const response = await fetch(catalogueAddress(locale))
    const { status, data } = (await response.json()) as Envelope<Catalogue | null>
    return status.code === '200' ? data : null
  } catch {
    return null
  }
}
