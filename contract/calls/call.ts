import * as z from 'zod/mini'
import type { $ZodType, output, input } from 'zod/v4/core'
import type { ErrorCode } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/**
 * Who may call. `anonymous`: no token. `anyone`: with or without an access token. `member`: with an access token.
 * `gateway`: a payment gateway or a provider of social sign-in, itself or by a redirect of the browser; without a
 * token, so the handler verifies the request. `gate`: the bearer token is a gate's credential (`gate.enrol`).
 */
export type Who = 'anonymous' | 'anyone' | 'member' | 'gateway' | 'gate'

/**
 * One call of the contract: the server serves it, the client calls through it, the OpenAPI document is derived from it.
 * `query` and `body` reject unknown fields. `params` are the `{names}` of the path.
 */
export interface Call {
  method: Method
  path: string
  who: Who
  /** What the call does, for its caller; one sentence. */
  summary: string
  /** Error codes of this call, besides those of every call of its kind (`commonRefusals` in `server/http/openapi.ts`). */
  refuses?: readonly ErrorCode[]
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  data: $ZodType
  /** Not one of the 77 calls of the specification (spec 7.19). */
  addition?: true
  /** Its `language` or `languageCd` takes travel codes too (spec 1.33). */
  travelCodes?: true
  /** The response is the same in every session: shared caches may store it, and the server may answer 304. */
  shared?: true
  /** Has an effect although it is a GET: refuses HEAD and prefetch. */
  effect?: true
  /** Runs while the disk is full: a browser navigates to it, so it must lead to a screen. Its handler tolerates failed writes. */
  evenFull?: true
  /** A GET that stores something for its caller: it counts towards the member's pace of writes. */
  paced?: true
  /** The response holds tokens, proofs or codes, so it is never stored for replay; an idempotency key is ignored. */
  unstored?: true
  /** Sets the token cookies, or recognises the phone by its cookie. No other call sends or takes cookies. */
  cookies?: true
  /** The response is not an envelope but a redirect or a file. */
  raw?: true
  /** Media type of the file that a `raw` call answers with; absent for redirects and files of several types. */
  fileType?: 'image/webp' | 'application/pdf'
  /** Media type of the body, if not JSON. A file in a multipart body is a `Uint8Array`. */
  media?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
}

/** Types of a part of a call: `In` for the caller, `Out` for the handler, after parsing. */
export type In<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends $ZodType ? input<C[K]> : undefined
export type Out<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends $ZodType
  ? output<C[K]>
  : undefined
export type Data<C extends Call> = output<C['data']>

/** Returns the entry unchanged, with its exact type. */
export const call = <const C extends Call>(entry: C): C => entry

/** Returns the names of the parameters in `path`, in order. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Returns the schema of a paged list of `item` (`Page` in `contract/envelope.ts`). */
export const page = <T extends $ZodType>(item: T) =>
  z.object({ list: z.array(item), pageNum: z.int(), pageSize: z.int(), total: z.int() })
