import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createS3 } from '#server/outside/files/s3.ts'
import { ObjectMissing, ObjectStoreAway, type ObjectStore } from '#server/outside/files/objectStore.ts'
import type { S3Bucket } from '#server/outside/files/settings.ts'
import { openS3, signatureOf, type S3 } from '../harness/s3.ts'

/** The object storage in an S3 service. */

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const bucketOf = (FILES_S3_URL: string): S3Bucket => {
  const { files } = readConfig({ FILES_S3_URL })
  if (!files) throw new Error('no bucket')
  return files
}

describe('the verifier of the tests', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const PUT_BODY = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'
  const host = 'examplebucket.s3.amazonaws.com'
  // “Authenticating Requests: Using the Authorization Header”, Amazon S3 API Reference.
  test.each([
    [
      'GET',
      '/test.txt',
      EMPTY,
      { range: 'bytes=0-9' },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test$file.text',
      PUT_BODY,
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', EMPTY, {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '/?max-keys=2&prefix=J', EMPTY, {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('computes the published signature of %s %s', (method, target, payloadHash, headersBesides, expected) => {
    const headers = { host, 'x-amz-content-sha256': payloadHash, 'x-amz-date': '20130524T000000Z', ...headersBesides }
    const scope = '20130524/us-east-1/s3/aws4_request'
    const signedHeaders = Object.keys(headers).toSorted()
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    expect(signatureOf({ method, target, headers }, { secret, scope, signedHeaders })).toBe(expected)
  })
})

describe('objects in S3', () => {
  let s3: S3
  let store: ObjectStore
  const bytes = Buffer.from('a picture')
  const bucket = () => bucketOf(s3.url({ path: 'pictures/city' }))
  beforeAll(async () => {
    s3 = await openS3()
    store = createS3(bucket(), { timeoutMs: 30_000 })
  })
  afterEach(() => {
    s3.fail(() => null)
    s3.objects.clear()
    s3.requests.splice(0)
    Object.assign(s3.state, { pageSize: 1000, skewMs: 0 })
  })
  afterAll(() => s3.close())
  const keysOf = async (...range: [prefix: string, after?: string]): Promise<string[][]> => {
    const pages: string[][] = []
    for await (const page of store.list(...range)) pages.push(page.map(({ key }) => key))
    return pages
  }

  test('are refused with another secret, another key, another region, and at another time', async () => {
    const refused = async (url: string): Promise<unknown> =>
      createS3(bucketOf(url))
        .put('files/a', bytes)
        .catch((error: unknown) => error)
    for (const [url, code] of [
      [s3.url({ secret: 'another' }), '403 SignatureDoesNotMatch'],
      [s3.url({ accessKey: 'SOMEBODY' }), '403 InvalidAccessKeyId'],
      [s3.url({ region: 'us-east-1' }), '400 AuthorizationHeaderMalformed'],
      [s3.url({ path: 'others' }), '404 NoSuchBucket'],
    ] as const) {
      const error = await refused(url)
      expect(error).toBeInstanceOf(ObjectStoreAway)
      expect(error).toMatchObject({ code })
    }
    s3.state.skewMs = 16 * 60 * 1000
    expect(await refused(s3.url())).toMatchObject({ code: '403 RequestTimeTooSkewed' })
    s3.state.skewMs = 0
    expect(s3.objects.size).toBe(0)
    expect(s3.requests).toHaveLength(5)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await fetch(`${s3.origin}/pictures/city/files/a`, { method })).status).toBe(403)
  })

  test('are stored below the prefix, read, replaced and deleted', async () => {
    await expect(store.get('files/a', hashOf(bytes))).rejects.toMatchObject({ name: 'ObjectMissing', code: 'missing' })
    await store.put('files/a', Buffer.from('before'))
    await store.put('files/a', bytes)
    expect([...s3.objects.keys()]).toEqual(['city/files/a'])
    expect((await store.get('files/a', hashOf(bytes))).equals(bytes)).toBe(true)
    await store.delete('files/a')
    await store.delete('files/a')
    expect(s3.objects.size).toBe(0)
  })

  test.each([
    ['truncated', bytes.subarray(0, -1)],
    ['another of the same length', Buffer.from('A picture')],
    ['empty', Buffer.alloc(0)],
  ])('are not read when the object is %s', async (_, wrong) => {
    await store.put('files/a', bytes)
    s3.objects.set('city/files/a', { bytes: wrong, modifiedAt: 0 })
    const error: unknown = await store.get('files/a', hashOf(bytes)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ObjectMissing)
    expect(error).toMatchObject({ code: 'damaged' })
  })

  test('are listed in order, page by page, and after a key', async () => {
    const keys = Array.from({ length: 11 }, (_, nth) => `files/${String(nth).padStart(2, '0')}`)
    for (const key of keys.toReversed()) await store.put(key, bytes)
    await store.put('owner', bytes)
    s3.objects.set('elsewhere/files/00', { bytes, modifiedAt: 0 })
    expect(await keysOf('files/')).toEqual([keys])
    s3.state.pageSize = 4
    expect(await keysOf('files/')).toEqual([keys.slice(0, 4), keys.slice(4, 8), keys.slice(8)])
    expect(await keysOf('files/', 'files/07')).toEqual([keys.slice(8)])
    s3.state.pageSize = 11
    expect(await keysOf('files/')).toEqual([keys])
    expect(await keysOf('')).toEqual([keys, ['owner']])
    expect(await keysOf('none/')).toEqual([])
  })

  test('the date of an object in a list is that of the service', async () => {
    await store.put('files/a', bytes)
    s3.objects.set('city/files/a', { bytes, modifiedAt: 1_795_000_000_000 })
    for await (const page of store.list('')) expect(page).toEqual([{ key: 'files/a', modifiedAt: 1_795_000_000_000 }])
  })

  test.each([
    ['answers 500', { status: 500, code: 'InternalError' }, '500 InternalError'],
    ['answers 503', { status: 503, code: 'SlowDown' }, '503 SlowDown'],
    ['answers 429', { status: 429, code: 'TooManyRequests' }, '429 TooManyRequests'],
    ['closes the connection', 'cut', 'ECONNRESET'],
    ['closes it within the body', 'cutBody', 'ECONNRESET'],
    ['does not answer', 'silent', 'no answer in time'],
  ] as const)('a request is repeated once when the service %s', async (_, fault, code) => {
    // Only one that never answers is waited for to the end.
    const store = createS3(bucket(), { timeoutMs: fault === 'silent' ? 1_000 : 30_000 })
    await store.put('files/a', bytes)
    for (const [work, line] of [
      [() => store.put('files/a', bytes), 'PUT city/files/a'],
      [() => store.get('files/a', hashOf(bytes)), 'GET city/files/a'],
      [() => keysOf('files/'), 'GET '],
      [() => store.delete('files/a'), 'DELETE city/files/a'],
    ] as const) {
      s3.fail(() => fault)
      s3.requests.splice(0)
      await expect(work()).rejects.toMatchObject({ name: 'ObjectStoreAway', code })
      expect(s3.requests).toEqual([line, line])
      let count = 0
      s3.fail(() => ((count += 1) === 1 ? fault : null))
      await work()
    }
    expect(s3.objects.size).toBe(0)
  })

  test('a refusal is not repeated', async () => {
    s3.fail(() => ({ status: 403, code: 'AccessDenied' }))
    await expect(store.put('files/a', bytes)).rejects.toMatchObject({ code: '403 AccessDenied' })
    await expect(store.get('files/a', hashOf(bytes))).rejects.toMatchObject({ code: '403 AccessDenied' })
    await expect(store.delete('files/a')).rejects.toMatchObject({ code: '403 AccessDenied' })
    expect(s3.requests).toHaveLength(3)
  })

  test('errors and the name hold no secret, and a code of the service that is no word is not passed on', async () => {
    s3.fail(() => ({ status: 403, code: 'no word\n, but a sentence' }))
    const error = await store.put('files/a', bytes).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: '403' })
    expect(`${JSON.stringify(error)} ${String(error)} ${store.name}`).not.toMatch(/secret|HARBORTESTKEY|cret/)
    expect(store.name).toBe(`${new URL(s3.origin).host}/pictures/city`)
  })
})
