import * as z from 'zod/mini'
import { MEDIA, PASS_TYPES } from '../codes.ts'
import { GIFT_KEY_BYTES } from '../limits.ts'
import { call } from './call.ts'
import { certCode, PROOF_REFUSALS } from './cert.ts'
import { instant, text, uuid } from './fields.ts'
import { gift, GIFT_STATES, giftMessage, giftProof } from './gift.ts'

/**
 * Gifts by link (spec 4.27). The phone of the sender makes the key of the link; the server knows its hash alone, until
 * somebody opens the link. Cancelling is `gift.giftCancel`, the list is `gift.giftList`.
 */

/** SHA-256 of the key, lower-case hexadecimal: a signature covers it in the place of an address, which has an @. */
const linkHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** `GIFT_KEY_BYTES` random bytes, base64url. */
const key = z.string().check(z.regex(new RegExp(String.raw`^[\w-]{${(GIFT_KEY_BYTES / 3) * 4}}$`)))
const ofLink = z.strictObject({ key })

export const linkInsert = call({
  method: 'POST',
  path: '/mypage/gift/link',
  who: 'member',
  addition: true,
  summary: 'Puts a pass into a gift for whoever accepts it first by its link; it can be taken back until then',
  refuses: ['E_NOT_FOUND', 'E_GIFT_PASS', 'E_GIFT_PROOF', ...PROOF_REFUSALS],
  body: z.strictObject({
    passUid: uuid,
    linkHash,
    message: z.optional(giftMessage),
    /** For a bound pass: its phone's signature, with the hash as the recipient. Null: this phone cannot sign for it. */
    proof: z.nullable(giftProof),
    /** For a bound pass that another device gives away. */
    password: z.optional(text(1024)),
    /** Instead of the password: a code that `mypage/cert/send-mail` mailed for the purpose `gift`. */
    code: z.optional(certCode),
  }),
  data: gift,
})

/** A gift as the holder of its link sees it. */
export const linkedGift = z.object({
  state: z.enum(GIFT_STATES),
  /** What the caller is to the gift; `holder`: has the link, and is neither its sender nor who accepted it. */
  role: z.enum(['sender', 'recipient', 'holder']),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  /** The pass, once it is the caller's. */
  passUid: z.nullable(uuid),
  /** Name of the sender. Like the message, empty for a `holder` once the gift has ended. */
  sender: z.string(),
  message: z.string(),
  expiresAt: instant,
})
export type LinkedGift = z.infer<typeof linkedGift>

export const linkRead = call({
  method: 'POST',
  path: '/gift/link/read',
  who: 'anyone',
  addition: true,
  summary: 'Reads a gift by the key of its link, which a GET would leave in logs',
  refuses: ['E_THROTTLED', 'E_NOT_FOUND'],
  body: ofLink,
  unstored: true,
  data: linkedGift,
})

export const linkOpen = call({
  method: 'POST',
  path: '/gift/link/open',
  who: 'anyone',
  addition: true,
  summary: 'Tells the sender, once, that somebody has opened the gift',
  refuses: ['E_THROTTLED', 'E_NOT_FOUND'],
  body: ofLink,
  unstored: true,
  data: linkedGift,
})

export const linkReceive = call({
  method: 'PATCH',
  path: '/gift/link/receive',
  who: 'member',
  addition: true,
  summary: 'Accepts a gift by its link: the pass moves, and every code of it that was shown before is void',
  refuses: ['E_THROTTLED', 'E_NOT_FOUND', 'E_GIFT_SELF', 'E_GIFT_ENDED', 'E_GIFT_PASS'],
  body: ofLink,
  data: linkedGift,
})
