import { readFile } from 'node:fs/promises'
import type { Manifest } from 'vite'
import type { MessageChunk } from './messages.ts'
import { DIST } from './paths.ts'

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

  /** Scripts that the application needs before it can show these routes, its own included. */
  scripts(routeIds: readonly string[]): string[] {
    const keys = ['index.html', ...routeIds.flatMap((id) => this.#keysOf(id))]
    return this.#collect(keys, ({ file }) => (file.endsWith('.js') ? [file] : []))
  }

  /** The style sheet of all screens. */
  get styles(): string {
    return this.#file('style.css')
  }
}
