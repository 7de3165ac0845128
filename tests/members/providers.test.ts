import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS, type ProviderId } from '#contract/calls/easyLogin.ts'
import { readConfig } from '#server/config.ts'
import { ProviderAway, ProviderRefused } from '#server/outside/identity/identity.ts'
import { openProviders } from '#server/outside/identity/providers.ts'
import { REGISTRY } from '#server/outside/identity/registry.ts'

/**
 * Differences of real providers from our sandboxes: Apple's signed secret, LINE's symmetric tokens, Facebook's answer.
 */

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SECRET = 'a-channel-secret-of-thirty-two-bytes!'
const FLOW = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), redirectUri: 'http://localhost/back' }

let server: Server
let origin = ''
/** Body of the last request to the token endpoint. */
let posted = new URLSearchParams()
/** How the next ID token is signed, and its claims. */
let token: { alg: string; key: KeyObject | Uint8Array; claims: Record<string, unknown> }
let userInfo: { status: number; body: unknown }

const answers: Record<string, () => Promise<unknown>> = {
  '/.well-known/openid-configuration': () =>
    Promise.resolve({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      // LINE's own metadata says this, although it signs ID tokens with the secret.
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    }),
  '/keys': async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] }),
  '/token': async () => ({
    access_token: 'for-user-info',
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await new SignJWT({ nonce: FLOW.nonce, ...token.claims })
      .setProtectedHeader({ alg: token.alg, kid: 'own' })
      .setIssuer(origin)
      .setAudience('client')
      .setSubject('subject')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(token.key),
  }),
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const path = request.url?.split('?', 1)[0] ?? ''
      if (path === '/token') posted = new URLSearchParams(body)
      const isInfo = path === '/me' && request.headers.authorization === 'Bearer for-user-info'
      const answer = isInfo ? userInfo.body : await answers[path]?.()
      const status = isInfo ? userInfo.status : answer === undefined ? 404 : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  token = { alg: 'RS256', key: own.privateKey, claims: { email: 'Mei@Mail.example', email_verified: true } }
  userInfo = { status: 200, body: {} }
})

const CLIENT = { id: 'client', secret: SECRET }
const open = (id: ProviderId, client: typeof CLIENT & { team?: string; keyId?: string } = CLIENT) => {
  const entry = REGISTRY[id]
  const local =
    entry.kind === 'oidc'
      ? { ...entry, issuer: origin }
      : { ...entry, authorize: `${origin}/authorize`, token: `${origin}/token`, userInfo: `${origin}/me` }
  const provider = openProviders({ clients: { [id]: client }, sandboxPort: null }, { [id]: local }).get(id)
  if (!provider) throw new Error(`${id} is not open.`)
  return provider
}
const finish = (id: ProviderId, client?: typeof CLIENT) => open(id, client).finish(FLOW, { code: 'code' })

test('the registry has all six providers, each with https addresses', () => {
  expect(Object.keys(REGISTRY).toSorted()).toEqual([...PROVIDERS].toSorted())
  const addresses = Object.values(REGISTRY).flatMap((entry) =>
    entry.kind === 'oidc' ? [entry.issuer] : [entry.authorize, entry.token, entry.userInfo],
  )
  expect(addresses.filter((address) => !address.startsWith('https://'))).toEqual([])
})

describe('OpenID Connect', () => {
  test('a token of another flow, key or client is refused, and an unreachable provider throws ProviderAway', async () => {
    token.claims = { nonce: 'another' }
    await expect(finish('google')).rejects.toThrow(ProviderRefused)
    token = { alg: 'RS256', key: foreign.privateKey, claims: {} }
    await expect(finish('google')).rejects.toThrow(ProviderRefused)
    token = { alg: 'RS256', key: own.privateKey, claims: {} }
    await expect(finish('google', { id: 'another', secret: SECRET })).rejects.toThrow(ProviderRefused)
    const entry = { ...REGISTRY.google, issuer: 'http://localhost:9' } as typeof REGISTRY.google
    const gone = openProviders({ clients: { google: CLIENT }, sandboxPort: null }, { google: entry }).get('google')
    await expect(gone?.begin(FLOW)).rejects.toThrow(ProviderAway)
  })

  test('an email counts as proven only when email_verified is true', async () => {
    const of = async (email_verified: unknown) => {
      token.claims = { email: 'Mei@Mail.example', email_verified }
      return (await finish('google')).emailVerified
    }
    expect([await of(true), await of('true')]).toEqual([true, true])
    expect([await of(false), await of('false'), await of(1), await of(undefined)]).toEqual([false, false, false, false])
  })

  test('invalid claims are not taken into the sign-up form', async () => {
    token.claims = { email: 'not an address', given_name: '<b>Mei</b>', family_name: ' Lin ' }
    expect(await finish('google')).toMatchObject({ email: null, engNm: null, engSurname: 'Lin' })
  })

  test('LINE: a token signed with the secret is accepted, and its email is not proven', async () => {
    token = { alg: 'HS256', key: Buffer.from(SECRET), claims: { email: 'mei@mail.example' } }
    expect(await finish('line')).toEqual({
      subject: 'subject',
      email: 'mei@mail.example',
      emailVerified: false,
      engNm: null,
      engSurname: null,
    })
    // No other provider may sign with the secret.
    await expect(finish('google')).rejects.toThrow(ProviderRefused)
  })

  test('Apple: the answer is posted as a form, and the client secret is a signed JWT of five minutes', async () => {
    const secret = apple.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const provider = open('apple', { id: 'client', secret, team: 'TEAM', keyId: 'KEY' })
    expect(new URL(await provider.begin(FLOW)).searchParams.get('response_mode')).toBe('form_post')
    await provider.finish(FLOW, { code: 'code' })
    expect(posted.get('code_verifier')).toBe(FLOW.verifier)
    const { payload, protectedHeader } = await jwtVerify(
      posted.get('client_secret') ?? '',
      createPublicKey(apple.privateKey),
      { issuer: 'TEAM', subject: 'client', audience: origin, maxTokenAge: 300 },
    )
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  })
})

describe('OAuth 2 with user-info', () => {
  beforeEach(() => {
    answers['/token'] = () =>
      Promise.resolve({ access_token: 'for-user-info', token_type: 'bearer', expires_in: '3600' })
  })

  test('Facebook: name and email are read, and the email is not proven', async () => {
    userInfo.body = { id: '10158', email: 'Mei@Mail.example', first_name: 'Mei', last_name: 'Lin' }
    expect(await finish('facebook')).toEqual({
      subject: '10158',
      email: 'mei@mail.example',
      emailVerified: false,
      engNm: 'Mei',
      engSurname: 'Lin',
    })
  })

  test('an answer without a subject is refused, and an HTTP error throws ProviderAway', async () => {
    userInfo.body = { error: { message: 'Invalid OAuth access token.' } }
    await expect(finish('facebook')).rejects.toThrow(ProviderRefused)
    await expect(finish('naver')).rejects.toThrow(ProviderRefused)
    userInfo.status = 500
    await expect(finish('facebook')).rejects.toThrow(ProviderAway)
  })
})

describe('settings', () => {
  const read = (env: Record<string, string>) => readConfig(env).identity.clients

  test("a client is an id and a secret, and Apple's has team, key id and key", () => {
    for (const env of [
      { SNS_GOOGLE: 'id' },
      { SNS_NAVER: ':secret' },
      { SNS_LINE: 'id: secret' },
      { SNS_APPLE: 'id:team:key' },
    ])
      expect(() => read(env as Record<string, string>)).toThrow(/^SNS_/)
    expect(() => read({ SNS_APPLE: 'id:team', SNS_APPLE_KEY: 'PRIVATE KEY' })).toThrow(/^SNS_APPLE/)
    expect(read({})).toEqual({})
    expect(
      read({ SNS_GOOGLE: 'id.apps:se:cret', SNS_APPLE: 'id:team:key', SNS_APPLE_KEY: '-PRIVATE KEY-\\nx' }),
    ).toEqual({
      google: { id: 'id.apps', secret: 'se:cret' },
      apple: { id: 'id', team: 'team', keyId: 'key', secret: '-PRIVATE KEY-\nx' },
    })
  })
})
