import * as z from 'zod/mini'
import { GENDERS } from '../codes.ts'
import { birthYear, mobile, name, ntnCd, password } from '../forms/signUp.ts'
import { call } from './call.ts'
import { email, text, uuid, yn } from './fields.ts'
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
  }),
  /** When the last of the member's data is gone at the latest. */
  data: z.object({ erasedBy: z.int() }),
})
