import { posix } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocale, LOCALE_COOKIE, localeOfAcceptLanguage, type Locale } from '#contract/locales.ts'
import { createDocuments } from './documents.ts'
import { choose, FILM_TYPE, readFolder, type BuildFile } from './files.ts'
import { rangeOf } from './range.ts'
import { DRAWING_HEADERS, FILE_HEADERS, pageHeaders, PICTURE_HEADERS, workerHeaders } from './headers.ts'
import { isStorable } from './json.ts'
import { codingOf, matchesEtag } from './shared.ts'

/** Files of the bundler, with a hash of their content in the name. */
const HASHED = /^\/(?:assets|art)\/.+-[\w-]{8}\.\w+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Browsers revalidate these on each use, and get 304 when unchanged. */
const REVALIDATED = 'no-cache'
/** Address of the service worker (`sw/messages.ts`). */
const WORKER = '/sw.js'
/** Pictures of link previews. */
const PICTURES = '/previews/'
const NOT_BUILT = 'The application is not built yet: run `npm run build`.'

/** The shell of each address; patterns are regular expressions. Written by the build. */
interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
  notFound: string
}

/** Titles of addresses in each language; `notFound` is that of an address without a page. Written by the build. */
type Titles = Partial<Record<Locale, Record<string, string>>>

/** A page that was requested. */
export interface PageAddress {
  /** Without a slash at the end. */
  path: string
  query: URLSearchParams
  /** Title that the screen of this address sets; empty when it is that of a record. */
  title: string
  /** The address has a parameter: it may be that of a record which does not exist. */
  isDetail: boolean
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

const queryOf = (url: string): URLSearchParams => {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/**
 * Serves pages and files of the build in `dist`. Files with a hash in their name are immutable; browsers revalidate all
 * others. A page is the shell of its address in the caller's language, with the head of the page; an unknown address
 * gets a page with status 404.
 */
export const servePages = (
  app: FastifyInstance,
  dist: string,
  {
    isApi,
    headOf,
  }: {
    isApi: (request: FastifyRequest) => boolean
    /** Returns the head of a page (`previewHead`), and whether the page exists: if not, the screen says so too. */
    headOf: (
      page: PageAddress | null,
      locale: Locale,
      missingTitle: string,
    ) => Promise<{ head: string; exists: boolean }>
  },
): void => {
  const all = readFolder(dist)
  const shells = new Map([...all].filter(([address]) => address.startsWith('/shells/')))
  const files = new Map([...all].filter(([address]) => !address.startsWith('/shells/')))
  const table = shells.get('/shells/routes.json')
  const titleFile = shells.get('/shells/titles.json')
  const titles = titleFile ? (JSON.parse(titleFile.body.toString()) as Titles) : {}
  const documentOf = createDocuments()
  const routes: Routes | null = table ? (JSON.parse(table.body.toString()) as Routes) : null
  const exact = new Map(Object.entries(routes?.exact ?? {}))
  const patterns = (routes?.patterns ?? []).map(([pattern, shell]) => [new RegExp(pattern), shell] as const)
  const headers = pageHeaders(dist)
  const worker = workerHeaders(headers)

  /** Returns the headers that concern a file; the service worker also fetches shells by their own addresses. */
  const headersOf = (path: string): Record<string, string> => {
    if (path.endsWith('.html')) return headers
    if (path === WORKER) return worker
    if (path.startsWith(PICTURES)) return PICTURE_HEADERS
    return path.endsWith('.svg') ? DRAWING_HEADERS : FILE_HEADERS
  }

  /** Sends a film or the part of it that the player asks for: Safari plays none from a server that sends only the whole. */
  const sendFilm = (request: FastifyRequest, reply: FastifyReply, { body, etag, type }: BuildFile): FastifyReply => {
    reply.headers({ 'accept-ranges': 'bytes', 'content-type': type })
    const condition = request.headers['if-range']
    const range = condition === undefined || condition === etag ? rangeOf(request.headers.range, body.length) : null
    if (range === null) return reply.send(body)
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${body.length}`).send()
    const { start, end } = range
    return reply
      .status(206)
      .header('content-range', `bytes ${start}-${end}/${body.length}`)
      .send(body.subarray(start, end + 1))
  }

  const send = (request: FastifyRequest, reply: FastifyReply, file: BuildFile): FastifyReply => {
    reply.header('etag', file.etag)
    if (file.type === FILM_TYPE && !matchesEtag(request.headers['if-none-match'], file.etag))
      return sendFilm(request, reply, file)
    const chosen = choose(file, request.headers)
    if (!chosen) return reply.status(304).send()
    if (chosen.coding) reply.header('content-encoding', chosen.coding)
    return reply.header('content-type', file.type).send(chosen.bytes)
  }

  /** Returns the shell of an address. Detail pages have a shell in a folder of its own, or the one of their pattern. */
  const shellOf = (path: string): { shell: string; isDetail: boolean } | undefined => {
    const own = exact.get(path)
    if (own !== undefined) return { shell: own, isDetail: own.includes('/') }
    const shell = patterns.find(([pattern]) => pattern.test(path))?.[1]
    return shell === undefined ? undefined : { shell, isDetail: true }
  }

  const page = async (request: FastifyRequest, reply: FastifyReply, path: string | null): Promise<FastifyReply> => {
    const plain = path === null || path.length === 1 ? path : path.replace(/\/$/, '')
    const match = plain === null ? undefined : shellOf(plain)
    const locale = localeOf(request)
    const name = posix.join('/shells', locale, `${match?.shell ?? routes?.notFound ?? 'notFound'}.html`)
    const shell = shells.get(name)
    reply.header('cache-control', REVALIDATED).header('vary', 'Cookie, Accept-Language, Accept-Encoding')
    if (!shell) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const address =
      plain === null || match === undefined
        ? null
        : { path: plain, query: queryOf(request.url), title: titles[locale]?.[plain] ?? '', isDetail: match.isDetail }
    const { head, exists } = await headOf(address, locale, titles[locale]?.notFound ?? '')
    const document = documentOf(name, shell, head)
    reply.header('etag', document.etag).header('content-type', shell.type)
    if (!exists) reply.status(404)
    // A 304 would hide the status 404.
    else if (matchesEtag(request.headers['if-none-match'], document.etag)) return reply.status(304).send()
    const coding = codingOf(request.headers['accept-encoding'])
    if (!coding) return reply.send(document.html)
    return reply.header('content-encoding', coding).send(await document.packed(coding))
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
