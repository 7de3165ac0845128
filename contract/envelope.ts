import type { FieldError } from './errors.ts'

/** Body of every API response (spec 3.38, 7.6). Success is `status.code === '200'`, never the HTTP status alone. */
export interface Envelope<T> {
  status: {
    code: string
    /** A sentence for people, in the language of the call. */
    message: string
    /** The fields that validation rejected. */
    fields?: FieldError[]
    /** Seconds to wait before a retry (throttling, resend of a code). */
    retryAfter?: number
    /** The server's clock, ms UTC. Only in `no-store` responses to a call with a `nonce`, which is echoed beside it. */
    serverNow?: number
    nonce?: string
  }
  data: T
}

export const OK = '200'

/** A page of a list. `pageNum` counts from 1; `total` is the number of rows on all pages. */
export interface Page<T> {
  list: T[]
  pageNum: number
  pageSize: number
  total: number
}

/** Request headers that our client sends. */
export const HEADER_LANGUAGE = 'language'
export const HEADER_IDEMPOTENCY = 'idempotency-key'
/** The member who wrote the queued action; must match the member of the token. */
export const HEADER_OWNER = 'owner'
export const HEADER_NONCE = 'nonce'
/** Set by the service worker on a response from its cache, so that it does not count as contact with the server. */
export const HEADER_FROM_CACHE = 'x-kept'

/** Response header of failures of the server's own (HTTP 5xx): the id by which the log names the request. */
export const HEADER_REQUEST_ID = 'x-request-id'
