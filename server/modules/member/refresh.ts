import type { Locale } from '#contract/locales.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as session from '#server/modules/session/service.ts'
import { readMember, signedIn, type SignedIn } from './service.ts'
import * as store from './store.ts'

/**
 * Renews access and refresh token. `locale`: the language of the call; undefined: it named none. Throws `E_SESSION`.
 */
export const refresh = async (deps: Deps, refreshToken: string, locale: Locale | undefined): Promise<SignedIn> => {
  const tokens = await session.refresh(deps, refreshToken)
  const member = await readMember(deps.db, tokens.memberId)
  if (!member) throw new Refusal('E_SESSION')
  // Only a change within the session: of two devices in two languages the one that renewed last would win otherwise.
  if (locale !== undefined && (await session.changeLocale(deps.db, tokens.sessionId, locale)))
    await store.setLocale(deps.db, member.id, locale, deps.clock())
  return signedIn(tokens, member)
}
