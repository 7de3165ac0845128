import * as z from 'zod/mini'
import { MEDIA, PASS_TYPES } from '../codes.ts'
import { GIFT_TEXT_MAX } from '../limits.ts'
import { graphemes, isClean } from '../rules/text.ts'
import { call, page } from './call.ts'
import { certCode, PROOF_REFUSALS } from './cert.ts'
import { base64url, email, instant, paging, text, uuid } from './fields.ts'

/** States of a gift; exactly one of the last four ends it (`contract/rules/gift.ts`). */
export const GIFT_STATES = ['sent', 'accepted', 'declined', 'cancelled', 'expired'] as const
/** The states that the clients of the first releases know: `firstStateOf`. */
export const FIRST_GIFT_STATES = ['sent', 'accepted', 'declined', 'cancelled'] as const
/** Values of the list filter `type`. */
export const GIFT_TYPES = ['sent', 'received'] as const

/** The message of a gift. */
export const giftMessage = z.string().check(
  z.maxLength(GIFT_TEXT_MAX * 12),
  z.refine(isClean, { error: 'control_characters' }),
  z.refine((value) => graphemes(value) <= GIFT_TEXT_MAX, { error: 'too_big' }),
)

export const gift = z.object({
  giftUid: uuid,
  passUid: uuid,
  /** Whether the caller sent or received it. */
  type: z.enum(GIFT_TYPES),
  /** An expired gift is `cancelled` here, which every release can show. */
  state: z.enum(FIRST_GIFT_STATES),
  /** The actual state; absent in rows that a phone has stored before it existed. */
  exactState: z.optional(z.enum(GIFT_STATES)),
  /** Of a gift by link (spec 4.27); absent for a gift to an address. */
  link: z.optional(
    z.object({
      /** Until when it can be accepted. */
      expiresAt: instant,
      /** When somebody other than the sender first opened it. */
      openedAt: z.nullable(instant),
      /** Hash of the key, by which the phone that made the link finds the key; for the sender alone, else empty. */
      hash: z.string(),
    }),
  ),
  gdsUid: z.string(),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  /** `id` is the email address (spec 3.10); empty once that member has deleted the account. */
  sender: z.object({ id: z.string(), name: z.string() }),
  /** No name: knowing an address must not reveal a member's name. Empty for a gift by link, whoever accepted it. */
  recipient: z.object({ id: z.string() }),
  message: z.string(),
  sentAt: instant,
  endedAt: z.nullable(instant),
})
export type Gift = z.infer<typeof gift>

/** A phone's signature over `giftProofBytes`. */
export const giftProof = z.strictObject({ giftUid: uuid, deviceUid: uuid, epoch: z.int(), signature: base64url })
export type GiftProof = z.output<typeof giftProof>

export const giftInsert = call({
  method: 'POST',
  path: '/mypage/gift/insert',
  who: 'member',
  summary: 'Sends a pass to another member, by email; it can be taken back until it is accepted',
  refuses: ['E_NOT_FOUND', 'E_GIFT_RECIPIENT', 'E_GIFT_SELF', 'E_GIFT_PASS', 'E_GIFT_PROOF', ...PROOF_REFUSALS],
  body: z.strictObject({
    passUid: uuid,
    id: email,
    message: z.optional(giftMessage),
    /**
     * For a bound pass: its phone's signature over `giftProofBytes`. The gift gets this `giftUid`. Null: this phone
     * cannot sign for the pass. Absent: a client of the first release, which is refused with a code that it knows.
     */
    proof: z.optional(z.nullable(giftProof)),
    /** For a bound pass that another device gives away. */
    password: z.optional(text(1024)),
    /** Instead of the password: a code that `mypage/cert/send-mail` mailed for the purpose `gift`. */
    code: z.optional(certCode),
  }),
  data: gift,
})

export const giftReceive = call({
  method: 'PATCH',
  path: '/mypage/gift/receive',
  who: 'member',
  summary: 'Accepts a gift: the pass moves, and every code of it that was shown before is void',
  refuses: ['E_NOT_FOUND', 'E_GIFT_ENDED', 'E_GIFT_PASS'],
  body: z.strictObject({ giftUid: uuid }),
  data: gift,
})

export const giftRefuse = call({
  method: 'PATCH',
  path: '/mypage/gift/refuse',
  who: 'member',
  summary: 'Declines a gift: the pass stays with its sender',
  refuses: ['E_NOT_FOUND', 'E_GIFT_ENDED', 'E_GIFT_PASS'],
  body: z.strictObject({ giftUid: uuid }),
  data: gift,
})

export const giftCancel = call({
  method: 'PATCH',
  path: '/mypage/gift/cancel',
  who: 'member',
  summary: 'Takes back a gift that was not accepted',
  refuses: ['E_NOT_FOUND', 'E_GIFT_ENDED', 'E_GIFT_PASS'],
  body: z.strictObject({ giftUid: uuid }),
  data: gift,
})

export const giftList = call({
  method: 'GET',
  path: '/mypage/gift/list',
  who: 'member',
  summary: 'Gifts sent and received, newest first',
  /** Without `type`: both lists. */
  query: z.strictObject({ ...paging, type: z.optional(z.enum(GIFT_TYPES)) }),
  data: page(gift),
})
