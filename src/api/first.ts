import type { Catalogue } from '#contract/calls/main.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { Locale } from '#contract/locales.ts'
import { catalogueAddress } from '#contract/shells.ts'

/**
 * The city for a visitor who is here for the first time: the one call that is made before the client is there, since it
 * needs no token and changes nothing. Null: no answer of ours; the client will ask again and say so.
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
