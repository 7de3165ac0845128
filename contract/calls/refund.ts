import * as z from 'zod/mini'
import { REFUND_REASONS } from '../codes.ts'
import { REFUND_TEXT_MAX } from '../limits.ts'
import { graphemes, isClean } from '../rules/text.ts'
import { call, page } from './call.ts'
import { instant, krw, paging, text, uuid } from './fields.ts'

/** Requested, denied, completed (specification 4). */
export const REFUND_STATES = ['requested', 'denied', 'completed'] as const
/** Who denied it: the payment gateway, or a person at the desk. */
export const REFUND_REFUSALS = ['gateway', 'desk', 'used'] as const

/** Which units: all that can be given back, or those that are named. */
export const REFUND_TYPES = ['whole', 'part'] as const

export const refundResult = z.object({
  /** Zero: the request was taken. Anything else is an error code in `status`. */
  ret: z.int(),
  refundUid: uuid,
  state: z.enum(REFUND_STATES),
  /** KRW that go back. */
  cancelAmt: krw,
  /** Day (20261121) and time (153000) of the request in Korea. */
  cancelDate: z.string().check(z.regex(/^\d{8}$/)),
  cancelTime: z.string().check(z.regex(/^\d{6}$/)),
  /** The payment as the gateway knows it. */
  tid: z.string(),
  types: z.enum(REFUND_TYPES),
  /** A person decides: it came too late, or the card was collected. */
  deskYn: z.enum(['Y', 'N']),
})
export type RefundResult = z.infer<typeof refundResult>

/** 1,000 graphemes; a grapheme may be many characters long. */
const etcWhy = z.string().check(
  z.maxLength(REFUND_TEXT_MAX * 12),
  z.refine(isClean, { error: 'control_characters' }),
  z.refine((value) => graphemes(value) <= REFUND_TEXT_MAX, { error: 'too_big' }),
)

const asked = {
  /** The order, `ordUid`. */
  rsvtUid: uuid,
  /** A code of the list WHY_CD; without a known one it is `E_REFUND_REASON`. */
  whyCd: z.optional(text(40)),
  etcWhy: z.optional(etcWhy),
}

export const refundPass = call({
  method: 'PATCH',
  path: '/mypage/refundPass',
  who: 'member',
  summary: 'Asks for a refund of unused passes of one order; only its buyer may',
  query: z.partial(z.strictObject(asked)),
  body: z.optional(
    z.strictObject({
      ...asked,
      /** Which units; without it, every one that can be given back. */
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
  /** Why it was denied: by whom, or that a pass was used meanwhile. */
  refusal: z.nullable(z.enum(REFUND_REFUSALS)),
  /** What the desk wrote. */
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
