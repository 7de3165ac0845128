import { LOCALES, type Locale } from '#contract/locales.ts'
import { activeLocale, serveCatalogue, tryCache, serveChunk, type Precache } from './precache.ts'

/** Maps addresses to shells: exact addresses first, then patterns in order. */
export interface Shells {
  exact: Record<string, string>
  /** `[source of a regular expression, shell]` */
  patterns: [string, string][]
}

/** Returns the shell of an address; undefined when it is no screen. */
export const shellOf = ({ exact, patterns }: Shells, path: string): string | undefined =>
  Object.hasOwn(exact, path) ? exact[path] : patterns.find(([source]) => new RegExp(source).test(path))?.[1]

/**
 * Answers screens and our files from the cache first, the catalogue from the network first. Returns undefined, which
 * leaves the request to the network, for writes, other sites, `/sandbox`, any call other than the catalogue, a
 * conditional request for the catalogue, and addresses that are neither a screen nor a file of ours (S27).
 */
export const respond = (request: Request, files: Precache, shells: Shells): Promise<Response> | undefined => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  // A conditional request asks whether the catalogue has changed: only the server knows.
  if (pathname === '/api/v1/catalogue' && !request.headers.has('if-none-match')) return serveCatalogue(request)
  if (pathname.startsWith('/api/') || pathname.startsWith('/sandbox')) return undefined
  if (request.mode === 'navigate') {
    const shell = shellOf(shells, pathname)
    return shell === undefined ? undefined : page(request, shell, files)
  }
  if (files.has(pathname)) return file(request, pathname, files)
  return pathname.startsWith('/assets/') ? serveChunk(request) : undefined
}

/**
 * Answers with the shell in the active language, else from the network, else with a shell in another language: an
 * update may lack the language that was chosen while it waited (S32).
 */
const page = async (request: Request, shell: string, files: Precache): Promise<Response> => {
  const shellIn = (locale: () => Promise<Locale>) =>
    tryCache(async () => files.match(`/shells/${await locale()}/${shell}.html`))
  const stored = await shellIn(activeLocale)
  if (stored) return stored
  try {
    return await fetch(request)
  } catch (failure) {
    const substitutes = await Promise.all(LOCALES.map((locale) => shellIn(async () => locale)))
    const substitute = substitutes.find((response) => response !== undefined)
    if (substitute) return substitute
    throw failure
  }
}

/** Answers with a stored file; one that was not precached (another language) is stored when it is used. */
const file = async (request: Request, path: string, files: Precache): Promise<Response> =>
  (await tryCache(() => files.match(path))) ?? (path.startsWith('/assets/') ? serveChunk(request) : fetch(request))
