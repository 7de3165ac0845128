import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as inquiry from '#contract/calls/inquiry.ts'
import * as profile from '#contract/calls/profile.ts'
import { FILE_DAY_BYTES, FILE_EDGE_PX, FILE_MAX_BYTES, FILE_UNUSED_MS, INQUIRY_FILES_MAX } from '#contract/limits.ts'
import { file } from '#server/db/schema/file.ts'
import { isTooLarge } from '#server/modules/file/picture.ts'
import { filesOf, JOB_KINDS, storePicture, showFiles, takeFiles } from '#server/modules/file/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, upload, type App } from '../harness/factories.ts'

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 140 } } })
const GPS = { IFD0: { Artist: 'Mei of Haeundae' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 9/1 0/1' } }
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

describe.each(drawnEngines())('files on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  let png: Buffer
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
    png = await picture().png().toBuffer()
  })
  afterAll(() => app.close())

  const fetchFile = (id: string, token?: string) =>
    app.app.inject({ url: `/api/v1/file/${id}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
  const uploaded = async (token: string, kind?: string, bytes: Uint8Array = png) => {
    const { data, status } = await upload(app, { token, bytes, ...(kind && { kind }) })
    if (!data) throw new Error(`The upload was refused: ${status.code}.`)
    return data
  }

  test('an upload is refused, in this order, for no token, another media type, too many bytes, other fields', async () => {
    const { accessToken: token } = await signUpMember(app)
    const big = Buffer.concat([png, Buffer.alloc(FILE_MAX_BYTES)])
    expect((await upload(app, { bytes: big })).status.code).toBe('E_TOKEN')
    expect((await upload(app, { token, bytes: png, more: { 'content-type': 'application/json' } })).http).toBe(415)
    expect(await upload(app, { token, bytes: big })).toMatchObject({ http: 413, status: { code: 'E_TOO_LARGE' } })
    expect((await upload(app, { token, bytes: png, kind: 'avatar' })).http).toBe(422)
    const otherType = 'multipart/form-data; boundary=elsewhere'
    expect((await upload(app, { token, bytes: png, more: { 'content-type': otherType } })).http).toBe(422)
    const json = await app.app.inject({
      method: 'POST',
      url: '/api/v1/inquiry/insertInquiry',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    })
    expect(json.statusCode).toBe(415)
  })

  test('only PNG, JPEG and WebP are accepted, recognised by their content', async () => {
    const { accessToken: token } = await signUpMember(app)
    const gif = await picture().gif().toBuffer()
    for (const bytes of [SVG, gif, Buffer.from('%PDF-1.7'), Buffer.alloc(0), Buffer.from('\x89PNG')])
      expect(await upload(app, { token, bytes })).toMatchObject({ http: 415, status: { code: 'E_FILE_TYPE' } })
    for (const bytes of [png.subarray(0, 60), Buffer.concat([png.subarray(0, 16), SVG])])
      expect(await upload(app, { token, bytes })).toMatchObject({ http: 422, status: { code: 'E_FILE_BROKEN' } })
    const wide = await picture(10_001, 4_000).png({ compressionLevel: 9 }).toBuffer()
    expect(wide.length).toBeLessThan(FILE_MAX_BYTES)
    expect(await upload(app, { token, bytes: wide })).toMatchObject({ http: 413, status: { code: 'E_FILE_PIXELS' } })

    for (const bytes of [png, await picture().jpeg().toBuffer(), await picture().webp().toBuffer()]) {
      const { data } = await upload(app, { token, bytes })
      expect(data).toMatchObject({ type: 'image/webp', kind: 'profile', width: 40, height: 30, uploadedAt: now })
    }
  })

  test('pictures that are expensive to decode are refused, however few bytes they have', async () => {
    const { accessToken: token } = await signUpMember(app)
    const raw = { width: 3_000, height: 2_700, channels: 4, depth: 'ushort' } as const
    const flood = await sharp(Buffer.alloc(raw.width * raw.height * 8), { raw })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 9 })
      .toBuffer()
    expect(flood.length).toBeLessThan(FILE_MAX_BYTES / 50)
    expect(await upload(app, { token, bytes: flood })).toMatchObject({ http: 413, status: { code: 'E_FILE_PIXELS' } })
  })

  test('a picture is re-encoded upright, scaled down and without metadata', async () => {
    const { accessToken: token } = await signUpMember(app)
    const tail = Buffer.from('<script>alert("tail")</script>')
    const taken = await picture(3_000, 1_000).withExif(GPS).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const turned = await sharp(taken).withExif(GPS).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(turned).metadata()).exif).toBeDefined()
    const { fileUid, width, height, size } = await uploaded(token, 'profile', Buffer.concat([turned, tail]))
    expect([width, height]).toEqual([Math.round(FILE_EDGE_PX / 3), FILE_EDGE_PX])
    const bytes = (await fetchFile(fileUid, token)).rawPayload
    expect(bytes.length).toBe(size)
    const { exif, orientation } = await sharp(bytes).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    for (const word of ['Mei of Haeundae', 'tail']) expect(bytes.includes(word)).toBe(false)
  })

  test("a file is served to its owner alone, and another member's id is answered like an unknown one", async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const { fileUid } = await uploaded(mei.accessToken)
    const [foreign, random, nobody] = [
      await fetchFile(fileUid, tom.accessToken),
      await fetchFile(crypto.randomUUID(), tom.accessToken),
      await fetchFile(fileUid),
    ]
    expect(foreign.json()).toMatchObject({ status: { code: 'E_NOT_FOUND' }, data: null })
    expect([random.body, nobody.body]).toEqual([foreign.body, foreign.body])
    expect((await fetchFile('1', mei.accessToken)).statusCode).toBe(422)
    const { headers } = await fetchFile(fileUid, mei.accessToken)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename="picture.webp"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('one idempotency key uploads once, and other bytes under it are refused', async () => {
    const { accessToken: token } = await signUpMember(app)
    const keyHeader = { 'idempotency-key': crypto.randomUUID() }
    const first = await upload(app, { token, bytes: png, more: keyHeader })
    expect((await upload(app, { token, bytes: png, more: keyHeader })).data).toEqual(first.data)
    const bytes = await picture(41, 30).png().toBuffer()
    expect((await upload(app, { token, bytes, more: keyHeader })).status.code).toBe('E_KEY_REUSED')
  })

  test('a file becomes the photo of its owner, and the previous photo is deleted', async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const token = mei.accessToken
    const put = (photo: string | null) => app.call(profile.update, { token, body: { photo } })
    const foreign = await uploaded(tom.accessToken)
    const reviewPhoto = await uploaded(token, 'review')
    for (const photo of [foreign.fileUid, reviewPhoto.fileUid, crypto.randomUUID()])
      expect((await put(photo)).status.code).toBe('E_NOT_FOUND')
    const [first, second] = [await uploaded(token), await uploaded(token)]
    expect((await put(first.fileUid)).data?.photo).toBe(first.fileUid)
    expect((await put(first.fileUid)).data?.photo).toBe(first.fileUid)
    expect((await put(second.fileUid)).data?.photo).toBe(second.fileUid)
    expect((await fetchFile(first.fileUid, token)).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
    expect((await put(null)).data?.photo).toBeNull()
    expect((await fetchFile(second.fileUid, token)).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
  })

  test('a file is attached to one inquiry, and only by its owner', async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const write = (files: string[], token?: string) =>
      app.call(inquiry.insertInquiry, {
        ...(token && { token }),
        body: { email: mei.email, content: 'The card looks like this', files },
      })
    const { fileUid } = await uploaded(mei.accessToken, 'inquiry')
    const { fileUid: portrait } = await uploaded(mei.accessToken)
    expect((await write([fileUid], tom.accessToken)).status.code).toBe('E_NOT_FOUND')
    expect((await write([portrait], mei.accessToken)).status.code).toBe('E_NOT_FOUND')
    expect((await write([fileUid])).status.code).toBe('E_TOKEN')
    expect(
      (
        await write(
          Array.from({ length: INQUIRY_FILES_MAX + 1 }, () => fileUid),
          mei.accessToken,
        )
      ).http,
    ).toBe(422)
    expect((await app.call(inquiry.list, { token: mei.accessToken, query: {} })).data?.total).toBe(0)

    const { data } = await write([fileUid], mei.accessToken)
    expect(data?.files).toEqual([fileUid])
    const read = await app.call(inquiry.detail, { token: mei.accessToken, params: { id: data?.id ?? '' } })
    expect(read.data).toEqual(data)
    expect((await write([fileUid], mei.accessToken)).status.code).toBe('E_NOT_FOUND')
  })

  test("a review's file is public while the review is shown", async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    const { fileUid } = await uploaded(token, 'review')
    const review = crypto.randomUUID()
    const { db } = app.deps
    await db.transaction((tx) => takeFiles(tx, { fileUids: [fileUid], memberId, kind: 'review', usedBy: review }))
    expect((await fetchFile(fileUid)).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
    await db.transaction((tx) => showFiles(tx, review, true))
    expect((await fetchFile(fileUid)).statusCode).toBe(200)
    expect((await fetchFile(fileUid)).headers['content-type']).toBe('image/webp')
    await db.transaction((tx) => showFiles(tx, review, false))
    expect((await fetchFile(fileUid)).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
  })

  test('an inquiry under the id of a review adds no picture to it', async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const { db } = app.deps
    const review = crypto.randomUUID()
    const own = await uploaded(mei.accessToken, 'review')
    const { memberId } = mei
    await db.transaction((tx) => takeFiles(tx, { fileUids: [own.fileUid], memberId, kind: 'review', usedBy: review }))
    const foreign = await uploaded(tom.accessToken, 'inquiry')
    const body = { id: review, email: tom.email, content: 'Look at this picture', files: [foreign.fileUid] }
    const { data } = await app.call(inquiry.insertInquiry, { token: tom.accessToken, body })
    expect(data).toMatchObject({ id: review, files: [foreign.fileUid] })
    expect((await filesOf(db, 'review', [review])).get(review)).toEqual([own.fileUid])
    await db.transaction((tx) => showFiles(tx, review, true))
    expect((await fetchFile(own.fileUid)).statusCode).toBe(200)
    expect((await fetchFile(foreign.fileUid)).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
    expect((await fetchFile(foreign.fileUid, tom.accessToken)).statusCode).toBe(200)
  })

  test('a file that nothing uses is deleted after a day, and one in use stays', async () => {
    const person = await signUpMember(app)
    const [used, unused] = [await uploaded(person.accessToken), await uploaded(person.accessToken)]
    await app.call(profile.update, { token: person.accessToken, body: { photo: used.fileUid } })
    const [kind] = JOB_KINDS
    if (!kind || !('run' in kind)) throw new Error('Nothing deletes files.')
    now += FILE_UNUSED_MS - 1
    const { accessToken: token } = await signIn(app, person)
    const types = async () =>
      (await Promise.all([used, unused].map(({ fileUid }) => fetchFile(fileUid, token)))).map(
        ({ headers }) => headers['content-type'],
      )
    await kind.run(app.deps)
    expect(await types()).toEqual(['image/webp', 'image/webp'])
    now += 2
    await kind.run(app.deps)
    expect(await types()).toEqual(['image/webp', 'application/json; charset=utf-8'])
  })

  test('a member stores 50 MB of pictures a day, and the quota refills evenly', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const keep = ({ memberId }: { memberId: string }, bytes: number) => {
      const picture = { bytes: Buffer.alloc(bytes), width: 1, height: 1 }
      return app.deps.db.transaction((tx) => storePicture(tx, app.deps, { memberId, kind: 'review', picture }))
    }
    const share = Math.floor(FILE_DAY_BYTES / 21)
    for (let count = 0; count < 21; count += 1) await keep(mei, share)
    const refused = { code: 'E_THROTTLED', details: { retryAfter: Math.ceil(86_400 / 21) } }
    await expect(keep(mei, share)).rejects.toMatchObject(refused)
    expect(await app.deps.db.$count(file, eq(file.memberId, mei.memberId))).toBe(21)
    await keep(tom, share)
    now += Math.ceil(86_400 / 21) * 1000
    await keep(mei, share)
    await expect(keep(mei, share)).rejects.toMatchObject({ code: 'E_THROTTLED' })
  })

  test('uploads of one member are throttled', async () => {
    const { accessToken: token } = await signUpMember(app)
    const codes: string[] = []
    for (let sent = 0; sent < 32; sent += 1) codes.push((await upload(app, { token, bytes: SVG })).status.code)
    expect(codes[0]).toBe('E_FILE_TYPE')
    expect(codes.at(-1)).toBe('E_THROTTLED')
  })
})

describe('isTooLarge, for the decoded size of a picture', () => {
  const png = { format: 'png', isProgressive: false, channels: 3, depth: 'uchar' } as const
  test.each([
    ['40 megapixels of 8 bits', { ...png, width: 8_000, height: 5_000 }, false],
    ['one row more', { ...png, width: 8_000, height: 5_001 }, true],
    ['20 megapixels of 16 bits', { ...png, width: 5_000, height: 4_000, depth: 'ushort' as const }, false],
    ['one row more of them', { ...png, width: 5_000, height: 4_001, depth: 'ushort' as const }, true],
    ['30 megapixels with transparency', { ...png, width: 6_000, height: 5_000, channels: 4 as const }, false],
    ['one row more with transparency', { ...png, width: 6_000, height: 5_001, channels: 4 as const }, true],
    ['16 megapixels interlaced', { ...png, width: 4_000, height: 4_000, isProgressive: true }, false],
    ['one row more interlaced', { ...png, width: 4_000, height: 4_001, isProgressive: true }, true],
    ['a progressive JPEG of 40', { ...png, format: 'jpeg', width: 8_000, height: 5_000, isProgressive: true }, false],
    ['a depth that nobody knows', { ...png, width: 4_000, height: 4_000, depth: 'double' as const }, true],
    ['a size that nobody knows', png, true],
  ] as const)('%s', (_, metadata, tooLarge) => expect(isTooLarge(metadata)).toBe(tooLarge))

  test('sharp caches no decoded picture and uses one thread for each', () => {
    expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } })
    expect(sharp.concurrency()).toBe(1)
  })
})
