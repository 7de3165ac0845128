import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { httpRequest, type HttpRequest, type HttpResponse } from '../httpRequest.ts'
import { ObjectMissing, ObjectStoreAway, type ObjectStore, type StoredObject } from './objectStore.ts'
import type { S3Bucket } from './settings.ts'

/** Deadline of one request; with its repetition shorter than what a phone waits for an upload. */
const TIMEOUT_MS = 4_000
const RETRY_MIN_MS = 50
const RETRY_JITTER_MS = 100
/** Larger than any picture that we store, and than a page of a list. */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024
const [OK, NO_CONTENT, NOT_FOUND, TOO_MANY, SERVER_ERROR] = [200, 204, 404, 429, 500]

interface S3Request extends Pick<HttpRequest, 'body'> {
  method: 'GET' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
}

/** Returns the SHA-256 of bytes in hexadecimal, as S3 signs requests by it. */
export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return XML_ENTITIES[String(name)] ?? all
  })
/** Returns the text of the first element of this name. */
const textOf = (xml: string, element: string): string | undefined => {
  const text = RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescaped(text)
}

/** Returns the reason for the log. The error code of S3 is a name, such as `SignatureDoesNotMatch`. */
const reasonOf = ({ status, body }: HttpResponse): string => {
  const code = /^\w{1,60}$/.exec(textOf(body.slice(0, 4_096), 'Code') ?? '')?.[0]
  return code === undefined ? String(status) : `${status} ${code}`
}

const isTransient = ({ status }: HttpResponse): boolean => status >= SERVER_ERROR || status === TOO_MANY

/**
 * Creates the object storage in one bucket of an S3 service. Each request is signed (SigV4, with the hash of its body)
 * and repeated once, with a new signature, when it gets no answer within 4 s, or one that says to try again: all of
 * them are idempotent. `timeoutMs`: deadline of one request.
 */
export const createS3 = (config: S3Bucket, { timeoutMs = TIMEOUT_MS } = {}): ObjectStore => {
  const { origin, bucket, prefix, region, accessKeyId, secretAccessKey } = config
  /** Signing keys, which change once a day. */
  const cache = new Map<string, ArrayBuffer>()

  const attempt = async ({ method, key, query, body }: S3Request): Promise<HttpResponse> => {
    const url = new URL(`${origin}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    // `URLSearchParams` writes a space as `+`, which S3 does not sign so.
    url.search = url.search.replaceAll('+', '%20')
    const headers = { 'x-amz-content-sha256': sha256Of(body ?? '') }
    const service = 's3'
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      service,
      region,
      cache,
    })
    const { headers: signedHeaders } = await signer.sign()
    return httpRequest(url.href, {
      method,
      headers: Object.fromEntries(signedHeaders),
      ...(body !== undefined && { body }),
      maxBytes: ANSWER_MAX_BYTES,
      timeoutMs,
    })
  }
  const send = async (request: S3Request): Promise<HttpResponse> => {
    const first = await attempt(request).catch(() => null)
    if (first && !isTransient(first)) return first
    await wait(RETRY_MIN_MS + Math.random() * RETRY_JITTER_MS)
    const second = await attempt(request).catch((error: Error & { code?: string }) => {
      throw new ObjectStoreAway(error.code ?? error.message)
    })
    if (isTransient(second)) throw new ObjectStoreAway(reasonOf(second))
    return second
  }
  const isNoSuchKey = (response: HttpResponse): boolean =>
    response.status === NOT_FOUND && textOf(response.body, 'Code') === 'NoSuchKey'

  const listPage = async (query: Record<string, string>): Promise<{ objects: StoredObject[]; next: string | null }> => {
    const response = await send({ method: 'GET', query })
    if (response.status !== OK) throw new ObjectStoreAway(reasonOf(response))
    const xml = response.body
    const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
      const [key, modified] = [textOf(entry, 'Key'), textOf(entry, 'LastModified')]
      const modifiedAt = Date.parse(modified ?? '')
      if (!key?.startsWith(prefix) || Number.isNaN(modifiedAt)) return []
      return [{ key: key.slice(prefix.length), modifiedAt }]
    })
    const next = textOf(xml, 'IsTruncated') === 'true' ? (textOf(xml, 'NextContinuationToken') ?? '') : null
    if (next === '') throw new ObjectStoreAway('a truncated list without a continuation token')
    return { objects, next }
  }

  return {
    name: `${new URL(origin).host}/${bucket}/${prefix}`.replace(/\/$/, ''),
    put: async (key, body) => {
      const response = await send({ method: 'PUT', key, body })
      if (response.status !== OK) throw new ObjectStoreAway(reasonOf(response))
    },
    get: async (key, sha256) => {
      const response = await send({ method: 'GET', key })
      if (isNoSuchKey(response)) throw new ObjectMissing('missing')
      if (response.status !== OK) throw new ObjectStoreAway(reasonOf(response))
      if (sha256Of(response.bytes) !== sha256) throw new ObjectMissing('damaged')
      return response.bytes
    },
    delete: async (key) => {
      const response = await send({ method: 'DELETE', key })
      const isGone = response.status === NO_CONTENT || response.status === OK || isNoSuchKey(response)
      if (!isGone) throw new ObjectStoreAway(reasonOf(response))
    },
    list: async function* (below, after) {
      const query = { 'list-type': '2', prefix: `${prefix}${below}` }
      let position: Record<string, string> = after === undefined ? {} : { 'start-after': `${prefix}${after}` }
      for (;;) {
        const { objects, next } = await listPage({ ...query, ...position })
        if (objects.length > 0) yield objects
        if (next === null) return
        position = { 'continuation-token': next }
      }
    },
  }
}
