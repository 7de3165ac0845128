import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { personOf, type SandboxClient } from './people.ts'

/** Starts a sandbox OpenID Connect provider with real tokens; anybody can sign in with any address. */
export const startOidcSandbox = async (port: number, client: SandboxClient) => {
  // A development dependency, which is not installed in production.
  const { Provider } = await import('oidc-provider')
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key, kid: 'sandbox', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // Like Google: claims are in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, typed) => {
      const { sub, email, verified } = personOf(typed)
      const claims = { sub, email, email_verified: verified, given_name: 'Mei', family_name: 'Lin' }
      return { accountId: sub, claims: () => claims }
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
