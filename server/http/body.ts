import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { isStorable, Malformed, parseJson, parseQuery } from './json.ts'
import { Refusal } from './refusal.ts'

const PARTS_MAX = 8

const TYPES = {
  'application/json': /^application\/json(?:\s*;\s*charset=utf-8)?\s*$/i,
  'application/x-www-form-urlencoded': /^application\/x-www-form-urlencoded(?:\s*;\s*charset=utf-8)?\s*$/i,
  'multipart/form-data': /^multipart\/form-data\s*;\s*boundary=/i,
} satisfies Record<NonNullable<Call['media']> | 'application/json', RegExp>

/** A body is of the media type of its call, or there is none. Throws `E_CONTENT_TYPE`. */
export const checkContentType = ({ headers }: FastifyRequest, { media }: Call): void => {
  const empty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (!empty && !TYPES[media ?? 'application/json'].test(headers['content-type'] ?? ''))
    throw new Refusal('E_CONTENT_TYPE')
}

/** A file of a multipart body. Where input is written down as JSON (fingerprints of keys), its hash stands for it. */
class Upload extends Uint8Array<ArrayBuffer> {
  toJSON(): string {
    return createHash('sha256').update(this).digest('base64url')
  }
}

/** Fields and files by name. The platform's own reader of forms; the body is held whole, so its size was limited before. */
const parseMultipart = async (bytes: Buffer, type: string): Promise<Record<string, unknown>> => {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new Malformed('multipart')
  }
  const found: Record<string, unknown> = {}
  let parts = 0
  for (const [name, value] of form) {
    parts += 1
    if (parts > PARTS_MAX) throw new Malformed('parts')
    if (name === '__proto__' || !isStorable(name)) throw new Malformed('key')
    if (name in found) throw new Malformed('duplicate_key')
    if (typeof value === 'string' && !isStorable(value)) throw new Malformed('text')
    found[name] = typeof value === 'string' ? value : new Upload(await value.arrayBuffer())
  }
  return found
}

/** What a body says, before its schema. Throws `E_INPUT`. */
export const parseBody = async ({ media }: Call, type: string | undefined, bytes: Buffer | undefined) => {
  if (!bytes) return undefined
  try {
    if (media === 'multipart/form-data') return await parseMultipart(bytes, type ?? '')
    return media ? parseQuery(bytes.toString('utf8')) : parseJson(bytes)
  } catch (error) {
    if (error instanceof Malformed) throw new Refusal('E_INPUT', { fields: [{ field: 'body', reason: error.reason }] })
    throw error
  }
}
