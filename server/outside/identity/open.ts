import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'
import type { Providers } from './identity.ts'
import { openProviders } from './providers.ts'
import { REGISTRY } from './registry.ts'

export interface Identities {
  providers: Providers
  close: () => Promise<void>
}

const client = ({ publicUrl }: Config, id: 'google' | 'naver') => ({
  id: 'harbor-pass',
  secret: randomBytes(24).toString('base64url'),
  redirectUri: `${publicUrl}/api/v1/account/easy-login/return/${id}`,
})

/** Turns a taken sandbox port into a `ConfigError`, because the setting is not that of the server's own port. */
const refuseTaken = (error: unknown): never => {
  const { code, port } = error as { code?: string; port?: number }
  if (code !== 'EADDRINUSE') throw error
  throw new ConfigError(
    `The sandbox of social sign-in needs port ${port}, which another program uses: choose two free ones with SNS_SANDBOX_PORT.`,
  )
}

/** Starts a sandbox of each kind, in place of Google (OpenID Connect) and of Naver (OAuth 2). */
const withSandboxes = async (config: Config, port: number): Promise<Identities> => {
  const [google, naver] = [client(config, 'google'), client(config, 'naver')]
  const { startOidcSandbox } = await import('./sandbox/oidc.ts')
  const { startOAuth2Sandbox } = await import('./sandbox/oauth2.ts')
  const oidc = await startOidcSandbox(port, google).catch(refuseTaken)
  const oauth2 = await startOAuth2Sandbox(port === 0 ? 0 : port + 1, naver).catch(refuseTaken)
  const { kind, scope, person } = REGISTRY.naver as Extract<typeof REGISTRY.naver, { kind: 'oauth2' }>
  const { origin } = oauth2
  const clients = { ...config.identity.clients, google, naver }
  return {
    providers: openProviders(
      { ...config.identity, clients },
      {
        google: { ...REGISTRY.google, issuer: oidc.issuer } as typeof REGISTRY.google,
        naver: {
          kind,
          scope,
          person,
          authorize: `${origin}/authorize`,
          token: `${origin}/token`,
          userInfo: `${origin}/me`,
        },
      },
    ),
    close: async () => {
      await oidc.close()
      await oauth2.close()
    },
  }
}

/**
 * Opens the configured providers. Throws `ConfigError` for a sandbox in production, and for a sandbox whose port is
 * taken.
 */
export const openIdentity = async (config: Config): Promise<Identities> => {
  const { sandboxPort } = config.identity
  if (sandboxPort === null) return { providers: openProviders(config.identity), close: () => Promise.resolve() }
  if (config.production)
    throw new ConfigError(
      'Anybody may be anybody in the sandbox of social sign-in: unset SNS_SANDBOX_PORT in production.',
    )
  return withSandboxes(config, sandboxPort)
}
