import * as z from 'zod/mini'
import type { $ZodType, output, input } from 'zod/v4/core'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/**
 * `anyone`: works without a token, and knows the member when there is one. `gateway`: authenticated by signature.
 * `gate`: the bearer token is the credential of staff at one place (`gate.enrol`).
 */
export type Who = 'anonymous' | 'anyone' | 'member' | 'gateway' | 'gate'

/**
 * One row of the contract: the server serves it, the client calls through it, the API document is derived from it.
 * `query` and `body` are strict. `params` are the `{names}` of the path.
 */
export interface Call {
  method: Method
  path: string
  who: Who
  summary: string
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  data: $ZodType
  /** Not a row of the specification. */
  addition?: true
  /** The same in every session: may be kept by shared caches and answered with 304. */
  shared?: true
  /** Has an effect although it is a GET: refuses HEAD and prefetch. */
  effect?: true
  /** Keeps something for each caller although it is a GET: counts as a write of its member. */
  paced?: true
  /** Its answer holds tokens or proofs and is never stored for replay. */
  unstored?: true
  /** Answers with something else than the envelope (a redirect, a file). */
  raw?: true
  /** Media type of its body, if not JSON. A file in a multipart body is a `Uint8Array`. */
  media?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
}

/** Types of a call, seen from the caller (input) and from the handler (output). */
export type In<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends $ZodType ? input<C[K]> : undefined
export type Out<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends $ZodType
  ? output<C[K]>
  : undefined
export type Data<C extends Call> = output<C['data']>

export const call = <const C extends Call>(entry: C): C => entry

/** Names in the `path`, in order. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** `page(item)`: the shape of a paged list. */
export const page = <T extends $ZodType>(item: T) =>
  z.object({ list: z.array(item), pageNum: z.int(), pageSize: z.int(), total: z.int() })
