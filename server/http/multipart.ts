import { createHash } from 'node:crypto'
import { isStorable, Malformed } from './json.ts'

/** Our forms have two parts; the limit leaves room for other clients. */
const PARTS_MAX = 8
/** Limit for the header lines of one part; a browser sends two lines. */
const HEAD_MAX_BYTES = 1_024
const NAME_MAX = 200

const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i
const HEAD_END = Buffer.from('\r\n\r\n')
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file of a multipart body. As JSON, in the fingerprint of an idempotency key, it becomes its SHA-256. */
export class Upload extends Uint8Array<ArrayBuffer> {
  toJSON(): string {
    return createHash('sha256').update(this).digest('base64url')
  }
}

const text = (bytes: Uint8Array): string => {
  try {
    const decoded = utf8.decode(bytes)
    if (isStorable(decoded)) return decoded
  } catch {
    throw new Malformed('text')
  }
  throw new Malformed('text')
}

const fileOf = (bytes: Uint8Array): Upload => {
  const copy = new Upload(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** Reads `name="…"`, and whether there is a `filename`, from the header lines of one part (RFC 7578). */
const readHead = (head: string): { name: string; isFile: boolean } => {
  for (const line of head.split('\r\n')) {
    const [, parameters] = /^content-disposition:\s*form-data\s*;(.*)$/i.exec(line) ?? []
    const name = /(?:^|;)\s*name="([^"]*)"/i.exec(parameters ?? '')?.[1]
    if (parameters === undefined || name === undefined) continue
    if (name === '__proto__' || name.length > NAME_MAX) throw new Malformed('key')
    return { name, isFile: /(?:^|;)\s*filename\*?=/i.test(parameters) }
  }
  throw new Malformed('multipart')
}

/** Returns the offsets of the delimiter lines. Limits the number of parts before any of them is read. */
const delimitersOf = (body: Buffer, delimiter: Buffer): number[] => {
  const starts: number[] = []
  // The first delimiter has no line break before it.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2)) ? -2 : body.indexOf(delimiter)
  while (at !== -1) {
    starts.push(at)
    if (starts.length > PARTS_MAX + 1) throw new Malformed('parts')
    at = body.indexOf(delimiter, at + delimiter.length)
  }
  return starts
}

/**
 * Parses a form into fields and files by name. The number of parts and their header lines are limited before anything
 * is decoded, so that any body costs one search through its bytes. Throws `Malformed`.
 */
export const parseMultipart = (body: Buffer, contentType: string): Record<string, unknown> => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new Malformed('multipart')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const delimiters = delimitersOf(body, delimiter)
  const fields: Record<string, unknown> = {}
  for (const [nth, at] of delimiters.entries()) {
    const start = at + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') return fields
    const end = delimiters[nth + 1]
    const head = body.subarray(start, start + HEAD_MAX_BYTES)
    const headEnd = head.indexOf(HEAD_END)
    if (head.toString('latin1', 0, 2) !== '\r\n' || headEnd < 0 || end === undefined || start + headEnd > end)
      throw new Malformed('multipart')
    const { name, isFile } = readHead(text(head.subarray(2, headEnd)))
    if (Object.hasOwn(fields, name)) throw new Malformed('duplicate_key')
    const content = body.subarray(Math.min(start + headEnd + HEAD_END.length, end), end)
    fields[name] = isFile ? fileOf(content) : text(content)
  }
  throw new Malformed('multipart')
}
