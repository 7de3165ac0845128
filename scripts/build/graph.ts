import { readFile } from 'node:fs/promises'
import type { Manifest } from 'vite'
import type { MessageChunk } from './messages.ts'
import { DIST } from './paths.ts'

/**
 * Chunks of the application that load others by themselves, without a screen that asks for them. The table is not one:
 * it loads what the guards of its screens need, when such a screen is opened.
 */
const LOADS_LATER: ReadonlySet<string> = new Set(['index', 'base', 'routes', 'early', 'parts', 'runtime'])
/** Routes that the router of a page knows before it loads the table of all (src/firstRouter.ts). */
const FIRST_ROUTES: ReadonlySet<string> = new Set(['/', '/home'])
const TABLE = 'src/routeTree.gen.ts'
/** Messages that only screens need which a first visit does not store. */
const MESSAGES_OF_SCREENS = '.po?screens'
/** Marks the modules of screens, which the router splits off their route files. */
const SPLIT = '?tsr-split='

/** The graph of the client build: each chunk's imports and styles. */
export class Graph {
  readonly #chunks: Manifest

  constructor(chunks: Manifest) {
    this.#chunks = chunks
  }

  static async read(): Promise<Graph> {
    return new Graph(JSON.parse(await readFile(`${DIST}/.vite/manifest.json`, 'utf8')) as Manifest)
  }

  /** The application's own chunk. */
  get entry(): string {
    return this.#file('index.html')
  }

  /** Chunks of the application's packages, each after those it imports. */
  get vendors(): string[] {
    const order = ['react', 'router', 'words']
    const vendorChunks = Object.values(this.#chunks).filter(({ name }) => order.includes(name ?? ''))
    return vendorChunks
      .toSorted((a, b) => order.indexOf(a.name ?? '') - order.indexOf(b.name ?? ''))
      .map(({ file }) => `/${file}`)
  }

  /** The chunk with one part of a language's messages. */
  messages(locale: string, messageChunk: MessageChunk): string {
    return this.#file(`locales/${locale}.po?${messageChunk}`)
  }

  #file(key: string): string {
    const chunk = this.#chunks[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    return `/${chunk.file}`
  }

  /** Keys of the chunks that the router loads for a route, by the route's id (`/join/`, `/attractions/$detail`). */
  #keysOf(routeId: string): string[] {
    const path = `src/routes${routeId.replace(/\/$/, '')}`
    const files = routeId.endsWith('/') ? [`${path}/index.tsx`] : [`${path}.tsx`, `${path}/route.tsx`]
    return Object.keys(this.#chunks).filter((key) => files.some((file) => key.startsWith(`${file}?`)))
  }

  #closure(keys: readonly string[]): Set<string> {
    const visited = new Set<string>()
    const visit = (key: string): void => {
      if (visited.has(key)) return
      visited.add(key)
      this.#chunks[key]?.imports?.forEach(visit)
    }
    keys.forEach(visit)
    return visited
  }

  #collect(keys: readonly string[], pick: (chunk: Manifest[string]) => readonly string[]): string[] {
    const files = [...this.#closure(keys)].flatMap((key) => {
      const chunk = this.#chunks[key]
      return chunk ? pick(chunk) : []
    })
    return [...new Set(files)].map((file) => `/${file}`)
  }

  #keysWithEntry(routeIds: readonly string[]): string[] {
    const table = routeIds.every((id) => FIRST_ROUTES.has(id)) ? [] : [TABLE]
    return ['index.html', ...table, ...routeIds.flatMap((id) => this.#keysOf(id))]
  }

  /** Scripts that the application needs before it can show these routes, its own included. */
  scripts(routeIds: readonly string[]): string[] {
    return this.#collect(this.#keysWithEntry(routeIds), ({ file }) => (file.endsWith('.js') ? [file] : []))
  }

  /** Style sheets of these routes and of the application. A chunk's sheet comes after those of the chunks it imports. */
  styles(routeIds: readonly string[]): string[] {
    return this.#sheetsOf(this.#keysWithEntry(routeIds))
  }

  /** For each chunk that the router loads: the style sheets that its screen needs, those of the application included. */
  get stylesOfScreens(): string[][] {
    return Object.keys(this.#chunks)
      .filter((key) => key.includes(SPLIT))
      .map((key) => this.#sheetsOf(['index.html', key]))
  }

  /**
   * Returns the files that these routes need, and those that the frame loads at once or later by itself. What only other
   * screens need is not among them, nor what these screens load on use.
   */
  filesOf(routeIds: readonly string[]): Set<string> {
    const visited = new Set<string>()
    const visit = (key: string, isOfFrame: boolean): void => {
      if (visited.has(key)) return
      visited.add(key)
      const { imports = [], dynamicImports = [], name = '' } = this.#chunks[key] ?? {}
      for (const each of imports) visit(each, isOfFrame)
      // A chunk that screens share also holds what only they load later.
      const later = isOfFrame && LOADS_LATER.has(name) ? dynamicImports : []
      for (const each of later) if (!each.includes(SPLIT) && !each.endsWith(MESSAGES_OF_SCREENS)) visit(each, true)
    }
    visit('index.html', true)
    for (const key of routeIds.flatMap((id) => this.#keysOf(id))) visit(key, false)
    return new Set(
      [...visited].flatMap((key) => {
        const chunk = this.#chunks[key]
        return chunk ? [chunk.file, ...(chunk.css ?? [])].map((file) => `/${file}`) : []
      }),
    )
  }

  #sheetsOf(keys: readonly string[]): string[] {
    const visited = new Set<string>()
    const sheets = new Set<string>()
    const visit = (key: string): void => {
      if (visited.has(key)) return
      visited.add(key)
      const { imports = [], css = [] } = this.#chunks[key] ?? {}
      imports.forEach(visit)
      for (const sheet of css) sheets.add(`/${sheet}`)
    }
    keys.forEach(visit)
    return [...sheets]
  }
}
