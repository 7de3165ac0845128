import type { FieldError } from './errors.ts'

/** Every answer of the API (specification 3, 7). Success is `status.code === '200'`, never the HTTP status alone. */
export interface Envelope<T> {
  status: {
    code: string
    /** A sentence in the language of the call. */
    message: string
    /** Refused input: which fields. */
    fields?: FieldError[]
    /** Seconds until another try makes sense (throttling, resend). */
    retryAfter?: number
    /** Server's clock in ms UTC; only on `no-store` answers to a call that carried a `nonce`, which it echoes. */
    serverNow?: number
    nonce?: string
  }
  data: T
}

export const OK = '200'

/** A page of a list: `pageNum` counts from 1, `total` is the number of all rows. */
export interface Page<T> {
  list: T[]
  pageNum: number
  pageSize: number
  total: number
}

/** Request headers of our own client. */
export const HEADER_LANGUAGE = 'language'
export const HEADER_IDEMPOTENCY = 'idempotency-key'
/** The member whom the outbox believes to be the author; must match the token. */
export const HEADER_OWNER = 'owner'
export const HEADER_NONCE = 'nonce'
/** Set by the service worker on an answer that it had kept: the server did not speak. */
export const HEADER_KEPT = 'x-kept'
