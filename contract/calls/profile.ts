import * as z from 'zod/mini'
import { GENDERS, PASS_TYPES } from '../codes.ts'
import { birthYear, mobile, name, ntnCd, password } from '../forms/signUp.ts'
import { call } from './call.ts'
import { certCode } from './cert.ts'
import { email, instant, text, uuid, yn } from './fields.ts'
import { profile } from './mypage.ts'

/** The member's own data, and the end of the membership (specification 2, 3, 5). */

export const myInfo = z.extend(z.omit(profile, { counts: true }), {
  gender: z.enum(GENDERS),
  birthYear: z.nullable(z.int()),
  marketingYn: yn,
  /** A file of `/file/{id}`. */
  photo: z.nullable(uuid),
  /** `N`: signs in by a provider alone, until `find-password` gave a first password. */
  passwordYn: yn,
})
export type MyInfo = z.infer<typeof myInfo>

export const info = call({
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
  body: z.strictObject({
    engSurname: z.optional(name),
    engNm: z.optional(name),
    gender: z.optional(z.enum(GENDERS)),
    birthYear: z.optional(z.nullable(birthYear)),
    ntnCd: z.optional(z.nullable(ntnCd)),
    mobile: z.optional(z.nullable(mobile)),
    marketingYn: z.optional(yn),
    /** An upload of kind `profile`; the photo before it is deleted. */
    photo: z.optional(z.nullable(uuid)),
  }),
  data: myInfo,
})

export const changePassword = call({
  method: 'POST',
  path: '/mypage/change-password',
  who: 'member',
  summary: 'Changes the password; signs out all other devices and takes the passes off their screens',
  body: z.strictObject({
    currentPassword: text(1024),
    password,
    /** This phone, which goes on showing its passes. */
    deviceUid: z.optional(uuid),
  }),
  data: z.null(),
})

export const validationId = call({
  method: 'GET',
  path: '/mypage/validation-id',
  who: 'member',
  summary: 'May this email receive a gift? Tells no name',
  query: z.strictObject({ id: email }),
  /** `N` for oneself too. */
  data: z.object({ useYn: yn }),
})

/** Money or a decision is owed to the member: the account stays until that has ended. */
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
    /** Passes that could still be used. */
    passes: z.array(
      z.object({
        passUid: uuid,
        passType: z.enum(PASS_TYPES),
        name: z.nullable(z.string()),
        state: z.enum(['unused', 'in_use']),
        validUntil: instant,
        /** End of a window that runs. */
        expiresAt: z.nullable(instant),
      }),
    ),
    /** Paid reservations and vouchers that are running; those still to come stand against it. */
    reservations: z.array(z.object({ rsvtUid: uuid, rsvtNumber: z.string(), startsAt: instant, endsAt: instant })),
    /** Coupons that could still be used. */
    coupons: z.int(),
    points: z.int(),
    blocks: z.array(z.enum(WITHDRAWAL_BLOCKS)),
    /** `none`: this sign-in is fresh enough; `code`: `sign-out/code` mails one, unless the member signs in again. */
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
  data: z.object({ expiresAt: instant, resendAt: instant }),
})

export const signOut = call({
  method: 'PATCH',
  path: '/mypage/sign-out',
  who: 'member',
  unstored: true,
  summary: 'Deletes the account: signed out at once, erased within 24 hours',
  body: z.strictObject({
    /** Agreed to the terms of withdrawal. */
    agreeYn: yn,
    /** Needed from who has one. */
    password: z.optional(text(1024)),
    /** Of `sign-out/code`: for a member without a password whose sign-in is older than five minutes. */
    code: z.optional(certCode),
    /** Agreed that what `sign-out/info` names is lost; needed while it names passes or reservations. */
    loseYn: z.optional(yn),
  }),
  /** When the last of the member's data is gone at the latest. */
  data: z.object({ erasedBy: z.int() }),
})
