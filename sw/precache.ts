import { HEADER_FROM_CACHE } from '#contract/envelope.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'
import { catalogueAddress } from '#contract/shells.ts'
import { LOCALE_KEY, SETTINGS_CACHE } from './messages.ts'

/** One file of the build. Without `locale` it is stored for every language. */
export interface PrecacheEntry {
  url: string
  /** Version of a file whose name does not change with its content; null for files with a hash in their name. */
  revision: string | null
  /** Hash of its bytes, for the `integrity` of the request. */
  integrity: string
  /** The response's content type must begin with this. */
  type: string
  locale?: Locale
  /**
   * Address of the pack with a file that a first visit does not need; null: it is in no pack. A pack is a JSON object
   * with the text of each of its files by address; its own row is in the list too.
   */
  pack?: string | null
}

const FILES_CACHE = 'hp-files'
const CATALOGUE_CACHE = 'hp-catalogue'
/** Chunks that are stored when they are first used: the scanner, another language. */
const USED_CACHE = 'hp-used'
const USED_MAX = 32
/** Fetches that are started side by side; the browser queues those beyond its own limit. */
const PARALLEL_MAX = 32
/** Missing files of one pack that are still fetched one by one. */
const PACK_WORTH = 2

/** Returns the cache key. It contains `revision`, so that two versions coexist until the new worker is active. */
const keyOf = ({ url, revision }: PrecacheEntry): string => (revision === null ? url : `${url}?r=${revision}`)

/** Returns whether a response is ours: status 200, not redirected, of this type; a captive portal's is not (S28). */
export const isOurs = (response: Response, type: string): boolean =>
  response.status === 200 && !response.redirected && (response.headers.get('content-type') ?? '').startsWith(type)

const fetchOurs = async (request: Request, type: string): Promise<Response> => {
  const response = await fetch(request)
  if (!isOurs(response, type)) throw new Error(`${request.url}: not ours (${response.status})`)
  return response
}

// A hashed file may come from the HTTP cache: the page has just loaded it.
const requestOf = ({ url, integrity, revision }: PrecacheEntry): Request =>
  new Request(url, { integrity, cache: revision === null ? 'default' : 'no-cache' })

/** Resolves with the language that the page has stored for the worker, or the default one. */
export const activeLocale = async (): Promise<Locale> => {
  const cache = await caches.open(SETTINGS_CACHE)
  const value = await (await cache.match(LOCALE_KEY))?.text()
  return isLocale(value) ? value : DEFAULT_LOCALE
}

/** The files of one build in Cache Storage. */
export class Precache {
  readonly #files: readonly PrecacheEntry[]
  readonly #packs: ReadonlyMap<string, PrecacheEntry>
  readonly #keys: ReadonlyMap<string, string>

  constructor(rows: readonly PrecacheEntry[]) {
    const packs = new Set(rows.map(({ pack }) => pack))
    this.#files = rows.filter(({ url }) => !packs.has(url))
    this.#packs = new Map(rows.filter(({ url }) => packs.has(url)).map((row) => [row.url, row]))
    this.#keys = new Map(this.#files.map((entry) => [entry.url, keyOf(entry)]))
  }

  /** Returns whether the build has this file, stored or not. */
  has(path: string): boolean {
    return this.#keys.has(path)
  }

  /** Resolves with the stored file, or undefined. */
  async match(path: string): Promise<Response | undefined> {
    const key = this.#keys.get(path)
    return key === undefined ? undefined : (await caches.open(FILES_CACHE)).match(key)
  }

  /**
   * Fetches the missing files that a first visit needs in a language, and its catalogue. Rejects when one is missing or
   * not ours (S28).
   */
  async storeLocale(locale: Locale): Promise<void> {
    const cache = await caches.open(FILES_CACHE)
    const missing = await this.#missing(cache, (entry) => entry.pack === undefined && isOf(entry, locale))
    await Promise.all([inParallel(missing, (entry) => store(cache, entry)), storeCatalogue(locale)])
  }

  /**
   * Fetches all missing files of a language: those that a first visit does not need, and those that it needs when the
   * language changed while this version waited. A pack that lacks few of its files is not fetched whole: after a small
   * change of one screen its other files are stored already. Rejects like `storeLocale`.
   */
  async storeRest(locale: Locale): Promise<void> {
    const cache = await caches.open(FILES_CACHE)
    const missing = await this.#missing(cache, (entry) => isOf(entry, locale))
    const byPack = [...Map.groupBy(missing, ({ pack }) => pack ?? '')]
    await inParallel(byPack, async ([url, entries]) => {
      const pack = this.#packs.get(url)
      if (pack && entries.length > PACK_WORTH) await storePack(cache, pack, entries)
      else await Promise.all(entries.map((entry) => store(cache, entry)))
    })
  }

  /**
   * Resolves with whether a former build, or this one, has stored a file that a first visit does not need: by
   * `storeRest`, or because a screen was opened before that. The chunks of an opened screen are of its build, so that
   * this one has to store its own (decision 0353).
   */
  async hasFormerRest(): Promise<boolean> {
    const ofFirstVisit = new Set(this.#files.filter(({ pack }) => pack === undefined).map(({ url }) => nameOf(url)))
    const names = this.#files.map(({ url }) => nameOf(url)).filter((name) => !ofFirstVisit.has(name))
    const keys = await Promise.all([FILES_CACHE, USED_CACHE].map(async (name) => (await caches.open(name)).keys()))
    const stored = new Set(keys.flat().map(({ url }) => nameOf(new URL(url).pathname)))
    return names.some((name) => stored.has(name))
  }

  /** Resolves with the files that `isWanted` selects and that are not stored. */
  async #missing(cache: Cache, isWanted: (entry: PrecacheEntry) => boolean): Promise<PrecacheEntry[]> {
    const held = new Set((await cache.keys()).map(({ url }) => url))
    return this.#files.filter(isWanted).filter((entry) => !held.has(new URL(keyOf(entry), location.href).href))
  }

  /** Deletes stored files of former builds. */
  async sweep(): Promise<void> {
    const cache = await caches.open(FILES_CACHE)
    const current = new Set(this.#files.map((entry) => new URL(keyOf(entry), location.href).href))
    const old = (await cache.keys()).filter(({ url }) => !current.has(url))
    await Promise.all(old.map((request) => cache.delete(request)))
  }
}

/** Returns the address of a file without the hash of its content, which each build may change. */
const nameOf = (url: string): string => url.replace(/-[\w-]{8}(?=\.\w+$)/, '')

const isOf = (entry: PrecacheEntry, locale: Locale): boolean => (entry.locale ?? locale) === locale

/** Calls `act` with each item, with at most `PARALLEL` calls at a time. */
const inParallel = async <Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> => {
  const queue = [...items]
  const take = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: PARALLEL_MAX }, take))
}

const store = async (cache: Cache, entry: PrecacheEntry): Promise<void> =>
  cache.put(keyOf(entry), await fetchOurs(requestOf(entry), entry.type))

/** Stores these files of a pack. The hash of the pack vouches for each of them. */
const storePack = async (cache: Cache, pack: PrecacheEntry, entries: readonly PrecacheEntry[]): Promise<void> => {
  const texts = (await (await fetchOurs(requestOf(pack), pack.type)).json()) as Record<string, string>
  for (const entry of entries) {
    const text = texts[entry.url]
    if (text === undefined) throw new Error(`${pack.url}: without ${entry.url}`)
    await cache.put(keyOf(entry), new Response(text, { headers: { 'content-type': `${entry.type}; charset=utf-8` } }))
  }
}

/** Stores the catalogue in one language: the only API answer that the worker stores, a shared one (S27). */
const storeCatalogue = async (locale: Locale): Promise<void> => {
  const url = catalogueAddress(locale)
  const response = await fetchOurs(new Request(url), 'application/json')
  await (await caches.open(CATALOGUE_CACHE)).put(url, response)
}

/** Marks a stored answer, so that the page does not count it as an answer of the server (O40). */
const markedAsStored = ({ body, headers }: Response): Response => {
  const marked = new Headers(headers)
  marked.set(HEADER_FROM_CACHE, '1')
  return new Response(body, { headers: marked })
}

/** Resolves like `answer()`, or with undefined when that fails because storage is full, damaged or refused (S29). */
export const tryCache = async (answer: () => Promise<Response | undefined>): Promise<Response | undefined> => {
  try {
    return await answer()
  } catch {
    return undefined
  }
}
const copyIn = (name: string, { url }: Request): Promise<Response | undefined> =>
  tryCache(async () => (await caches.open(name)).match(url))

/** Stores a copy, and deletes the oldest beyond `max`. Ignores storage failures. */
const cacheResponse = async (name: string, { url }: Request, response: Response, max = Infinity): Promise<void> => {
  const copy = response.clone()
  try {
    const cache = await caches.open(name)
    await cache.put(url, copy)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, -max).map((key) => cache.delete(key)))
  } catch {
    // Without a copy it is fetched again next time.
  }
}

/**
 * Answers with the server's catalogue and stores it. Without an answer of ours, answers with the stored one; rejects
 * when none is stored.
 */
export const serveCatalogue = async (request: Request): Promise<Response> => {
  try {
    const response = await fetchOurs(request, 'application/json')
    await cacheResponse(CATALOGUE_CACHE, request, response)
    return response
  } catch (failure) {
    const cached = await copyIn(CATALOGUE_CACHE, request)
    if (cached) return markedAsStored(cached)
    throw failure
  }
}

/**
 * Answers with a chunk from the cache; else fetches it and stores it for offline use. A stored chunk is never outdated,
 * because its name contains its hash.
 */
export const serveChunk = async (request: Request): Promise<Response> => {
  const cached = await copyIn(USED_CACHE, request)
  if (cached) return cached
  const response = await fetch(request)
  const type = request.url.endsWith('.css') ? 'text/css' : 'text/javascript'
  // Deleting the oldest also removes the chunks of former builds.
  if (isOurs(response, type)) await cacheResponse(USED_CACHE, request, response, USED_MAX)
  return response
}
