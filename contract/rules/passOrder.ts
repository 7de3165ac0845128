import type { MyPass } from '../calls/mypage.ts'

type Ordered = Pick<MyPass, 'state' | 'purchasedAt'>

const LIVE: readonly MyPass['state'][] = ['in_use', 'unused']
const rank = ({ state }: Ordered): number => (LIVE.includes(state) ? LIVE.indexOf(state) : LIVE.length)

/** Order of passes on a phone: in use, then unused, then those that are over; in each the newest first. */
export const byUse = (a: Ordered, b: Ordered): number => rank(a) - rank(b) || b.purchasedAt - a.purchasedAt
