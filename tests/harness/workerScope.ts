import { vi } from 'vitest'

/** Returns a request's absolute URL in the worker's scope. */
export const urlOf = (request: RequestInfo): string =>
  new URL(typeof request === 'string' ? request : request.url, 'http://here').href

const TYPES: [RegExp, string][] = [
  [/\.js$/, 'text/javascript'],
  [/\/api\//, 'application/json'],
]

/** Returns what the network of a worker's scope answers for a path: a text of the path's type. */
export const networkAnswer = (path: string): Response => {
  const type = TYPES.find(([pattern]) => pattern.test(path))?.[1] ?? 'text/html'
  return new Response('from the network', { headers: { 'content-type': type } })
}

/**
 * Stubs the globals of a service worker at `http://here/sw.js`: Cache Storage in memory, and a network that records
 * requests, can be offline and can answer otherwise. Undo it with `vi.unstubAllGlobals()`.
 */
export const openWorkerScope = () => {
  const scope = {
    /** The stored texts, by cache and URL. */
    caches: new Map<string, Map<string, string>>(),
    /** The content types of the stored texts, by URL. */
    types: new Map<string, string>(),
    fetched: [] as Request[],
    isOnline: true,
    /** What the network answers for a path. */
    answer: networkAnswer,
    keep(cache: string, url: string, text: string) {
      scope.caches.set(cache, new Map([...(scope.caches.get(cache) ?? []), [urlOf(url), text]]))
    },
    urls: (cache: string) => [...(scope.caches.get(cache)?.keys() ?? [])],
  }
  vi.stubGlobal('location', new URL('http://here/sw.js'))
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const rows = scope.caches.get(name) ?? new Map<string, string>()
      scope.caches.set(name, rows)
      return {
        match: async (request: RequestInfo) => {
          const text = rows.get(urlOf(request))
          const type = scope.types.get(urlOf(request))
          return text === undefined ? undefined : new Response(text, type ? { headers: { 'content-type': type } } : {})
        },
        put: async (request: RequestInfo, response: Response) => {
          rows.set(urlOf(request), await response.text())
          scope.types.set(urlOf(request), response.headers.get('content-type') ?? '')
        },
        keys: async () => [...rows.keys()].map((url) => new Request(url)),
        delete: async (request: RequestInfo) => rows.delete(urlOf(request)),
      }
    },
  })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://here') : input, init)
      }
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    scope.fetched.push(request)
    if (!scope.isOnline) throw new TypeError('Failed to fetch')
    return scope.answer(new URL(request.url).pathname)
  })
  return scope
}
