import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SHELL_HEAD } from '#contract/shellHead.ts'
import type { BuildFile } from './files.ts'

/** Limit of the compressed documents in memory; one is about 12 kB. */
const BYTES_MAX = 16 * 1024 * 1024
const QUICK_QUALITY = 5
const BEST_QUALITY = 11
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Coding = 'br' | 'gzip'

const brotli = (html: Buffer, quality: number): Promise<Buffer> =>
  toBrotli(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  })

/** A shell with the head of one page. */
export class PageDocument {
  readonly etag: string
  readonly shell: BuildFile
  readonly head: string
  /** What it may take in bytes when both its compressed forms are in memory: they are less than half of the shell. */
  readonly weight: number
  /** Range of the shell's own title and description. */
  readonly #range: readonly [start: number, end: number]
  readonly #packed: Partial<Record<Coding, Promise<Buffer>>> = {}
  #isBest = false
  #requests = 0
  readonly #improve: (work: () => Promise<void>) => void

  constructor(
    shell: BuildFile,
    head: string,
    range: readonly [number, number],
    improve: (work: () => Promise<void>) => void,
  ) {
    this.shell = shell
    this.head = head
    this.#range = range
    this.#improve = improve
    this.weight = head.length * 2 + Math.ceil(shell.body.length / 2)
    this.etag = `"${createHash('sha256').update(shell.etag).update(head).digest('base64url').slice(0, 22)}"`
  }

  get html(): Buffer {
    const [start, end] = this.#range
    const { body } = this.shell
    return Buffer.concat([body.subarray(0, start), Buffer.from(this.head), body.subarray(end)])
  }

  /**
   * Resolves to the compressed document. The first request compresses it quickly; from the second on it is compressed
   * as well as the files of the build are, in the background, which takes a tenth of a second of a processor.
   */
  packed(coding: Coding): Promise<Buffer> {
    this.#requests++
    this.#packed[coding] ??= coding === 'br' ? brotli(this.html, QUICK_QUALITY) : toGzip(this.html)
    if (coding === 'br' && this.#requests > 1 && !this.#isBest) {
      this.#isBest = true
      this.#improve(async () => {
        const best = await brotli(this.html, BEST_QUALITY)
        this.#packed.br = Promise.resolve(best)
      })
    }
    return this.#packed[coding]
  }
}

/**
 * Creates the cache of documents. Above `bytesMax` it evicts the least recently used; it recompresses one document at a
 * time.
 */
export const createDocuments = (bytesMax = BYTES_MAX) => {
  const ranges = new WeakMap<BuildFile, readonly [number, number]>()
  /** By content: after a change of a record nobody asks for the former document, and it leaves the cache. */
  const documents = new Map<BuildFile, Map<string, PageDocument>>()
  /** The least recently used document comes first. */
  const used = new Set<PageDocument>()
  let bytes = 0
  let improvements = Promise.resolve()
  const improve = (work: () => Promise<void>): void => {
    improvements = improvements.then(work).catch(() => undefined)
  }
  const rangeOf = (name: string, shell: BuildFile): readonly [number, number] => {
    const stored = ranges.get(shell)
    if (stored) return stored
    const html = shell.body.toString()
    const match = SHELL_HEAD.exec(html)
    if (!match) throw new Error(`${name} has no title and description to replace`)
    const start = Buffer.byteLength(html.slice(0, match.index))
    const range = [start, start + Buffer.byteLength(match[0])] as const
    ranges.set(shell, range)
    return range
  }
  /** Returns the document of a shell with a head; `name` is the shell's address. */
  return (name: string, shell: BuildFile, head: string): PageDocument => {
    const ofShell = documents.get(shell) ?? new Map<string, PageDocument>()
    const stored = ofShell.get(head)
    const document = stored ?? new PageDocument(shell, head, rangeOf(name, shell), improve)
    used.delete(document)
    used.add(document)
    if (stored) return document
    documents.set(shell, ofShell.set(head, document))
    bytes += document.weight
    for (const oldest of used) {
      if (bytes <= bytesMax || oldest === document) break
      used.delete(oldest)
      documents.get(oldest.shell)?.delete(oldest.head)
      bytes -= oldest.weight
    }
    return document
  }
}
