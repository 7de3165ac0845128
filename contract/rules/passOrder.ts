import type { MyPass } from '../calls/mypage.ts'
import { isClaimed, type Claims } from './passState.ts'

/** `gift`: not null while the pass is in a gift. The server's rows do not say; the client derives it (M6). */
type Ordered = Pick<MyPass, 'state' | 'purchasedAt'> & Partial<Claims>

const LIVE: readonly MyPass['state'][] = ['in_use', 'unused']
const rank = ({ state, gift = null, refundRequestedYn = 'N' }: Ordered): number => {
  if (!LIVE.includes(state)) return LIVE.length + 1
  return isClaimed({ gift, refundRequestedYn }) ? LIVE.length : LIVE.indexOf(state)
}

/**
 * Compares passes for display: in use, then unused, then those in a gift or a refund request, then those that have
 * ended; within each the newest purchase first.
 */
export const byUse = (a: Ordered, b: Ordered): number => rank(a) - rank(b) || b.purchasedAt - a.purchasedAt
