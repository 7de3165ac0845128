import { posix } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocale, LOCALE_COOKIE, localeOfAcceptLanguage, type Locale } from '#contract/locales.ts'
import { choose, readFolder, type BuildFile } from './files.ts'
import { DRAWING_HEADERS, FILE_HEADERS, pageHeaders, workerHeaders } from './headers.ts'
import { isStorable } from './json.ts'

/** Files of the bundler, with a hash of their content in the name. */
const HASHED = /^\/assets\/.+-[\w-]{7,8}\.\w+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Browsers revalidate these on each use, and get 304 when unchanged. */
const REVALIDATED = 'no-cache'
/** Address of the service worker (`sw/messages.ts`). */
const WORKER = '/sw.js'
const NOT_BUILT = 'The application is not built yet: run `npm run build`.'

/** The shell of each address; patterns are regular expressions. Written by the build. */
interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
  notFound: string
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`)

/** Returns the language of a page: that of the cookie, else what the browser prefers. */
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
 * Serves pages and files of the build in `dist`. Files with a hash in their name are immutable; browsers revalidate all
 * others. A page is the shell of its address in the caller's language; an unknown address gets a page with status 404.
 */
export const servePages = (
  app: FastifyInstance,
  dist: string,
  {
    isApi,
    isKnown,
  }: {
    isApi: (request: FastifyRequest) => boolean
    /** Whether the catalogue has the subject of a detail page. If not, the status is 404; the screen says so too. */
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
  const worker = workerHeaders(headers)

  /** Returns the headers that concern a file; the service worker also fetches shells by their own addresses. */
  const headersOf = (path: string): Record<string, string> => {
    if (path.endsWith('.html')) return headers
    if (path === WORKER) return worker
    return path.endsWith('.svg') ? DRAWING_HEADERS : FILE_HEADERS
  }

  const send = (request: FastifyRequest, reply: FastifyReply, file: BuildFile): FastifyReply => {
    reply.header('etag', file.etag)
    const chosen = choose(file, request.headers)
    if (!chosen) return reply.status(304).send()
    if (chosen.coding) reply.header('content-encoding', chosen.coding)
    return reply.header('content-type', file.type).send(chosen.bytes)
  }

  /** Returns the shell of an address. Detail pages have a shell in a folder of its own, or the one of their pattern. */
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
      // A 304 would hide the status 404.
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
    const path = pathOf(request.url)
    // The JSON files beside the shells are not served.
    const file =
      path === null ? undefined : (files.get(path) ?? (path.endsWith('.html') ? shells.get(path) : undefined))
    if (path === null || !file) return page(request, reply.headers(headers), path)
    reply
      .headers(headersOf(path))
      .header('cache-control', HASHED.test(path) ? IMMUTABLE : REVALIDATED)
      .header('vary', 'Accept-Encoding')
    return send(request, reply, file)
  })
}
