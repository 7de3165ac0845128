import type { MyPass } from '../calls/mypage.ts'

/** `gift`: not null while it lies in one, which a server does not tell. */
type Ordered = Pick<MyPass, 'state' | 'purchasedAt'> & { gift?: string | null }

const LIVE: readonly MyPass['state'][] = ['in_use', 'unused']
const rank = ({ state, gift = null }: Ordered): number =>
  LIVE.includes(state) ? (gift === null ? LIVE.indexOf(state) : LIVE.length) : LIVE.length + 1

/**
 * Order of passes on a phone: in use, then unused, then those that lie in a gift, then those that are over; in each the
 * newest first.
 */
export const byUse = (a: Ordered, b: Ordered): number => rank(a) - rank(b) || b.purchasedAt - a.purchasedAt
