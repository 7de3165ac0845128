import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { escapeHtml } from '#contract/html.ts'
import { personOf, type SandboxClient } from './people.ts'

interface Granted {
  email: string
  challenge: string
  redirectUri: string
}

const page = (query: URLSearchParams): string => {
  const hidden = [...query].map(
    ([name, value]) => `<input type=hidden name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html><title>Sandbox</title><form action=/authorize>${hidden.join('')}
<label>Email <input name=login required></label><button>Sign in</button></form>`
}

/** Starts a sandbox OAuth 2 provider with a user-info call like Naver's; anybody can sign in with any address. */
export const startOAuth2Sandbox = async (port: number, client: SandboxClient) => {
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, string>()
  const once = <T>(from: Map<string, T>, key: string): T | undefined => {
    const value = from.get(key)
    from.delete(key)
    return value
  }
  const fresh = () => randomBytes(24).toString('base64url')
  const send = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body))
  }

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== client.id || redirectUri !== client.redirectUri)
      return send(response, 400, { error: 'invalid_request' })
    const email = query.get('login')
    if (email === null) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(query))
      return undefined
    }
    const code = fresh()
    codes.set(code, { email, challenge: query.get('code_challenge') ?? '', redirectUri })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  const redeem = (form: URLSearchParams, response: ServerResponse): void => {
    const granted = once(codes, form.get('code') ?? '')
    const isClient = form.get('client_id') === client.id && form.get('client_secret') === client.secret
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!isClient || granted?.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri'))
      // Naver sends errors with status 200 as well.
      return send(response, 200, { error: 'invalid_request', error_description: 'no valid data in session' })
    const token = fresh()
    tokens.set(token, granted.email)
    return send(response, 200, { access_token: token, token_type: 'bearer', expires_in: '3600' })
  }

  const me = (request: IncomingMessage, response: ServerResponse): void => {
    const email = tokens.get(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (email === undefined) return send(response, 401, { resultcode: '024', message: 'Authentication failed' })
    const person = personOf(email)
    return send(response, 200, {
      resultcode: '00',
      message: 'success',
      response: { id: person.sub, email: person.email },
    })
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/me') return me(request, response)
    if (pathname !== '/token') return send(response, 404, { error: 'not_found' })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    return redeem(new URLSearchParams(body), response)
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
