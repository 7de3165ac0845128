import * as z from 'zod/mini'
import { GENDERS, PASS_TYPES } from '../codes.ts'
import { birthYear, mobile, name, ntnCd, password } from '../forms/signUp.ts'
import { call } from './call.ts'
import { certCode, PROOF_REFUSALS } from './cert.ts'
import { email, instant, text, uuid, yn } from './fields.ts'
import { profile } from './mypage.ts'

/** The member's own data, and the deletion of the account (spec 2.64, 2.65, 3.1). */

export const myInfo = z.extend(z.omit(profile, { counts: true }), {
  gender: z.enum(GENDERS),
  birthYear: z.nullable(z.int()),
  marketingYn: yn,
  /** When the member agreed to news and offers; null without consent, absent from the releases before. */
  marketingAt: z.optional(z.nullable(instant)),
  /** Id of a file in `/file/{id}`. */
  photo: z.nullable(uuid),
  /** `N`: the member signs in by a provider only; `find-password` can give a first password. */
  passwordYn: yn,
})
export type MyInfo = z.infer<typeof myInfo>

export const readMyInfo = call({
  method: 'GET',
  path: '/mypage/my-info',
  who: 'member',
  addition: true,
  summary: 'What my-info/update changes',
  data: myInfo,
})

export const update = call({
  method: 'PATCH',
  path: '/mypage/my-info/update',
  who: 'member',
  summary: 'Changes the profile: what is sent changes, null empties',
  refuses: ['E_PHONE', 'E_AGE', 'E_NOT_FOUND', 'E_NAME_IN_USE'],
  body: z.strictObject({
    engSurname: z.optional(name),
    engNm: z.optional(name),
    gender: z.optional(z.enum(GENDERS)),
    birthYear: z.optional(z.nullable(birthYear)),
    ntnCd: z.optional(z.nullable(ntnCd)),
    mobile: z.optional(z.nullable(mobile)),
    marketingYn: z.optional(yn),
    /** An upload of kind `profile`; the previous photo is deleted. */
    photo: z.optional(z.nullable(uuid)),
  }),
  data: myInfo,
})

export const changePassword = call({
  method: 'POST',
  path: '/mypage/change-password',
  who: 'member',
  summary: 'Changes the password; signs out all other devices and takes the passes off their screens',
  refuses: [
    'E_PASSWORD_FORMAT',
    'E_PASSWORD_WEAK',
    'E_PASSWORD_TEMPORARY',
    'E_PASSWORD_CURRENT',
    'E_THROTTLED',
    'E_BUSY',
  ],
  body: z.strictObject({
    currentPassword: text(1024),
    password,
    /** This phone, whose passes stay bound to it. */
    deviceUid: z.optional(uuid),
  }),
  data: z.null(),
})

export const validationId = call({
  method: 'GET',
  path: '/mypage/validation-id',
  who: 'member',
  summary: 'May this email receive a gift? Tells no name',
  refuses: ['E_THROTTLED'],
  query: z.strictObject({ id: email }),
  /** `N` for the caller's own address too. */
  data: z.object({ useYn: yn }),
})

/** Reasons that block the deletion of an account until a payment, refund, gift or reservation has ended. */
export const WITHDRAWAL_BLOCKS = [
  'E_WITHDRAW_PAYMENT',
  'E_WITHDRAW_REFUND',
  'E_WITHDRAW_GIFT',
  'E_WITHDRAW_BOOKING',
] as const

export const signOutInfo = call({
  method: 'GET',
  path: '/mypage/sign-out/info',
  who: 'member',
  addition: true,
  summary: 'What deleting the account loses, what stands against it, and the proof that it asks for',
  data: z.object({
    /** Passes that can still be used. */
    passes: z.array(
      z.object({
        passUid: uuid,
        passType: z.enum(PASS_TYPES),
        name: z.nullable(z.string()),
        state: z.enum(['unused', 'in_use']),
        validUntil: instant,
        /** End of the window, if it has started. */
        expiresAt: z.nullable(instant),
      }),
    ),
    /** Paid reservations and vouchers in use at present; those still to come block the deletion. */
    reservations: z.array(z.object({ rsvtUid: uuid, rsvtNumber: z.string(), startsAt: instant, endsAt: instant })),
    /** Coupons that can still be used. */
    coupons: z.int(),
    points: z.int(),
    blocks: z.array(z.enum(WITHDRAWAL_BLOCKS)),
    /** `none`: this sign-in is recent enough. `code`: `sign-out/code` mails one; a new sign-in does as well. */
    proof: z.enum(['password', 'code', 'none']),
  }),
})

export const signOutCode = call({
  method: 'POST',
  path: '/mypage/sign-out/code',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Mails a member without a password the code that deletes the account',
  refuses: ['E_CERT_WAIT', 'E_THROTTLED'],
  data: z.object({ expiresAt: instant, resendAt: instant }),
})

export const signOut = call({
  method: 'PATCH',
  path: '/mypage/sign-out',
  who: 'member',
  unstored: true,
  summary: 'Deletes the account: signed out at once, erased within 24 hours',
  refuses: [
    'E_WITHDRAW_AGREE',
    'E_WITHDRAW_PAYMENT',
    'E_WITHDRAW_REFUND',
    'E_WITHDRAW_GIFT',
    'E_WITHDRAW_BOOKING',
    'E_WITHDRAW_LOSS',
    'E_WITHDRAW_PROOF',
    ...PROOF_REFUSALS,
  ],
  body: z.strictObject({
    /** Consent to the terms of withdrawal. */
    agreeYn: yn,
    /** Required from members who have one. */
    password: z.optional(text(1024)),
    /** Mailed by `sign-out/code`: for members without a password who signed in more than five minutes ago. */
    code: z.optional(certCode),
    /** Consent to lose what `sign-out/info` lists; required while it lists passes or reservations. */
    loseYn: z.optional(yn),
  }),
  /** When all of the member's data is erased at the latest, ms UTC. */
  data: z.object({ erasedBy: z.int() }),
})

export const copyMyData = call({
  method: 'POST',
  path: '/mypage/my-data',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'A copy of what is stored about the member, without secrets',
  refuses: ['E_CERT_REQUIRED', ...PROOF_REFUSALS],
  body: z.strictObject({
    password: z.optional(text(1024)),
    /** Instead of the password: a code that `mypage/cert/send-mail` mailed for the purpose `export`. */
    code: z.optional(certCode),
  }),
  data: z.object({
    madeAt: instant,
    /** Rows by kind: `profile`, `consents`, `orders`, `passes` and others. Their instants are ISO 8601. */
    sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
})
