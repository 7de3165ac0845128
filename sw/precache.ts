import { HEADER_KEPT } from '#contract/envelope.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'
import { catalogueAddress } from '#contract/shells.ts'
import { LOCALE_KEY, SETTINGS_CACHE } from './messages.ts'

/** One file of the build. Without `locale` every phone keeps it. */
export interface Entry {
  url: string
  /** Of a file whose name does not change with its content; null for the others. */
  revision: string | null
  /** Hash of its bytes, as in the `integrity` of a request. */
  integrity: string
  /** What the answer's content type must begin with. */
  type: string
  locale?: Locale
}

const FILES_CACHE = 'hp-files'
const CATALOGUE_CACHE = 'hp-catalogue'
/** Parts that are fetched when they are used: the scanner of a gate, another language. */
const USED_CACHE = 'hp-used'
const USED_MAX = 32
/** Files fetched side by side. */
const PARALLEL = 6

/** `revision` makes a new key, so that two versions lie side by side until the new one is used. */
const keyOf = ({ url, revision }: Entry): string => (revision === null ? url : `${url}?r=${revision}`)

/** A captive portal answers anything with 200 and a page of its own, or by a detour. */
export const isOurs = (response: Response, type: string): boolean =>
  response.status === 200 && !response.redirected && (response.headers.get('content-type') ?? '').startsWith(type)

const fetchOurs = async (request: Request, type: string): Promise<Response> => {
  const response = await fetch(request)
  if (!isOurs(response, type)) throw new Error(`${request.url}: not ours (${response.status})`)
  return response
}

/** The language that the page left for us. */
export const activeLocale = async (): Promise<Locale> => {
  const cache = await caches.open(SETTINGS_CACHE)
  const value = await (await cache.match(LOCALE_KEY))?.text()
  return isLocale(value) ? value : DEFAULT_LOCALE
}

/** The files of one build, kept on the phone. */
export class Precache {
  readonly #files: readonly Entry[]
  readonly #keys: ReadonlyMap<string, string>

  constructor(files: readonly Entry[]) {
    this.#files = files
    this.#keys = new Map(files.map((entry) => [entry.url, keyOf(entry)]))
  }

  /** Is it one of ours, whether this phone keeps it or not? */
  has(path: string): boolean {
    return this.#keys.has(path)
  }

  async match(path: string): Promise<Response | undefined> {
    const key = this.#keys.get(path)
    return key === undefined ? undefined : (await caches.open(FILES_CACHE)).match(key)
  }

  /** Fetches what a language needs and the phone does not hold. Rejects when one file is missing or not ours. */
  async keep(locale: Locale): Promise<void> {
    const cache = await caches.open(FILES_CACHE)
    const queue = this.#files.filter((entry) => entry.locale === undefined || entry.locale === locale)
    const take = async (): Promise<void> => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        const key = keyOf(entry)
        if (await cache.match(key)) continue
        // A hashed file may come from the browser's own cache: the page has just loaded it.
        const mode = entry.revision === null ? 'default' : 'no-cache'
        const request = new Request(entry.url, { integrity: entry.integrity, cache: mode })
        await cache.put(key, await fetchOurs(request, entry.type))
      }
    }
    await Promise.all([...Array.from({ length: PARALLEL }, take), keepCatalogue(locale)])
  }

  /** Drops what no longer belongs to this build. */
  async sweep(): Promise<void> {
    const cache = await caches.open(FILES_CACHE)
    const current = new Set(this.#files.map((entry) => new URL(keyOf(entry), location.href).href))
    const old = (await cache.keys()).filter(({ url }) => !current.has(url))
    await Promise.all(old.map((request) => cache.delete(request)))
  }
}

/** The attractions in one language: the one answer of the API that is kept here, since it is the same for everybody. */
const keepCatalogue = async (locale: Locale): Promise<void> => {
  const url = catalogueAddress(locale)
  const response = await fetchOurs(new Request(url), 'application/json')
  await (await caches.open(CATALOGUE_CACHE)).put(url, response)
}

/** Marked, so that nobody takes it for a sign of life of the server. */
const asKept = ({ body, headers }: Response): Response => {
  const marked = new Headers(headers)
  marked.set(HEADER_KEPT, '1')
  return new Response(body, { headers: marked })
}

/** The kept attractions, when the server cannot be reached; its answer is kept anew when it can. */
export const catalogue = async (request: Request): Promise<Response> => {
  const cache = await caches.open(CATALOGUE_CACHE)
  try {
    const response = await fetchOurs(request, 'application/json')
    await cache.put(request.url, response.clone())
    return response
  } catch (failure) {
    const kept = await cache.match(request.url)
    if (kept) return asKept(kept)
    throw failure
  }
}

/** A part of the build that was used once is there when the network is not. Its name changes with its content. */
export const used = async (request: Request): Promise<Response> => {
  const cache = await caches.open(USED_CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (isOurs(response, 'text/javascript')) {
    await cache.put(request.url, response.clone())
    // The oldest go: those of former versions among them.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -USED_MAX).map((key) => cache.delete(key)))
  }
  return response
}
