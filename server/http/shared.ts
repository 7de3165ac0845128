import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const BYTES_MAX = 32 * 1024 * 1024
const COMPRESS_MIN_BYTES = 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Coding = 'br' | 'gzip'

/** An answer that is the same for every caller, with its ETag and its compressed forms. */
export class SharedAnswer {
  readonly etag: string
  readonly body: Buffer
  #packed: Partial<Record<Coding, Promise<Buffer>>> = {}

  constructor(text: string) {
    this.body = Buffer.from(text)
    this.etag = `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`
  }

  /** Resolves to the compressed body; compresses at the first use. */
  packed(coding: Coding): Promise<Buffer> {
    return (this.#packed[coding] ??= coding === 'br' ? toBrotli(this.body, BROTLI) : toGzip(this.body, { level: 6 }))
  }
}

/** LRU cache of shared answers of one version of their data, limited to 32 MB. */
export class SharedAnswers {
  #version = ''
  #bytes = 0
  readonly #kept = new Map<string, SharedAnswer>()
  readonly #making = new Map<string, Promise<SharedAnswer>>()

  /** Resolves to the cached answer, or calls `make`; concurrent calls for the same name share one `make`. */
  async get(version: string, name: string, make: () => Promise<SharedAnswer>): Promise<SharedAnswer> {
    const stored = version === this.#version ? this.#kept.get(name) : undefined
    if (stored) {
      this.#kept.delete(name)
      this.#kept.set(name, stored)
      return stored
    }
    const key = `${version} ${name}`
    const under = this.#making.get(key)
    if (under) return under
    const making = make().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    const answer = await making
    this.#keep(version, name, answer)
    return answer
  }

  #keep(version: string, name: string, answer: SharedAnswer): void {
    if (version !== this.#version) {
      this.#kept.clear()
      this.#bytes = 0
      this.#version = version
    }
    this.#kept.set(name, answer)
    // The compressed forms count as much again.
    this.#bytes += answer.body.length * 2
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= BYTES_MAX) break
      this.#kept.delete(oldest)
      this.#bytes -= body.length * 2
    }
  }
}

/** Returns the content coding for an `Accept-Encoding` header: brotli, else gzip, else null. */
export const codingOf = (header: string | string[] | undefined): Coding | null => {
  const text = String(header ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(text)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(text) ? 'gzip' : null
}

/** Returns whether an `If-None-Match` header matches `etag` (weak comparison). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim() === '*' || weak(one.trim()) === weak(etag))
const weak = (etag: string): string => etag.replace(/^W\//, '')

/** Sends a shared answer: 304 when the caller's ETag matches, compressed when the caller accepts it. */
export const sendShared = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<FastifyReply> => {
  reply.header('cache-control', 'public, max-age=0, must-revalidate')
  reply.header('vary', 'language, accept-encoding')
  reply.header('etag', answer.etag)
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.status(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const coding = answer.body.length < COMPRESS_MIN_BYTES ? null : codingOf(request.headers['accept-encoding'])
  if (!coding) return reply.send(answer.body)
  return reply.header('content-encoding', coding).send(await answer.packed(coding))
}
