import * as z from 'zod/mini'
import type { ProviderId } from '#contract/calls/easyLogin.ts'

/** OpenID Connect: who somebody is stands in the signed ID token. */
export interface OidcEntry {
  kind: 'oidc'
  issuer: string
  scope: string
  /** Posts its answer as a form, which it asks for when names or addresses are wanted. */
  formPost?: true
  /** Signs ID tokens with the client's secret (LINE); without it they are checked against the issuer's keys. */
  symmetric?: true
  /** The client's secret is a token that the client signs itself, with a key of its own (Apple). */
  signsSecret?: true
}

/** OAuth 2: who somebody is, is asked for at a third address. */
export interface OAuth2Entry {
  kind: 'oauth2'
  authorize: string
  token: string
  userInfo: string
  scope: string
  /** Its answer, as a person. None of them says whether it has proven the mailbox. */
  person: z.ZodMiniType<{
    subject: string
    email?: string | undefined
    engNm?: string | undefined
    engSurname?: string | undefined
  }>
}

export type Entry = OidcEntry | OAuth2Entry

const words = z.optional(z.string())

/** The providers by the name that `entranceSns` has for them. Addresses and claims as their developer sites give them. */
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
      z.object({ response: z.object({ id: z.string(), email: words }) }),
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
      z.object({ id: z.string(), email: words, first_name: words, last_name: words }),
      z.transform(({ id, email, first_name: engNm, last_name: engSurname }) => ({
        subject: id,
        email,
        engNm,
        engSurname,
      })),
    ),
  },
}
