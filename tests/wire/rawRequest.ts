import type { InjectOptions } from 'fastify'
import { sql } from 'drizzle-orm'
import { pathNames, type Call } from '#contract/calls/call.ts'
import { checkAnswer } from '../harness/answers.ts'
import type { App } from '../harness/factories.ts'

/** A request as it is sent, not restricted by the types of the call. */
export interface RawRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Replaces `body`. */
  raw?: string | Buffer
  token?: string
  headers?: Record<string, string>
  ip?: string
  method?: InjectOptions['method']
}

/** Percent-encodes any text. Lone surrogates become the three bytes that UTF-8 would give them. */
export const encode = (text: string): string =>
  [...text]
    .map((sign) => {
      if (sign.isWellFormed()) return encodeURIComponent(sign)
      const unit = sign.charCodeAt(0)
      const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
    })
    .join('')

/** Returns the values in the form of a query or a form body. */
export const pairs = (values: object): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&')

/** Returns the path and query of a request, with the parameters of the path filled in. */
export const urlOf = ({ path }: Call, { params = {}, query = {} }: RawRequest): string => {
  const filled = pathNames(path).reduce((at, name) => at.replace(`{${name}}`, () => encode(String(params[name]))), path)
  const search = pairs(query)
  return `/api/v1${filled}${search && `?${search}`}`
}

const multipart = async (body: unknown) => {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (value instanceof Uint8Array) form.set(name, new Blob([new Uint8Array(value)]), 'picture.png')
    else form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const packed = new Response(form)
  return { type: packed.headers.get('content-type') ?? '', bytes: Buffer.from(await packed.arrayBuffer()) }
}

const payloadOf = async (call: Call, { body, raw }: RawRequest): Promise<{ type: string; bytes: Buffer } | null> => {
  const type = call.media ?? 'application/json'
  if (raw !== undefined) return { type, bytes: Buffer.from(raw) }
  if (body === undefined) return null
  if (type === 'multipart/form-data') return multipart(body)
  const text = type === 'application/json' ? JSON.stringify(body) : pairs(body as object)
  return { type, bytes: Buffer.from(text) }
}

/** The answer to a request. */
export interface RawResponse {
  http: number
  headers: Record<string, unknown>
  text: string
  /** `status.code`, or empty when the answer is no envelope. */
  code: string
  fields: { field: string; reason: string }[]
}

/** Sends the request and checks the answer against the API's document. */
export const send = async ({ app }: App, call: Call, sent: RawRequest): Promise<RawResponse> => {
  const payload = await payloadOf(call, sent)
  const response = await app.inject({
    method: sent.method ?? (call.method as InjectOptions['method']),
    url: urlOf(call, sent),
    remoteAddress: sent.ip ?? '127.0.0.1',
    headers: {
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...(payload && { 'content-type': payload.type }),
      ...sent.headers,
    },
    ...(payload && { payload: payload.bytes }),
  } as InjectOptions)
  const { statusCode: http, headers, payload: text } = response
  const isEnvelope = String(headers['content-type'] ?? '').startsWith('application/json') && text !== ''
  const parsed = isEnvelope ? (JSON.parse(text) as { status: { code: string; fields?: RawResponse['fields'] } }) : null
  // An unknown path or another method is not in the document.
  const isCall = sent.method === undefined && !['E_ROUTE', 'E_METHOD'].includes(parsed?.status.code ?? '')
  if (isCall) checkAnswer(call, { http, body: parsed })
  return { http, headers, text, code: parsed?.status.code ?? '', fields: parsed?.status.fields ?? [] }
}

/** Deletes all throttles, so that earlier requests delay no later one. */
export const clearThrottles = async ({ deps: { db } }: App): Promise<void> => {
  await db.execute(sql`delete from throttle`)
}
