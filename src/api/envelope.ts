import { OK, type Envelope } from '#contract/envelope.ts'
import { failedAnswer, UNREACHED, type Answer, type Failure } from './failure.ts'

/** Returns the seconds of a `Retry-After` header, which is a number or a date; undefined without a valid one. */
export const retryAfterOf = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

/** Parses an envelope; undefined for any other body, such as a captive portal's page or a proxy's error (O29). */
export const envelopeOf = (text: string): Envelope<unknown> | undefined => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  const status = (body as Partial<Envelope<unknown>> | null)?.status
  return typeof status?.code === 'string' ? (body as Envelope<unknown>) : undefined
}

/** Returns the id of a request in a header of its answer; undefined without one that our server could have written. */
export const referenceOf = (header: string | null): string | undefined =>
  header !== null && /^[\w-]{1,64}$/.test(header) ? header : undefined

const WAITS = new Set([408, 425, 429])

/** Classifies an answer (O28, O29, O30, O34). Success is `status.code === '200'`, never the HTTP status alone. */
export const classifyResponse = <T>(
  http: number,
  envelope: Envelope<unknown> | undefined,
  retryAfter?: number,
  reference?: string,
): Answer<T> => {
  if (!envelope || (http >= 300 && http < 400)) return failedAnswer(UNREACHED)
  const { code, fields } = envelope.status
  const wait = envelope.status.retryAfter ?? retryAfter
  const after = wait === undefined ? {} : { retryAfter: wait }
  if (WAITS.has(http) || http >= 500 || (http === 409 && code === 'E_KEY_RUNNING')) {
    return failedAnswer({ kind: 'transport', reached: true, code, ...after, ...(reference && { reference }) })
  }
  if (http === 400 || code === 'E_TOKEN') return failedAnswer({ kind: 'auth' })
  if (code === OK) return { ok: true, data: envelope.data as T }
  const refused: Failure = { kind: 'refused', code, ...after }
  return failedAnswer(fields ? { ...refused, fields } : refused)
}
