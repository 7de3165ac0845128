import * as z from 'zod/mini'
import { session } from './account.ts'
import { call } from './call.ts'
import { base64url, instant, text, uuid, yn } from './fields.ts'

/**
 * The link by which a member who is signed in on a computer signs in on a phone (decision 0142):
 *
 *     offered ─ claim ─→ claimed ─ confirm ─→ confirmed ─ open ─→ opened
 *
 * `over`: expired, replaced, refused, or ended with the member's sessions.
 */
export const PHONE_LINK_STATES = ['offered', 'claimed', 'confirmed', 'opened', 'over'] as const

/** 32 random bytes. */
const secret = base64url.check(z.length(43))

const progress = z.object({
  state: z.enum(PHONE_LINK_STATES),
  /** Three numbers, one of which the phone shows; null unless `claimed`. */
  numbers: z.nullable(z.array(z.int())),
  /** Browser and system of the phone, such as `Safari · iPhone`; null when unknown. */
  label: z.nullable(z.string()),
})
export type PhoneLinkProgress = z.infer<typeof progress>

export const create = call({
  method: 'POST',
  path: '/account/phone-link',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Makes the link that signs a phone in; replaces the one before it',
  refuses: ['E_NOT_FOUND', 'E_LINK_PROOF', 'E_PASSWORD_MISMATCH', 'E_BUSY'],
  /** `passUid`: the pass that the phone is to show. `password`: for a sign-in that is no longer fresh. */
  body: z.strictObject({ passUid: z.optional(uuid), password: z.optional(text(1024)) }),
  /** The secret stands in the fragment of the link, which no request contains. */
  data: z.object({ id: uuid, secret: z.string(), expiresAt: instant }),
})

export const read = call({
  method: 'GET',
  path: '/account/phone-link/{id}',
  who: 'member',
  addition: true,
  summary: 'How far a phone has come with my link',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: progress,
})

export const confirm = call({
  method: 'POST',
  path: '/account/phone-link/{id}/confirm',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Lets the phone in that shows this number; a wrong number, or null for none, ends the link',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ number: z.nullable(z.int()) }),
  data: progress,
})

export const claim = call({
  method: 'POST',
  path: '/account/phone-link/claim',
  who: 'anyone',
  addition: true,
  unstored: true,
  summary: 'Claims the link for the phone that opened it first, which from now on proves itself by `claim`',
  refuses: ['E_LINK', 'E_THROTTLED'],
  body: z.strictObject({ secret, claim: secret }),
  /** `number`: to compare on both screens. `ownYn`: whether the caller is signed in as the member of the link. */
  data: z.object({ number: z.int(), expiresAt: instant, ownYn: yn }),
})

export const open = call({
  method: 'POST',
  path: '/account/phone-link/open',
  who: 'anyone',
  addition: true,
  unstored: true,
  cookies: true,
  summary: 'Signs the phone in once the computer has confirmed its number; sets the token cookies too',
  refuses: ['E_LINK'],
  body: z.strictObject({ claim: secret }),
  /** `session` is null while `waitingYn` is `Y`, and for a caller who is signed in as the member already. */
  data: z.object({ waitingYn: yn, session: z.nullable(session), passUid: z.nullable(uuid) }),
})
