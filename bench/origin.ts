import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Catalogue } from '#contract/calls/main.ts'
import { localeOfCode, type Locale } from '#contract/locales.ts'
import { seedCatalogue } from '#server/modules/catalogue/seed.ts'
import { certificate } from './certificate.ts'
import { floorPage } from './floor.ts'

/**
 * Origins of the bench: the floor, and the build with the catalogue. Both send precompressed files over HTTP/2 and TLS,
 * as visitors get them: a service worker needs https.
 */

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain',
}

/** Bytes of a TLS record that fits into one packet. */
const SEGMENT = 1400

export interface Origin {
  port: number
  /** Returns the number of requests since the start. */
  requests: () => number
  close: () => void
}

const listen = async (handler: RequestListener): Promise<Origin> => {
  // For these handlers the types of node:http and of its HTTP/2 are compatible.
  const answer = handler as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, answer)
  const sockets = new Set<Socket>()
  let count = 0
  server.on('request', () => (count += 1))
  // One record per segment, as common front servers begin (Go's, Cloudflare's): a record is readable only once it is
  // complete.
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(SEGMENT))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, requests: () => count, close }
}

/** Compressed answers, cached as the server caches them. */
const packed = new Map<string, Buffer>()
const city = (data: { version: string }): Buffer => {
  const text = JSON.stringify({ status: { code: '200', message: '' }, data })
  const cached = packed.get(text) ?? brotliCompressSync(text)
  packed.set(text, cached)
  return cached
}

interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
  notFound: string
}

/** The catalogue with so many attractions: those of the seed, repeated with an id of their own. */
const cityOf = (locale: Locale, places: number | undefined): Catalogue => {
  const data = seedCatalogue(locale)
  if (places === undefined) return data
  const attractions = Array.from({ length: places }, (_, index) => {
    const place = data.attractions[index % data.attractions.length]
    if (!place) throw new Error('the seed has no places')
    return { ...place, gdsUid: `${place.gdsUid}-${index}`, name: `${place.name} ${index + 1}` }
  })
  return { ...data, version: `${data.version}-${places}`, attractions }
}

/** Serves `dist` in English as the server does. `places`: attractions in the catalogue; default: the seed's. */
export const applicationOrigin = async ({
  dist = DIST,
  places,
}: { dist?: string; places?: number } = {}): Promise<Origin> => {
  const routes = JSON.parse(await readFile(`${dist}/shells/routes.json`, 'utf8')) as Routes
  const shellOf = (path: string): string | undefined =>
    routes.exact[path] ?? routes.patterns.find(([source]) => new RegExp(source).test(path))?.[1]
  return listen(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(url.pathname)
    if (path === '/api/v1/catalogue') {
      const data = cityOf(localeOfCode(url.searchParams.get('language')), places)
      response.setHeader('content-type', TYPES.json ?? '')
      response.setHeader('etag', `"${data.version}"`)
      response.setHeader('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === `"${data.version}"`) return response.writeHead(304).end()
      response.setHeader('content-encoding', 'br')
      return response.end(city(data))
    }
    if (path === '/api/v1/time') {
      const now = Date.now()
      response.setHeader('content-type', TYPES.json ?? '')
      response.setHeader('cache-control', 'no-store')
      return response.end(
        JSON.stringify({
          status: { code: '200', message: '', serverNow: now, nonce: request.headers.nonce },
          data: { now },
        }),
      )
    }
    const shell = path.includes('..') || path.startsWith('/api/') ? undefined : shellOf(path)
    const file = shell === undefined ? `${dist}${path}` : `${dist}/shells/en/${shell}.html`
    const encoded = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? await readFile(`${file}.br`).catch(() => null)
      : null
    const body = encoded ?? (await readFile(file).catch(() => null))
    if (body === null || path.includes('..'))
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    response.writeHead(200, {
      etag,
      'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-length': body.length,
      'cache-control': /^\/(?:assets|art)\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(encoded ? { 'content-encoding': 'br' } : {}),
    })
    return response.end(body)
  })
}

/** Serves the floor: one page with a code in it, and a worker that caches it. */
export const floorOrigin = async (code: { path: string; size: number }): Promise<Origin> => {
  const files = floorPage(code)
  return listen((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://localhost').pathname]
    if (!file) return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': TYPES[file.type] ?? '', 'cache-control': 'no-cache', 'content-encoding': 'br' })
      .end(file.body)
  })
}
