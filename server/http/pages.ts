import { posix } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocale, LOCALE_COOKIE, localeOfAcceptLanguage, type Locale } from '#contract/locales.ts'
import { choose, readFolder, type Kept } from './files.ts'
import { pageHeaders } from './headers.ts'
import { isStorable } from './json.ts'

/** The bundler's files carry a hash of their content in their names. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Asked again each time; 304 when it is the same. */
const REVALIDATED = 'no-cache'
const NOT_BUILT = 'The application is not built yet: run `npm run build`.'

/** Which shell answers which address; patterns are regular expressions. Written by the build. */
interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
  notFound: string
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)

/** The language of a page: the remembered one, else what the browser prefers. */
const localeOf = ({ headers }: FastifyRequest): Locale => {
  const remembered = COOKIE.exec(headers.cookie ?? '')?.[1]
  return isLocale(remembered) ? remembered : localeOfAcceptLanguage(headers['accept-language'])
}

const pathOf = (url: string): string | null => {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return isStorable(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Pages and files of the build in `dist`. Files with a hash in their name never change; everything else is asked for
 * again. A page is the shell of its address in the caller's language; an unknown address is a page with 404.
 */
export const servePages = (
  app: FastifyInstance,
  dist: string,
  {
    isApi,
    isKnown,
  }: {
    isApi: (request: FastifyRequest) => boolean
    /** Does the catalogue have what a detail page is about? Its own screen says so; the status does too. */
    isKnown: (path: string) => Promise<boolean>
  },
): void => {
  const all = readFolder(dist)
  const shells = new Map([...all].filter(([address]) => address.startsWith('/shells/')))
  const files = new Map([...all].filter(([address]) => !address.startsWith('/shells/')))
  const table = shells.get('/shells/routes.json')
  const routes: Routes | null = table ? (JSON.parse(table.body.toString()) as Routes) : null
  const exact = new Map(Object.entries(routes?.exact ?? {}))
  const patterns = (routes?.patterns ?? []).map(([pattern, shell]) => [new RegExp(pattern), shell] as const)
  const headers = pageHeaders(dist)

  const send = (request: FastifyRequest, reply: FastifyReply, kept: Kept): FastifyReply => {
    reply.header('etag', kept.etag)
    const chosen = choose(kept, request.headers)
    if (!chosen) return reply.status(304).send()
    if (chosen.coding) reply.header('content-encoding', chosen.coding)
    return reply.header('content-type', kept.type).send(chosen.bytes)
  }

  /** The shell of an address, and whether that is a detail page: those have shells in folders, or share their pattern's. */
  const shellOf = (path: string): { shell: string; isDetail: boolean } | undefined => {
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    const own = exact.get(plain)
    if (own !== undefined) return { shell: own, isDetail: own.includes('/') }
    const shell = patterns.find(([pattern]) => pattern.test(plain))?.[1]
    return shell === undefined ? undefined : { shell, isDetail: true }
  }

  const page = async (request: FastifyRequest, reply: FastifyReply, path: string | null): Promise<FastifyReply> => {
    const address = path === null ? undefined : shellOf(path)
    const shell = shells.get(
      posix.join('/shells', localeOf(request), `${address?.shell ?? routes?.notFound ?? 'notFound'}.html`),
    )
    reply.header('cache-control', REVALIDATED).header('vary', 'Cookie, Accept-Language, Accept-Encoding')
    if (!shell) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    if (path === null || !address || (address.isDetail && !(await isKnown(path)))) {
      // A 304 would turn "there is no such page" into "it is unchanged".
      delete request.headers['if-none-match']
      reply.status(404)
    }
    return send(request, reply, shell)
  }

  app.get('/*', async (request, reply) => {
    if (isApi(request)) {
      reply.callNotFound()
      return reply
    }
    reply.headers(headers)
    const path = pathOf(request.url)
    // The worker keeps shells by their own addresses; what the build tells the server beside them stays here.
    const file =
      path === null ? undefined : (files.get(path) ?? (path.endsWith('.html') ? shells.get(path) : undefined))
    if (!file) return page(request, reply, path)
    reply.header('cache-control', HASHED.test(path ?? '') ? IMMUTABLE : REVALIDATED).header('vary', 'Accept-Encoding')
    if (path === '/sw.js') reply.header('service-worker-allowed', '/')
    return send(request, reply, file)
  })
}
