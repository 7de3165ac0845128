import ky from 'ky'
import { uuidv7 } from 'uuidv7'
import * as account from '#contract/calls/account.ts'
import type { Call, Data, In } from '#contract/calls/call.ts'
import {
  HEADER_IDEMPOTENCY,
  HEADER_FROM_CACHE,
  HEADER_LANGUAGE,
  HEADER_NONCE,
  HEADER_OWNER,
  HEADER_REQUEST_ID,
} from '#contract/envelope.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { ServerClock } from './serverClock.ts'
import { envelopeOf, classifyResponse, referenceOf, retryAfterOf } from './envelope.ts'
import { failedAnswer, UNREACHED, type Answer } from './failure.ts'
import { createRenewal, type RenewalDeps } from './renewal.ts'

const BASE = '/api/v1'

type RequestPart<C extends Call, K extends 'params' | 'query' | 'body'> = In<C, K> extends undefined ? never : In<C, K>
export interface Input<C extends Call> {
  params?: RequestPart<C, 'params'>
  query?: Partial<RequestPart<C, 'query'>>
  body?: RequestPart<C, 'body'>
}
export interface Options {
  /**
   * The author: the server refuses another member's token (`E_OWNER`). Null calls as a guest; absent, the author is the
   * signed-in member.
   */
  owner?: string | null
  /** Idempotency key of a write; generated when absent. */
  key?: string
  /** With it, the answer is `unchanged` while the server's ETag is still this one (M19). */
  etag?: string
  /** The credential of a gate: sent instead of a member's token, and never renewed. */
  credential?: string
  timeoutMs?: number
}
/** A shared answer with its ETag; `data` is undefined when it is `unchanged`. */
export interface Tagged<T> {
  data: T | undefined
  etag: string | null
  unchanged: boolean
}

export interface ApiDeps extends Omit<RenewalDeps, 'update'> {
  /** `''` in a browser, so that addresses are relative. */
  origin: string
  fetch: typeof fetch
  language: () => Locale
  clock: ServerClock
  monotonic: () => number
  /** Returns the id of the signed-in member, or null. */
  member: () => string | null
  /** Called once for each request: whether our server answered. Not called for an answer that the worker kept (O40). */
  onRequestDone: (reached: boolean) => void
  timeoutMs?: number
}

export interface Api {
  /** Makes a call. Renews the token once if needed, and repeats the request with the same key (O34). */
  call: <C extends Call>(entry: C, input?: Input<C>, options?: Options) => Promise<Answer<Data<C>>>
  /** Makes a call for a shared answer. Resolves with the answer and its ETag. */
  tagged: <C extends Call>(entry: C, input?: Input<C>, options?: Options) => Promise<Answer<Tagged<Data<C>>>>
  /** Makes a call that answers with a file (`fileType`). Resolves with its bytes. */
  file: <C extends Call>(entry: C, input: Input<C>) => Promise<Answer<Uint8Array<ArrayBuffer>>>
  /** Renews the tokens now. */
  renew: () => Promise<Answer<null>>
}

const pathOf = (entry: Call, params: Record<string, unknown> = {}): string =>
  entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

const searchOf = (query: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Returns the form of a multipart body: bytes become files, whose content alone tells their type. */
const formOf = (body: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body) as [string, string | Uint8Array<ArrayBuffer>][])
    form.append(name, typeof value === 'string' ? value : new Blob([value]))
  return form
}
const bodyOf = ({ media }: Call, body: object | undefined) =>
  body === undefined ? {} : media === 'multipart/form-data' ? { body: formOf(body) } : { json: body }

/** Creates the API client (spec 7.1 to 7.7). Its calls never throw: a failure is an `Answer`. */
export const createApi = (deps: ApiDeps): Api => {
  const http = ky.create({ fetch: deps.fetch, retry: { limit: 0 }, timeout: false, throwHttpErrors: false })

  const request = async <C extends Call>(entry: C, input: Input<C>, options: Options, token: string | null) => {
    // Another member is signed in by now (P3, O43). If this page does not know it yet, the server answers `E_OWNER`.
    if (token !== null && options.owner && options.owner !== deps.member()) {
      return { answer: failedAnswer({ kind: 'auth' }) as Answer<Data<C> | undefined>, etag: null }
    }
    const write = entry.method !== 'GET'
    const nonce = entry.shared ? null : crypto.randomUUID()
    const headers: Record<string, string> = { [HEADER_LANGUAGE]: LANGUAGE_CODE[deps.language()] }
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    if (token !== null && options.owner) headers[HEADER_OWNER] = options.owner
    if (write) headers[HEADER_IDEMPOTENCY] = options.key ?? uuidv7()
    if (nonce !== null) headers[HEADER_NONCE] = nonce
    if (options.etag !== undefined) headers['if-none-match'] = options.etag
    const sent = deps.monotonic()
    try {
      const response = await http(
        `${deps.origin}${BASE}${pathOf(entry, input.params as Record<string, unknown> | undefined)}`,
        {
          method: entry.method,
          headers,
          searchParams: searchOf(input.query as Record<string, unknown> | undefined),
          ...bodyOf(entry, input.body as object | undefined),
          redirect: 'manual',
          credentials: entry.cookies ? 'same-origin' : 'omit',
          // The timeout covers the body too: a captive portal may send headers and then nothing.
          signal: AbortSignal.timeout(options.timeoutMs ?? deps.timeoutMs ?? REQUEST_TIMEOUT_MS),
        },
      )
      const isFile = response.ok && !response.redirected && response.headers.get('content-type') === entry.fileType
      if (isFile) {
        deps.onRequestDone(true)
        return { answer: { ok: true, data: new Uint8Array(await response.arrayBuffer()) } as Answer<never>, etag: null }
      }
      const text = await response.text()
      const unchanged = response.status === 304 && options.etag !== undefined
      const envelope = response.redirected ? undefined : envelopeOf(text)
      const { serverNow, nonce: echoed } = envelope?.status ?? {}
      if (serverNow !== undefined && nonce !== null && echoed === nonce) {
        deps.clock.sample(serverNow, sent, deps.monotonic())
      }
      const retryAfter = retryAfterOf(response.headers.get('retry-after'), deps.clock.now())
      const reference = referenceOf(response.headers.get(HEADER_REQUEST_ID))
      const answer: Answer<Data<C> | undefined> = unchanged
        ? { ok: true, data: undefined }
        : classifyResponse<Data<C>>(response.status, envelope, retryAfter, reference)
      if (!response.headers.has(HEADER_FROM_CACHE))
        deps.onRequestDone(unchanged || (envelope !== undefined && !(response.status >= 300 && response.status < 400)))
      return { answer, etag: response.headers.get('etag') }
    } catch {
      // With these options fetch and ky reject only when no answer arrived in time.
      deps.onRequestDone(false)
      return { answer: failedAnswer(UNREACHED) as Answer<Data<C> | undefined>, etag: null }
    }
  }

  const renewal = createRenewal({
    ...deps,
    update: async (pair) =>
      (await request(account.updateToken, { body: pair }, {}, null)).answer as Answer<account.Session>,
  })

  const authorised = async <C extends Call>(entry: C, input: Input<C> = {}, callOptions: Options = {}) => {
    if (callOptions.credential !== undefined)
      return request(entry, input, { ...callOptions, owner: null }, callOptions.credential)
    const options: Options = callOptions.owner === undefined ? { ...callOptions, owner: deps.member() } : callOptions
    const bearer = entry.who === 'member' || (entry.who === 'anyone' && Boolean(options.owner))
    if (!bearer) return request(entry, input, options, null)
    let token = deps.tokens.accessToken()
    if (token === null) {
      const renewed = await renewal.renew(null)
      if (!renewed.ok) return { answer: renewed, etag: null }
      token = renewed.token
    }
    const first = await request(entry, input, options, token)
    if (first.answer.ok || first.answer.failure.kind !== 'auth') return first
    const renewed = await renewal.renew(token)
    return renewed.ok ? request(entry, input, options, renewed.token) : { answer: renewed, etag: null }
  }

  return {
    call: async <C extends Call>(entry: C, input?: Input<C>, options?: Options) =>
      (await authorised(entry, input, options)).answer as Answer<Data<C>>,
    tagged: async (entry, input, options) => {
      const { answer, etag } = await authorised(entry, input, options)
      return answer.ok ? { ok: true, data: { data: answer.data, etag, unchanged: answer.data === undefined } } : answer
    },
    file: async (entry, input) =>
      (await authorised(entry, input)).answer as Answer<unknown> as Answer<Uint8Array<ArrayBuffer>>,
    renew: async () => {
      const renewed = await renewal.renew(deps.tokens.accessToken())
      return renewed.ok ? { ok: true, data: null } : renewed
    },
  }
}
