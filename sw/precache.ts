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
  /** It stands in the pack too. */
  packed?: true
  /** The pack: one file with all of those, `{ url: text }`. Never kept itself. */
  pack?: true
}

const FILES_CACHE = 'hp-files'
const CATALOGUE_CACHE = 'hp-catalogue'
/** Parts that are fetched when they are used: the scanner of a gate, another language. */
const USED_CACHE = 'hp-used'
const USED_MAX = 32
/** An installing worker may ask for three things at a time: a first visit gets what it lacks in one. */
const WORTH_A_PACK = 20
/** Files fetched side by side: over h2 one round trip for all of them; over HTTP/1.1 the browser queues them itself. */
const PARALLEL = 32

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

// A hashed file may come from the browser's own cache: the page has just loaded it.
const requestOf = ({ url, integrity, revision }: Entry): Request =>
  new Request(url, { integrity, cache: revision === null ? 'default' : 'no-cache' })

const unpack = async (cache: Cache, pack: Entry, entries: readonly Entry[]): Promise<void> => {
  const texts = (await (await fetchOurs(requestOf(pack), pack.type)).json()) as Record<string, string>
  await Promise.all(
    entries.map((entry) => {
      const text = texts[entry.url]
      if (text === undefined) throw new Error(`${entry.url} is not in its pack`)
      return cache.put(keyOf(entry), new Response(text, { headers: headersOf(entry) }))
    }),
  )
}
const headersOf = ({ type }: Entry) => ({
  'content-type': `${type}; charset=utf-8`,
  'x-content-type-options': 'nosniff',
})

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
    const missing = await this.#missing(cache, locale)
    const pack = this.#files.find((entry) => entry.pack)
    const packed = missing.filter((entry) => entry.packed)
    const inOne = pack !== undefined && packed.length >= WORTH_A_PACK
    const queue = inOne ? missing.filter((entry) => !entry.packed) : missing
    const take = async (): Promise<void> => {
      for (let entry = queue.shift(); entry; entry = queue.shift())
        await cache.put(keyOf(entry), await fetchOurs(requestOf(entry), entry.type))
    }
    await Promise.all([
      inOne ? unpack(cache, pack, packed) : undefined,
      ...Array.from({ length: PARALLEL }, take),
      keepCatalogue(locale),
    ])
  }

  /** What a language needs and the phone does not hold. */
  async #missing(cache: Cache, locale: Locale): Promise<Entry[]> {
    const wanted = this.#files.filter((entry) => !entry.pack && (entry.locale ?? locale) === locale)
    const held = new Set((await cache.keys()).map(({ url }) => url))
    return wanted.filter((entry) => !held.has(new URL(keyOf(entry), location.href).href))
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

/** A phone whose storage is full, damaged or refused has no copy: then the network is all there is. */
export const copyIfAny = async (ask: () => Promise<Response | undefined>): Promise<Response | undefined> => {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
const copyIn = (name: string, { url }: Request): Promise<Response | undefined> =>
  copyIfAny(async () => (await caches.open(name)).match(url))

/** Keeps a copy where there is room; of more than `max` the oldest go. The page gets its answer all the same. */
const keepCopy = async (name: string, { url }: Request, response: Response, max = Infinity): Promise<void> => {
  const copy = response.clone()
  try {
    const cache = await caches.open(name)
    await cache.put(url, copy)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -max).map((key) => cache.delete(key)))
  } catch {
    // It is asked for again.
  }
}

/** The kept attractions, when the server cannot be reached; its answer is kept anew when it can. */
export const catalogue = async (request: Request): Promise<Response> => {
  try {
    const response = await fetchOurs(request, 'application/json')
    await keepCopy(CATALOGUE_CACHE, request, response)
    return response
  } catch (failure) {
    const kept = await copyIn(CATALOGUE_CACHE, request)
    if (kept) return asKept(kept)
    throw failure
  }
}

/** A part of the build that was used once is there when the network is not. Its name changes with its content. */
export const used = async (request: Request): Promise<Response> => {
  const kept = await copyIn(USED_CACHE, request)
  if (kept) return kept
  const response = await fetch(request)
  // The oldest are those of former versions, too.
  if (isOurs(response, 'text/javascript')) await keepCopy(USED_CACHE, request, response, USED_MAX)
  return response
}
