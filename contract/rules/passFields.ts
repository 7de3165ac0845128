import type { MyPass } from '../calls/mypage.ts'

/** Fields of a pass that phones of earlier releases have not stored, with the values that screens then show. */
export const LATER_FIELDS = {
  name: null,
  groups: null,
  refundRequestedYn: 'N',
  discountUsedAt: null,
} as const satisfies Partial<MyPass>
