import * as z from 'zod/mini'
import { REFUND_REASONS } from '../codes.ts'
import { REFUND_TEXT_MAX } from '../limits.ts'
import { graphemes, isClean } from '../rules/text.ts'
import { call, page } from './call.ts'
import { instant, krw, paging, text, uuid } from './fields.ts'

/** States of a refund request (spec 4.18). */
export const REFUND_STATES = ['requested', 'denied', 'completed'] as const
/** Why a refund was denied: by the payment gateway, by the desk, or because a pass was used meanwhile. */
export const REFUND_REFUSALS = ['gateway', 'desk', 'used'] as const

/** `whole`: the request covers all units that no other request covers, named or not. `part`: it leaves some of them. */
export const REFUND_TYPES = ['whole', 'part'] as const

/** Result of a refund request (spec 3.12). */
export const refundResult = z.object({
  /** Always 0: the request was accepted. A refusal is an error code in `status`. */
  ret: z.int(),
  refundUid: uuid,
  state: z.enum(REFUND_STATES),
  /** Refund in KRW. */
  cancelAmt: krw,
  /** Date (20261121) and time (153000) of the request in Korea. */
  cancelDate: z.string().check(z.regex(/^\d{8}$/)),
  cancelTime: z.string().check(z.regex(/^\d{6}$/)),
  /** The gateway's id of the payment. */
  tid: z.string(),
  types: z.enum(REFUND_TYPES),
  /** `Y`: the desk decides, because the request came late or the card was collected. */
  deskYn: z.enum(['Y', 'N']),
})
export type RefundResult = z.infer<typeof refundResult>

/** At most 1,000 graphemes; one grapheme may have many code units. */
const etcWhy = z.string().check(
  z.maxLength(REFUND_TEXT_MAX * 12),
  z.refine(isClean, { error: 'control_characters' }),
  z.refine((value) => graphemes(value) <= REFUND_TEXT_MAX, { error: 'too_big' }),
)

const refundFields = {
  /** The `ordUid` of the order. */
  rsvtUid: uuid,
  /** Code of the list WHY_CD; an absent or unknown one is `E_REFUND_REASON`. */
  whyCd: z.optional(text(40)),
  etcWhy: z.optional(etcWhy),
}

export const refundPass = call({
  method: 'PATCH',
  path: '/mypage/refundPass',
  who: 'member',
  summary: 'Asks for a refund of unused passes of one order; only its buyer may',
  refuses: [
    'E_NOT_FOUND',
    'E_REFUND_REASON',
    'E_REFUND_USED',
    'E_REFUND_GIFT',
    'E_REFUND_GIVEN',
    'E_REFUND_ASKED',
    'E_REFUND',
  ],
  query: z.partial(z.strictObject(refundFields)),
  body: z.optional(
    z.strictObject({
      ...refundFields,
      /** The units; without it, all that can be refunded. */
      passUids: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(6))),
    }),
  ),
  data: refundResult,
})

export const refundItem = z.object({
  refundUid: uuid,
  rsvtUid: uuid,
  orderNumber: z.string(),
  state: z.enum(REFUND_STATES),
  deskYn: z.enum(['Y', 'N']),
  whyCd: z.enum(REFUND_REASONS),
  etcWhy: z.string(),
  passUids: z.array(uuid),
  cancelAmt: krw,
  types: z.enum(REFUND_TYPES),
  requestedAt: instant,
  endedAt: z.nullable(instant),
  /** Why it was denied; null: it was not. */
  refusal: z.nullable(z.enum(REFUND_REFUSALS)),
  /** Note of the desk. */
  note: z.nullable(z.string()),
})
export type RefundItem = z.infer<typeof refundItem>

export const refundList = call({
  method: 'GET',
  path: '/mypage/refund/list',
  who: 'member',
  addition: true,
  summary: 'Refund requests and how they stand, newest first',
  query: z.strictObject(paging),
  data: page(refundItem),
})
