import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An S3 service on this machine: one bucket, addressed by path, that verifies the signature of each request. */

const ACCESS_KEY = 'HARBORTESTKEY'
/** With the characters that an address must escape. */
const SECRET = 'se/cret+of the:test@bucket'
const BUCKET = 'pictures'
const REGION = 'ap-northeast-2'
const SKEW_MAX_MS = 15 * 60 * 1000

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** Encodes as RFC 3986 says: all but letters, digits and `-._~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export interface SignedRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  headers: IncomingHttpHeaders
}

/** Computes the signature of a request (AWS Signature Version 4), for the headers that it names as signed. */
export const signatureOf = (
  { method, target, headers }: SignedRequest,
  { secret, scope, signedHeaders }: { secret: string; scope: string; signedHeaders: readonly string[] },
): string => {
  const [path = '', query = ''] = target.split('?', 2)
  const canonicalPath = path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/')
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=', 2).map((text) => encode(decodeURIComponent(text))))
    .map(([name = '', value = '']) => `${name}=${value}`)
    .toSorted()
    .join('&')
  const canonicalHeaders = signedHeaders.map(
    (name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`,
  )
  const canonicalRequest = [
    method,
    canonicalPath,
    canonicalQuery,
    canonicalHeaders.join(''),
    signedHeaders.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const [date = '', region = '', service = '', terminator = ''] = scope.split('/')
  const signingKey = [region, service, terminator].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date))
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonicalRequest)].join('\n')
  return hmac(signingKey, text).toString('hex')
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<accessKey>[^/]+)\/(?<scope>[^,]+), ?SignedHeaders=(?<signed>[^,]+), ?Signature=(?<signature>[\da-f]{64})$/
const REQUIRED_HEADERS = ['host', 'x-amz-content-sha256', 'x-amz-date']

/** How a request fails: an error of S3, no answer at all, a closed connection, or one that is closed within the body. */
export type S3Fault = { status: number; code: string } | 'silent' | 'cut' | 'cutBody'

export interface StoredBytes {
  bytes: Buffer
  /** ms UTC. */
  modifiedAt: number
}

/** `clock` (ms UTC) dates objects; signatures are compared with the system clock. */
export const openS3 = async ({ clock = Date.now }: { clock?: () => number } = {}) => {
  const objects = new Map<string, StoredBytes>()
  const requests: string[] = []
  const state = { pageSize: 1000, skewMs: 0 }
  let faultOf: (request: string) => S3Fault | null = () => null

  const refuse = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`)
  }
  const refusalOf = (request: IncomingMessage, body: Buffer): [status: number, code: string] | null => {
    const { headers, method = '', url: target = '' } = request
    const {
      accessKey,
      scope = '',
      signed = '',
      signature,
    } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
    if (accessKey === undefined) return [403, 'AccessDenied']
    if (accessKey !== ACCESS_KEY) return [403, 'InvalidAccessKeyId']
    const signedHeaders = signed.split(';')
    const sentAmz = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
    if (![...REQUIRED_HEADERS, ...sentAmz].every((name) => signedHeaders.includes(name))) return [403, 'AccessDenied']
    const date = String(headers['x-amz-date'])
    if (scope !== `${date.slice(0, 8)}/${REGION}/s3/aws4_request`) return [400, 'AuthorizationHeaderMalformed']
    const sentAt = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
    if (!(Math.abs(sentAt - Date.now() - state.skewMs) <= SKEW_MAX_MS)) return [403, 'RequestTimeTooSkewed']
    const expected = signatureOf({ method, target, headers }, { secret: SECRET, scope, signedHeaders })
    if (expected !== signature) return [403, 'SignatureDoesNotMatch']
    return headers['x-amz-content-sha256'] === sha256(body) ? null : [400, 'XAmzContentSHA256Mismatch']
  }
  const list = (response: ServerResponse, query: URLSearchParams): void => {
    const token = query.get('continuation-token')
    const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString()
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, state.pageSize)
    const isTruncated = keys.length > page.length
    // Base64, so with signs that a query must escape.
    const next = `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    const entries = page.map((key) => {
      const modified = new Date(objects.get(key)?.modifiedAt ?? 0).toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>1</Size></Contents>`
    })
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${entries.join('')}</ListBucketResult>`,
    )
  }
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const [bucket, ...segments] = pathname.slice(1).split('/').map(decodeURIComponent)
    const key = segments.join('/')
    if (bucket !== BUCKET) refuse(response, 404, 'NoSuchBucket')
    else if (request.method === 'GET' && key === '' && searchParams.get('list-type') === '2')
      list(response, searchParams)
    else if (request.method === 'PUT' && key !== '') {
      objects.set(key, { bytes: body, modifiedAt: clock() })
      response.writeHead(200).end()
    } else if (request.method === 'DELETE' && key !== '') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      const stored = objects.get(key)
      if (!stored) refuse(response, 404, 'NoSuchKey')
      else response.writeHead(200, { 'content-length': stored.bytes.length }).end(stored.bytes)
    } else refuse(response, 405, 'MethodNotAllowed')
  }
  const fail = (request: IncomingMessage, response: ServerResponse, fault: Exclude<S3Fault, 'silent'>): void => {
    if (fault === 'cut') request.socket.destroy()
    else if (fault === 'cutBody') {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half', () => request.socket.destroy())
    } else refuse(response, fault.status, fault.code)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://s3')
      const line = `${request.method} ${pathname.slice(BUCKET.length + 2)}`
      requests.push(line)
      const fault = faultOf(line)
      if (fault === 'silent') return
      const body = Buffer.concat(chunks)
      const refusal = refusalOf(request, body)
      if (fault) fail(request, response, fault)
      else if (refusal) refuse(response, ...refusal)
      else answer(request, body, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    /** `FILES_S3_URL` of this service; `overrides` replaces key pair, path or region. */
    url: ({ accessKey = ACCESS_KEY, secret = SECRET, path = BUCKET, region = REGION } = {}): string =>
      `http://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${path}?region=${region}`,
    origin: `http://127.0.0.1:${port}`,
    /** The objects by key, with the prefix. */
    objects,
    /** Keys of the objects that are files. */
    fileKeys: (): string[] => [...objects.keys()].filter((key) => key.includes('files/')),
    /** The requests so far, as `PUT files/…`. */
    requests,
    /** `pageSize` of lists; `skewMs`: how far the clock for signatures is ahead. */
    state,
    /** Lets requests fail, by their line, until `fail(() => null)`. */
    fail: (choose: (request: string) => S3Fault | null): void => {
      faultOf = choose
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type S3 = Awaited<ReturnType<typeof openS3>>
