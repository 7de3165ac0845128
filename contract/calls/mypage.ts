import * as z from 'zod/mini'
import { GROUPS, MEDIA, PASS_TYPES, WALLETS } from '../codes.ts'
import { PASS_NAME_MAX } from '../limits.ts'
import { SCENES } from '../rules/scene.ts'
import { call } from './call.ts'
import { base64url, group, instant, krw, ownOrder, text, uuid, yn } from './fields.ts'

export const profile = z.object({
  memberId: z.string(),
  email: z.string(),
  engNm: z.string(),
  engSurname: z.string(),
  mobile: z.nullable(z.string()),
  ntnCd: z.nullable(z.string()),
  joinedAt: instant,
  /**
   * Usable coupons, gifts that wait for the member's answer, and unread news are missing in answers of earlier releases,
   * as are the points.
   */
  counts: z.object({
    passes: z.int(),
    favourites: z.int(),
    inquiries: z.int(),
    coupons: z.optional(z.int()),
    gifts: z.optional(z.int()),
    unread: z.optional(z.int()),
  }),
  /** Points that can be spent, KRW. */
  points: z.optional(krw),
})
export type Profile = z.infer<typeof profile>

export const myPage = call({
  method: 'GET',
  path: '/mypage/myPage',
  who: 'member',
  summary: 'Summary for My Page',
  data: profile,
})

export const PASS_STATES = ['unused', 'in_use', 'used', 'expired', 'cancelled', 'refund'] as const

/**
 * One pass of the member. The mirror stores it unchanged. A field that has the name of a column of `pass` holds that
 * column, unless `listPasses` (`server/modules/pass/service.ts`) says otherwise.
 */
export const myPass = z.object({
  passUid: uuid,
  ordUid: ownOrder,
  /** Empty for a pass received as a gift: the order is the giver's. */
  orderNumber: z.string(),
  gdsUid: z.string(),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  state: z.enum(PASS_STATES),
  /** `Y`: in a refund request. No gate accepts the pass unless the request is denied. */
  refundRequestedYn: yn,
  /** Name on the pass. */
  holder: z.string(),
  /** The member's own name for it, to tell the passes of a family apart; gates do not get it. */
  name: z.nullable(z.string()),
  windowHours: z.int(),
  purchasedAt: instant,
  /** The window must start before this. */
  validUntil: instant,
  activatedAt: z.nullable(instant),
  /** First discount at a partner. It makes the pass used for gifts and refunds (`isUsed`), but starts no window. */
  discountUsedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
  allowance: z.nullable(
    z.object({ A: z.object({ total: z.int(), used: z.int() }), B: z.object({ total: z.int(), used: z.int() }) }),
  ),
  /**
   * For a pass in use: the group list in force at its first entry (attraction to group), by which its entries count.
   * Null: they count by the present groups.
   */
  groups: z.nullable(z.record(z.string(), z.enum(GROUPS))),
  /** Newest first. */
  admissions: z.array(
    z.object({
      gdsUid: z.string(),
      name: z.string(),
      /** As in `attraction`. */
      shortName: z.optional(z.string()),
      scene: z.enum(SCENES),
      group,
      at: instant,
    }),
  ),
  /**
   * What the member paid for it, in money and points, KRW: its share of the order. Null for a pass that somebody else
   * paid; missing in answers of earlier releases.
   */
  paidPrice: z.optional(z.nullable(krw)),
  /** The phone to which the pass is bound; null: none yet. */
  deviceUid: z.nullable(uuid),
  epoch: z.int(),
  /** The certificate for the bound phone, base64url; null while the pass is not bound or not live. */
  certificate: z.nullable(base64url),
  certificateNotAfter: z.nullable(instant),
  /**
   * The wallet apps that the operator offers, and since when this pass is in each; null: it is in none of them. Missing
   * in answers of earlier releases, and where the operator offers none.
   */
  wallets: z.optional(z.array(z.object({ wallet: z.enum(WALLETS), addedAt: z.nullable(instant) }))),
})
export type MyPass = z.infer<typeof myPass>

export const myPassList = call({
  method: 'GET',
  path: '/mypage/myPass/list',
  who: 'member',
  summary: "The member's passes with QR material",
  data: z.object({ list: z.array(myPass) }),
})

export const passName = call({
  method: 'PATCH',
  path: '/mypage/myPass/name',
  who: 'member',
  addition: true,
  summary:
    'What the member calls a pass: up to twenty characters, or null for none. It goes when the pass changes hands',
  refuses: ['E_PASS_NAME', 'E_NOT_FOUND'],
  /** The server stores `passName(name)`; an invalid name is `E_PASS_NAME`. */
  body: z.strictObject({ passUid: uuid, name: z.nullable(z.string().check(z.maxLength(PASS_NAME_MAX * 12))) }),
  data: z.object({ passUid: uuid, name: z.nullable(z.string()) }),
})

export const myAttractionList = call({
  method: 'GET',
  path: '/mypage/myAttraction/list',
  who: 'member',
  summary: 'Favourite attractions, newest first',
  data: z.object({ list: z.array(z.object({ gdsUid: z.string(), at: instant })) }),
})

export const deviceNonce = call({
  method: 'GET',
  path: '/mypage/myPass/device',
  who: 'member',
  addition: true,
  paced: true,
  summary: 'A nonce for the phone to sign, good for five minutes and once',
  data: z.object({ nonce: z.string(), expiresAt: instant }),
})

export const KEY_ALGORITHMS = ['Ed25519', 'P-256'] as const

export const device = call({
  method: 'POST',
  path: '/mypage/myPass/device',
  who: 'member',
  addition: true,
  unstored: true,
  summary: "Registers this phone's key (it signs the nonce) and binds a pass to it, or moves one with the password",
  refuses: [
    'E_DEVICE_PROOF',
    'E_NOT_FOUND',
    'E_PASS_NOT_LIVE',
    'E_PASS_ELSEWHERE',
    'E_PASSWORD_MISMATCH',
    'E_MOVES',
    'E_THROTTLED',
    'E_BUSY',
  ],
  body: z.strictObject({
    algorithm: z.enum(KEY_ALGORITHMS),
    /** Raw key: 32 bytes (Ed25519) or 33 bytes (P-256, compressed). */
    publicKey: base64url,
    nonce: text(200),
    /** Signature over `deviceProofBytes(nonce)`: the bytes of `harbor-pass device\n<nonce>`. */
    signature: base64url,
    label: z.optional(text(80)),
    passUid: z.optional(uuid),
    /** Needed only to move a pass from another phone. */
    password: z.optional(text(1024)),
  }),
  data: z.object({ deviceUid: uuid, list: z.array(myPass) }),
})
