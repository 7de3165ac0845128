import * as z from 'zod/mini'
import { signUpForm } from '../forms/signUp.ts'
import { session } from './account.ts'
import { call } from './call.ts'
import { text, uuid, yn } from './fields.ts'

/** Social sign-in (spec 1.18, 7.21, 9.28). `entranceSns` names the provider through the flow (spec 3.24). */

export const PROVIDERS = ['kakao', 'naver', 'google', 'apple', 'facebook', 'line'] as const
export type ProviderId = (typeof PROVIDERS)[number]
const entranceSns = z.enum(PROVIDERS)

export const list = call({
  method: 'GET',
  path: '/account/easy-login/list',
  who: 'anonymous',
  addition: true,
  shared: true,
  summary: 'Providers that are configured: each has a button, no other has',
  data: z.object({ list: z.array(z.object({ entranceSns })) }),
})

export const start = call({
  method: 'POST',
  path: '/account/easy-login/start',
  who: 'anonymous',
  addition: true,
  unstored: true,
  summary: "Begins a sign-in: the provider's page, and the secret that ties the flow to this browser",
  refuses: ['E_NOT_FOUND', 'E_THROTTLED'],
  body: z.strictObject({ entranceSns, autoLgnYn: z.prefault(yn, 'N') }),
  /** The browser keeps `secret` until it calls `easyLogin`. The flow expires after ten minutes. */
  data: z.object({ url: z.string(), secret: z.string() }),
})

/** Parameters of the provider's redirect. `iss` names the provider, if it supports RFC 9207. */
const redirectParameters = z.looseObject({
  code: z.optional(text(4096)),
  state: z.optional(text(200)),
  iss: z.optional(text(200)),
})

export const returnGet = call({
  path: '/account/easy-login/return/{entranceSns}',
  who: 'gateway',
  addition: true,
  raw: true,
  unstored: true,
  params: z.strictObject({ entranceSns }),
  data: z.null(),
  method: 'GET',
  summary: 'Back from the provider: leads to /login/snsSuccess with code and state, or to /login/snsFail',
  /** Providers add parameters of their own. */
  query: redirectParameters,
})

export const returnPost = call({
  path: '/account/easy-login/return/{entranceSns}',
  who: 'gateway',
  addition: true,
  raw: true,
  unstored: true,
  params: z.strictObject({ entranceSns }),
  data: z.null(),
  method: 'POST',
  media: 'application/x-www-form-urlencoded',
  summary: 'The same for a provider that posts a form (Apple)',
  body: redirectParameters,
})

const member = z.extend(session, { joinYn: z.literal('N') })
/** The result for somebody who is not a member yet: data from the provider that prefills the sign-up form. */
const guest = z.object({
  joinYn: z.literal('Y'),
  snsUid: uuid,
  email: z.nullable(z.string()),
  /** Proof of `email` if the provider has verified it; null: the visitor proves one with `cert/send-mail`. */
  certUid: z.nullable(uuid),
  engNm: z.nullable(z.string()),
  engSurname: z.nullable(z.string()),
})

export const easyLogin = call({
  method: 'POST',
  path: '/account/easy-login',
  who: 'anonymous',
  unstored: true,
  cookies: true,
  summary: 'Social sign-in; tokens in data, or what is needed to join',
  refuses: ['E_SNS', 'E_NOT_FOUND', 'E_THROTTLED'],
  /** `code`, `state` and `iss` are taken from the fragment of /login/snsSuccess. */
  body: z.strictObject({
    entranceSns,
    code: text(4096),
    state: text(200),
    iss: z.optional(text(200)),
    secret: text(200),
  }),
  data: z.union([member, guest]),
})

export const join = call({
  method: 'POST',
  path: '/account/easy-login/join',
  who: 'anonymous',
  addition: true,
  unstored: true,
  cookies: true,
  summary: 'Creates a member without a password, who signs in by the provider',
  refuses: ['E_SNS', 'E_CERT_REQUIRED', 'E_TERMS_REQUIRED', 'E_AGE', 'E_PHONE', 'E_EMAIL_IN_USE'],
  body: z.extend(z.omit(signUpForm, { password: true }), { snsUid: uuid }),
  data: session,
})
