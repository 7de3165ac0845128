import * as z from 'zod/mini'
import type { ProviderId } from '#contract/calls/easyLogin.ts'

/** OpenID Connect: the signed ID token identifies the person. */
export interface OidcEntry {
  kind: 'oidc'
  issuer: string
  scope: string
  /** Sends its redirect as a form POST, which Apple requires when a scope asks for name or email. */
  formPost?: true
  /** Signs ID tokens with the client secret (LINE); otherwise they are verified with the issuer's keys. */
  symmetric?: true
  /** The client secret is a JWT that the client signs with a key of its own (Apple). */
  signsSecret?: true
}

/** OAuth 2: a user-info request identifies the person. */
export interface OAuth2Entry {
  kind: 'oauth2'
  authorize: string
  token: string
  userInfo: string
  scope: string
  /** Maps its user-info response to a person. None of these providers states whether the mailbox is verified. */
  person: z.ZodMiniType<{
    subject: string
    email?: string | undefined
    engNm?: string | undefined
    engSurname?: string | undefined
  }>
}

export type Entry = OidcEntry | OAuth2Entry

const optionalText = z.optional(z.string())

/** The providers by their `entranceSns`. Addresses and claims are those of their developer documentation. */
export const REGISTRY: Readonly<Record<ProviderId, Entry>> = {
  kakao: { kind: 'oidc', issuer: 'https://kauth.kakao.com', scope: 'openid account_email' },
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scope: 'openid email profile' },
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'openid email',
    formPost: true,
    signsSecret: true,
  },
  line: { kind: 'oidc', issuer: 'https://access.line.me', scope: 'openid profile email', symmetric: true },
  naver: {
    kind: 'oauth2',
    authorize: 'https://nid.naver.com/oauth2.0/authorize',
    token: 'https://nid.naver.com/oauth2.0/token',
    userInfo: 'https://openapi.naver.com/v1/nid/me',
    scope: '',
    person: z.pipe(
      z.object({ response: z.object({ id: z.string(), email: optionalText }) }),
      z.transform(({ response: { id, email } }) => ({ subject: id, email })),
    ),
  },
  facebook: {
    kind: 'oauth2',
    authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userInfo: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    scope: 'email,public_profile',
    person: z.pipe(
      z.object({ id: z.string(), email: optionalText, first_name: optionalText, last_name: optionalText }),
      z.transform(({ id, email, first_name: engNm, last_name: engSurname }) => ({
        subject: id,
        email,
        engNm,
        engSurname,
      })),
    ),
  },
}
