import * as z from 'zod/mini'
import { PASSKEY_NAME_MAX } from '../limits.ts'
import { passkeyName } from '../rules/text.ts'
import { session } from './account.ts'
import { call } from './call.ts'
import { certCode, PROOF_REFUSALS } from './cert.ts'
import { base64url, instant, text, uuid, yn } from './fields.ts'

/**
 * Passkeys (decision 0336): a member signs in by a key in the phone or in its password manager, which the phone
 * unlocks by face, finger or code. What the browser needs of WebAuthn beyond these fields is the same for everybody,
 * and stands in the client (`src/data/passkeys.ts`).
 */

/** The id that the browser gives a passkey: at most 1,023 bytes. */
const credentialId = base64url.check(z.minLength(1))
/** Bytes of the browser's answer, base64url without padding. */
const bytes = z.string().check(z.minLength(1), z.maxLength(8192), z.regex(/^[\w-]*$/))

const passkey = z.object({
  passkeyUid: uuid,
  /** What the member calls it; null until it is named. */
  name: z.nullable(z.string()),
  /** Browser and system that made it, such as `Chrome · Android`; null when unknown. */
  label: z.nullable(z.string()),
  addedAt: instant,
  /** The last sign-in by it; null before the first. */
  usedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>

export const list = call({
  method: 'GET',
  path: '/mypage/passkey/list',
  who: 'member',
  addition: true,
  summary: 'My passkeys, the newest first',
  data: z.object({
    list: z.array(passkey),
    /** The site, the member’s handle and all ids, for the browser’s password manager: it stops offering others. */
    rpId: z.string(),
    userHandle: z.string(),
    credentialIds: z.array(z.string()),
  }),
})

export const addOptions = call({
  method: 'POST',
  path: '/mypage/passkey/options',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'What the browser needs to make a passkey, against the password or a mailed code',
  refuses: ['E_CERT_REQUIRED', 'E_PASSKEY_LIMIT', ...PROOF_REFUSALS],
  /** `code` is mailed for the purpose `passkey`. */
  body: z.strictObject({ password: z.optional(text(1024)), code: z.optional(certCode) }),
  data: z.object({
    challenge: z.string(),
    expiresAt: instant,
    /** The site that the passkey is for: the host of the public address. */
    rpId: z.string(),
    /** What a password manager stores with it: bytes that stand for the member, and a name to show. */
    userHandle: z.string(),
    userNm: z.string(),
    /** Passkeys that the member has: their device makes no second one. */
    credentialIds: z.array(z.string()),
  }),
})

export const add = call({
  method: 'POST',
  path: '/mypage/passkey',
  who: 'member',
  addition: true,
  summary: 'Adds the passkey that the browser has made; the member is notified',
  refuses: ['E_PASSKEY', 'E_PASSKEY_EXPIRED', 'E_PASSKEY_LIMIT'],
  /** `clientData` is WebAuthn’s `clientDataJSON`, `attestation` its `attestationObject`. */
  body: z.strictObject({ credentialId, clientData: bytes, attestation: bytes }),
  data: passkey,
})

export const rename = call({
  method: 'PATCH',
  path: '/mypage/passkey/name',
  who: 'member',
  addition: true,
  summary: 'Names a passkey',
  refuses: ['E_NOT_FOUND'],
  body: z.strictObject({
    passkeyUid: uuid,
    /** The server stores `passkeyName(name)`. */
    name: text(PASSKEY_NAME_MAX * 12).check(z.refine((value) => passkeyName(value) !== null, { error: 'name' })),
  }),
  data: passkey,
})

export const remove = call({
  method: 'POST',
  path: '/mypage/passkey/delete',
  who: 'member',
  addition: true,
  unstored: true,
  summary: 'Deletes a passkey, against the password or a mailed code; the member is notified',
  refuses: ['E_NOT_FOUND', 'E_CERT_REQUIRED', ...PROOF_REFUSALS],
  body: z.strictObject({ passkeyUid: uuid, password: z.optional(text(1024)), code: z.optional(certCode) }),
  data: z.null(),
})

export const signInOptions = call({
  method: 'POST',
  path: '/account/passkey/options',
  who: 'anonymous',
  addition: true,
  unstored: true,
  summary: 'A challenge for a passkey to sign in by; names no member',
  refuses: ['E_THROTTLED'],
  data: z.object({ challenge: z.string(), expiresAt: instant, rpId: z.string() }),
})

export const signIn = call({
  method: 'POST',
  path: '/account/passkey',
  who: 'anonymous',
  addition: true,
  unstored: true,
  cookies: true,
  summary: 'Signs in by a passkey; sets the token cookies too',
  refuses: ['E_PASSKEY', 'E_PASSKEY_EXPIRED', 'E_THROTTLED'],
  body: z.strictObject({
    credentialId,
    clientData: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(base64url)),
    autoLgnYn: z.prefault(yn, 'N'),
  }),
  data: session,
})
