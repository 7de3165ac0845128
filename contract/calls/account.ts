import * as z from 'zod/mini'
import { GENDERS } from '../codes.ts'
import { signUpForm } from '../forms/signUp.ts'
import { call } from './call.ts'
import { code, email, text, uuid, yn } from './fields.ts'

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })

/** The signed-in member: `userInfo` of the login state (spec 3.23). */
export const userInfo = z.object({
  memberId: z.string(),
  email: z.string(),
  engNm: z.string(),
  engSurname: z.string(),
})
export type UserInfo = z.infer<typeof userInfo>

export const session = z.extend(tokens, {
  /** The end token: it only ends this session, at `account/logout`. An offline sign-out leaves it on the phone (S6). */
  endToken: z.optional(z.string()),
  /** The session in `session.list`; a phone registers its key once in each (decision 0305). */
  sessionId: z.optional(uuid),
  autoLgnYn: yn,
  userInfo,
  /** Present after a sign-in with a temporary password: the tokens are valid for `account/change-password` only. */
  mustChangeYn: z.optional(z.literal('Y')),
})
export type Session = z.infer<typeof session>

export const login = call({
  method: 'POST',
  path: '/account/login',
  who: 'anonymous',
  unstored: true,
  cookies: true,
  summary: 'Signs in; sets the token cookies too',
  refuses: ['E_LOGIN', 'E_THROTTLED', 'E_BUSY'],
  body: z.strictObject({ id: text(254), password: text(1024), autoLgnYn: z.prefault(yn, 'N') }),
  data: session,
})

export const updateToken = call({
  method: 'POST',
  path: '/account/update-token',
  who: 'anonymous',
  unstored: true,
  cookies: true,
  summary: 'Replaces both tokens; the old refresh token is spent',
  refuses: ['E_SESSION'],
  body: z.strictObject({ accessToken: z.prefault(text(4096), ''), refreshToken: text(4096) }),
  data: session,
})

export const logout = call({
  method: 'POST',
  path: '/account/logout',
  who: 'anonymous',
  addition: true,
  unstored: true,
  summary: 'Ends the session of this token and its family',
  /** The session's end token, or any of its refresh tokens. The first release named it, and its queues still arrive. */
  body: z.strictObject({ refreshToken: text(4096) }),
  data: z.null(),
})

export const checkId = call({
  method: 'GET',
  path: '/account/check-id',
  who: 'anonymous',
  summary: 'Is this email free?',
  refuses: ['E_THROTTLED'],
  query: z.strictObject({ id: email }),
  data: z.object({ useYn: yn }),
})

export const signUp = call({
  method: 'POST',
  path: '/account/sign-up',
  who: 'anonymous',
  unstored: true,
  cookies: true,
  summary: 'Creates the member whose mailbox was proven',
  refuses: [
    'E_CERT_REQUIRED',
    'E_TERMS_REQUIRED',
    'E_AGE',
    'E_PASSWORD_FORMAT',
    'E_PASSWORD_WEAK',
    'E_PHONE',
    'E_EMAIL_IN_USE',
    'E_BUSY',
  ],
  body: signUpForm,
  data: session,
})

export const accountCode = call({
  method: 'GET',
  path: '/account/code',
  who: 'anonymous',
  shared: true,
  summary: 'Code lists that sign-up needs: countries (with dial code), genders, years',
  query: z.strictObject({ select: z.optional(z.enum(['country', 'gender', 'year'])), language: z.optional(text(20)) }),
  data: z.object({
    country: z.optional(z.array(z.extend(code, { dial: z.string() }))),
    gender: z.optional(z.array(z.extend(code, { code: z.enum(GENDERS) }))),
    year: z.optional(z.array(z.int())),
  }),
})
