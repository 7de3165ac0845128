import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { Malformed, parseJson, parseQuery } from './json.ts'
import { parseMultipart } from './multipart.ts'
import { Refusal } from './refusal.ts'

const TYPES = {
  'application/json': /^application\/json(?:\s*;\s*charset=utf-8)?\s*$/i,
  'application/x-www-form-urlencoded': /^application\/x-www-form-urlencoded(?:\s*;\s*charset=utf-8)?\s*$/i,
  'multipart/form-data': /^multipart\/form-data\s*;\s*boundary=/i,
} satisfies Record<NonNullable<Call['media']> | 'application/json', RegExp>

/** Throws `E_CONTENT_TYPE` for a body that is compressed or has another media type than its call. */
export const checkContentType = ({ headers }: FastifyRequest, { media }: Call): void => {
  const empty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  const coding = headers['content-encoding'] ?? 'identity'
  if (!empty && coding !== 'identity') throw new Refusal('E_CONTENT_TYPE')
  if (!empty && !TYPES[media ?? 'application/json'].test(headers['content-type'] ?? ''))
    throw new Refusal('E_CONTENT_TYPE')
}

/** Parses a body by the media type of its call, before validation; undefined without a body. Throws `E_INPUT`. */
export const parseBody = ({ media }: Call, type: string | undefined, bytes: Buffer | undefined): unknown => {
  if (!bytes) return undefined
  try {
    if (media === 'multipart/form-data') return parseMultipart(bytes, type ?? '')
    return media ? parseQuery(bytes.toString('utf8')) : parseJson(bytes)
  } catch (error) {
    if (error instanceof Malformed) throw new Refusal('E_INPUT', { fields: [{ field: 'body', reason: error.reason }] })
    throw error
  }
}
