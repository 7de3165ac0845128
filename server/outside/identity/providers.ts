import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import * as oauth from 'openid-client'
import * as z from 'zod/mini'
import { PROVIDERS, type ProviderId } from '#contract/calls/easyLogin.ts'
import { name } from '#contract/forms/signUp.ts'
import { isEmail } from '#contract/rules/text.ts'
import type { IdentityConfig, IdentityClient } from '#server/config.ts'
import { type Person, type Provider, ProviderAway, ProviderRefused, type Providers } from './identity.ts'
import { REGISTRY, type Entry, type OAuth2Entry, type OidcEntry } from './registry.ts'

const TIMEOUT_S = 5
const SECRET_S = 300

/** Returns an untrusted name if the sign-up form accepts it, else null. */
const nameOf = (value: unknown): string | null => z.safeParse(name, value).data ?? null
const emailOf = (value: unknown): string | null =>
  typeof value === 'string' && isEmail(value) ? value.toLowerCase() : null

/** Apple's client secret: a JWT that is valid for five minutes, signed with the key from Apple. */
const signedSecret =
  ({ id, secret, team, keyId }: IdentityClient, audience: string): oauth.ClientAuth =>
  async (_server, _client, body) => {
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId ?? '' })
      .setIssuer(team ?? '')
      .setSubject(id)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + SECRET_S)
      .sign(createPrivateKey(secret))
    body.set('client_id', id)
    body.set('client_secret', token)
  }

const discovered = (entry: OidcEntry, client: IdentityClient): Promise<oauth.Configuration> =>
  oauth.discovery(
    new URL(entry.issuer),
    client.id,
    entry.symmetric ? { id_token_signed_response_alg: 'HS256' } : {},
    entry.signsSecret ? signedSecret(client, entry.issuer) : oauth.ClientSecretPost(client.secret),
    {
      timeout: TIMEOUT_S,
      execute: [
        ...(entry.issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : []),
        ...(entry.symmetric ? [] : [oauth.enableNonRepudiationChecks]),
      ],
    },
  )

const configured = (entry: OAuth2Entry, client: IdentityClient): oauth.Configuration => {
  const { origin } = new URL(entry.authorize)
  const server = { issuer: origin, authorization_endpoint: entry.authorize, token_endpoint: entry.token }
  const configuration = new oauth.Configuration(server, client.id, {}, oauth.ClientSecretPost(client.secret))
  configuration.timeout = TIMEOUT_S
  if (origin.startsWith('http:')) oauth.allowInsecureRequests(configuration)
  return configuration
}

/** Maps errors of the library that reject a response to `ProviderRefused`, and all others to `ProviderAway`. */
const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderRefused || error instanceof ProviderAway) throw error
    if (
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.ClientError ||
      error instanceof z.core.$ZodError
    )
      // The error message may contain the authorization code.
      throw new ProviderRefused((error as { code?: string }).code ?? error.name)
    throw new ProviderAway(error instanceof Error ? error.name : 'unknown')
  }
}

const fromIdToken = (tokens: oauth.TokenEndpointResponseHelpers): Person => {
  const claims = tokens.claims()
  if (!claims) throw new ProviderRefused('no ID token')
  const { sub, email, email_verified: verified, given_name: givenName, family_name: family } = claims
  return {
    subject: sub,
    email: emailOf(email),
    // Apple sends it as text.
    emailVerified: verified === true || verified === 'true',
    engNm: nameOf(givenName),
    engSurname: nameOf(family),
  }
}

const fromUserInfo = async (configuration: oauth.Configuration, entry: OAuth2Entry, token: string): Promise<Person> => {
  const response = await oauth.fetchProtectedResource(configuration, token, new URL(entry.userInfo), 'GET')
  if (!response.ok) throw new ProviderAway(`user-info ${response.status}`)
  const { subject, email, engNm, engSurname } = z.parse(entry.person, await response.json())
  return { subject, email: emailOf(email), emailVerified: false, engNm: nameOf(engNm), engSurname: nameOf(engSurname) }
}

/** Creates a provider from its registry entry. OpenID discovery runs at the first use; only a success is cached. */
const providerOf = (id: ProviderId, entry: Entry, client: IdentityClient): Provider => {
  let configurationPromise: Promise<oauth.Configuration> | undefined
  const configuration = (): Promise<oauth.Configuration> => {
    configurationPromise ??=
      entry.kind === 'oidc' ? discovered(entry, client) : Promise.resolve(configured(entry, client))
    configurationPromise.catch(() => {
      configurationPromise = undefined
    })
    return configurationPromise
  }
  return {
    id,
    begin: ({ state, nonce, verifier, redirectUri }) =>
      translated(async () => {
        const parameters = {
          redirect_uri: redirectUri,
          ...(entry.scope && { scope: entry.scope }),
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(entry.kind === 'oidc' && { nonce }),
          ...(entry.kind === 'oidc' && entry.formPost && { response_mode: 'form_post' }),
        }
        return oauth.buildAuthorizationUrl(await configuration(), parameters).href
      }),
    finish: ({ state, nonce, verifier, redirectUri }, { code, iss }) =>
      translated(async () => {
        const at = new URL(redirectUri)
        at.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
        const config = await configuration()
        const checks = { pkceCodeVerifier: verifier, expectedState: state }
        if (entry.kind === 'oauth2') {
          const tokens = await oauth.authorizationCodeGrant(config, at, checks)
          return fromUserInfo(config, entry, tokens.access_token)
        }
        return fromIdToken(
          await oauth.authorizationCodeGrant(config, at, { ...checks, expectedNonce: nonce, idTokenExpected: true }),
        )
      }),
  }
}

/** Opens the providers that have a client configured; entries of `sandbox` replace those of the registry. */
export const openProviders = (
  { clients }: IdentityConfig,
  sandbox: Partial<Record<ProviderId, Entry>> = {},
): Providers =>
  new Map(
    PROVIDERS.flatMap((id) => {
      const client = clients[id]
      return client ? [[id, providerOf(id, sandbox[id] ?? REGISTRY[id], client)] as const] : []
    }),
  )
