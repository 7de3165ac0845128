import type { Deps } from '#server/deps.ts'
import { KNOWN_PHONE_COOKIE } from '#contract/limits.ts'
import { readPhone } from './tokens.ts'

/** A phone that this member has signed in on before. It authenticates nothing, but is exempt from strangers' delays. */
export interface KnownPhone {
  memberId: string
  phoneId: string
}

const COOKIE = new RegExp(`(?:^|;\\s*)${KNOWN_PHONE_COOKIE}=([^;\\s]+)`)

/** Returns the phone that the request's cookies name, or null. */
export const knownPhone = async (
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  cookies: string | undefined,
): Promise<KnownPhone | null> => {
  const token = COOKIE.exec(cookies ?? '')?.[1]
  return token === undefined ? null : readPhone(keys, token, clock())
}

/** Returns the phone if it belongs to this member, else null. */
export const ownPhone = (phone: KnownPhone | null, memberId: string | undefined): KnownPhone | null =>
  phone && phone.memberId === memberId ? phone : null
