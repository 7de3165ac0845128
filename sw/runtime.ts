import { activeLocale, catalogue, copyIfAny, used, type Precache } from './precache.ts'

/** Which shell answers which address: whole addresses first, then patterns in their order. */
export interface Shells {
  exact: Record<string, string>
  /** `[source of a regular expression, shell]` */
  patterns: [string, string][]
}

/** The shell of an address; undefined for an address that is not a screen. */
export const shellOf = ({ exact, patterns }: Shells, path: string): string | undefined =>
  Object.hasOwn(exact, path) ? exact[path] : patterns.find(([source]) => new RegExp(source).test(path))?.[1]

/** Pages come from the cache and never wait for the network; calls and the sandbox are not ours to answer. */
export const answer = (request: Request, files: Precache, shells: Shells): Promise<Response> | undefined => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  // A page that has the attractions asks whether they changed: only the server knows.
  if (pathname === '/api/v1/catalogue' && !request.headers.has('if-none-match')) return catalogue(request)
  if (pathname.startsWith('/api/') || pathname.startsWith('/sandbox')) return undefined
  if (request.mode === 'navigate') {
    const shell = shellOf(shells, pathname)
    return shell === undefined ? undefined : page(request, shell, files)
  }
  if (files.has(pathname)) return file(request, pathname, files)
  return pathname.startsWith('/assets/') ? used(request) : undefined
}

const page = async (request: Request, shell: string, files: Precache): Promise<Response> =>
  (await copyIfAny(async () => files.match(`/shells/${await activeLocale()}/${shell}.html`))) ?? fetch(request)

/** What this phone did not keep ahead (another language) is kept once it was used. */
const file = async (request: Request, path: string, files: Precache): Promise<Response> =>
  (await copyIfAny(() => files.match(path))) ?? (path.startsWith('/assets/') ? used(request) : fetch(request))
