import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as main from '#contract/calls/main.ts'
import type { Photo } from '#contract/calls/photo.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { PHOTOS_MAX } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { photoAddress, type PhotoFormat } from '#contract/rules/photo.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { recordPhoto } from '#server/db/schema/photo.ts'
import { citySeed, seedCity } from '#server/modules/catalogue/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'
import { addPhoto, callOperator, jpeg, TEXTS } from './photoShop.ts'

/** Photos of attractions and goods, which operators add (decision 0344). */

const TOWER = 'busan-tower'
const HOTEL = 'stanford-inn-busan'

describe.each(drawnEngines())('photos of records, on %s', (engine) => {
  let app: App
  let photo: Buffer
  let large: Buffer
  beforeAll(async () => {
    app = await openApp({ engine })
    photo = await jpeg(480, 320)
    large = await jpeg(1_700, 1_000)
  })
  beforeEach(async () => {
    for (const { photoUid } of await app.deps.db.select().from(recordPhoto))
      await callOperator(app, `/photos/${photoUid}/remove`)
    await app.deps.db.delete(operatorChange)
  })
  afterAll(() => app.close())

  const stored = async () => [await app.deps.db.$count(recordPhoto), await app.deps.db.$count(file)]
  const version = async () => (await app.call(main.catalogue)).data?.version
  const photosOf = async (gdsUid: string, locale: 'en' | 'cht' = 'en'): Promise<Photo[] | undefined> =>
    (await app.call(attraction.detail, { params: { id: gdsUid }, locale })).data?.photos
  const fetchPhoto = (photoUid: string, width: number, format: PhotoFormat, headers = {}) =>
    app.app.inject({ url: photoAddress(photoUid, width, format), headers })

  test("are refused without the operator's token, before their body is read", async () => {
    const headers = { authorization: 'Bearer none' }
    for (const path of [`/photos/${TOWER}`, `/photos/${crypto.randomUUID()}/remove`])
      expect((await callOperator(app, path, { headers })).http).toBe(401)
    expect((await callOperator(app, '/photos', { method: 'GET', headers })).http).toBe(401)
    const tooLarge = await app.app.inject({
      method: 'POST',
      url: `/operator/photos/${TOWER}`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.alloc(30 * 1024 * 1024),
    })
    expect(tooLarge.statusCode).toBe(401)
    expect(await stored()).toEqual([0, 0])
  })

  test.each([
    ['an unknown record', 'busan-towers', {}, 404, /no attraction .* "busan-towers"/],
    ['a missing credit', TOWER, { credit: undefined }, 422, /--credit is missing/],
    ['an empty credit', TOWER, { credit: ' ' }, 422, /--credit is missing/],
    ['a long credit', TOWER, { credit: 'k'.repeat(81) }, 422, /--credit is too long/],
    ['a credit of two lines', TOWER, { credit: 'Kim\nLee' }, 422, /--credit must be one line/],
    ['a text that turns the line round', TOWER, { alt_en: 'a \u202e b' }, 422, /--alt-en must be one line/],
    ['a long text', TOWER, { alt_jp: '塔'.repeat(251) }, 422, /--alt-jp is too long/],
    ...LOCALES.map(
      (locale) =>
        [
          `no text in ${locale}`,
          TOWER,
          { [`alt_${locale}`]: undefined },
          422,
          RegExp(`--alt-${locale} is missing`),
        ] as const,
    ),
  ] as const)(
    'with %s are refused with a sentence, and nothing is stored',
    async (_, gdsUid, texts, http, sentence) => {
      const before = await version()
      const refused = await addPhoto(app, gdsUid, photo, texts)
      expect(refused).toMatchObject({ http, body: { sentence: expect.stringMatching(sentence) } })
      expect([await stored(), await version()]).toEqual([[0, 0], before])
    },
  )

  test('of another type, narrow, broken or beyond the limits are refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>')
    const huge = await sharp({ create: { width: 8_000, height: 5_100, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer()
    for (const [bytes, sentence] of [
      [null, /the file is missing/],
      [svg, /^Nothing was changed \(E_FILE_TYPE\)/],
      [Buffer.from(await jpeg(479, 400)), /the file is narrower than 480 pixels/],
      [await jpeg(1_000, 320), /the file has a side more than 3 times/],
      [await jpeg(480, 1_500), /the file has a side more than 3 times/],
      [photo.subarray(0, photo.length / 2), /E_FILE_BROKEN/],
      [huge, /E_FILE_PIXELS/],
    ] as const)
      expect((await addPhoto(app, TOWER, bytes)).body.sentence).toMatch(sentence)
    expect((await callOperator(app, `/photos/${TOWER}`)).body.sentence).toMatch(/the file is missing/)
    const headers = { 'content-type': 'multipart/form-data; boundary=none' }
    expect((await callOperator(app, `/photos/${TOWER}`, { headers })).http).toBe(422)
    // The form has another boundary than its headers say.
    const form = new FormData()
    form.set('credit', 'Kim')
    expect(await callOperator(app, `/photos/${TOWER}`, { form, headers })).toMatchObject({
      http: 422,
      body: { code: 'E_INPUT', sentence: 'Nothing was added: the form cannot be read.' },
    })
    expect(await stored()).toEqual([0, 0])
  })

  test('are in the catalogue of a new version, in the language of the reader, and served in each size', async () => {
    const before = await version()
    expect(await photosOf(TOWER)).toBeUndefined()
    const { http, body } = await addPhoto(app, TOWER, large, { credit: '  Kim Min-ji ' })
    const photoUid = String(body.photoUid)
    expect([http, body]).toEqual([200, { photoUid, width: 1_600, height: 941 }])
    expect(await version()).not.toBe(before)
    const presented = { photoUid, credit: 'Kim Min-ji', width: 1_600, height: 941, widths: [480, 960, 1_600] }
    expect(await photosOf(TOWER)).toEqual([
      { ...presented, alt: TEXTS.alt_en, color: expect.stringMatching(/^#1[0-9a-f]3[0-9a-f]7[0-9a-f]$/) },
    ])
    expect(await photosOf(TOWER, 'cht')).toMatchObject([{ alt: TEXTS.alt_cht }])
    const place = (await app.call(main.catalogue)).data?.attractions.find(({ gdsUid }) => gdsUid === TOWER)
    expect(place?.photos).toHaveLength(1)
    const { list } = (await app.call(attraction.list, { query: { searchKeyword: 'tower' } })).data ?? {}
    expect(list?.filter(({ gdsUid }) => gdsUid === TOWER).map((one) => 'photos' in one)).toEqual([false])

    for (const width of presented.widths)
      for (const format of ['avif', 'webp'] as const) {
        const answer = await fetchPhoto(photoUid, width, format)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        const metadata = await sharp(answer.rawPayload).metadata()
        expect([metadata.format, metadata.width]).toEqual([format === 'avif' ? 'heif' : 'webp', width])
        const etag = String(answer.headers.etag)
        expect((await fetchPhoto(photoUid, width, format, { 'if-none-match': etag })).statusCode).toBe(304)
      }
    for (const url of [
      photoAddress(photoUid, 500, 'webp'),
      photoAddress(crypto.randomUUID(), 480, 'webp'),
      `/photos/${photoUid}/480.jpg`,
      `/photos/${photoUid}/constructor`,
      '/photos/none/480.webp',
    ])
      expect((await app.app.inject({ url })).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
  })

  test('are served at their own address alone, not as a file of a member', async () => {
    await addPhoto(app, TOWER, photo)
    const [row] = await app.deps.db.select().from(file)
    const answer = await app.app.inject({ url: `/api/v1/file/${row?.fileUid}` })
    expect(answer.json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
  })

  test('are turned upright, without metadata, and not enlarged', async () => {
    const turned = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#fff' } })
      .composite([{ input: await jpeg(900, 100), gravity: 'north' }])
      .withExif({ IFD0: { Copyright: 'Kim' }, IFD3: { GPSLatitude: '35/1 6/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await addPhoto(app, TOWER, turned)
    expect(body).toMatchObject({ width: 700, height: 900 })
    expect((await photosOf(TOWER))?.[0]?.widths).toEqual([480, 700])
    const { rawPayload } = await fetchPhoto(String(body.photoUid), 700, 'webp')
    const metadata = await sharp(rawPayload).metadata()
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined])
    // The dark stripe at the top of the stored picture is at the right of the upright one.
    const redAt = async (x: number) =>
      (await sharp(rawPayload).extract({ left: x, top: 450, width: 1, height: 1 }).raw().toBuffer())[0]
    expect(await redAt(670)).toBeLessThan(60)
    expect(await redAt(20)).toBeGreaterThan(240)
  })

  test('of goods are shown with the goods', async () => {
    expect((await addPhoto(app, HOTEL, photo)).http).toBe(200)
    expect(await photosOf(HOTEL)).toMatchObject([{ alt: TEXTS.alt_en }])
    const { list } =
      (await app.call(attraction.list, { query: { gdsTycd: GOODS_TYPE.hotel, pageSize: '50' } })).data ?? {}
    expect(list?.filter(({ gdsUid }) => gdsUid === HOTEL).map((one) => 'photos' in one)).toEqual([false])
  })

  test('are shown in the order in which they were added, one of each file, and at most twelve', async () => {
    const added: string[] = []
    for (let nth = 0; nth < PHOTOS_MAX; nth += 1)
      added.push(String((await addPhoto(app, TOWER, await jpeg(480, 320, nth))).body.photoUid))
    expect((await photosOf(TOWER))?.map(({ photoUid }) => photoUid)).toEqual(added)
    expect((await addPhoto(app, TOWER, await jpeg(480, 320, 3))).body.sentence).toMatch(
      /a photo of this record already/,
    )
    expect((await addPhoto(app, TOWER, await jpeg(490, 320))).body.sentence).toMatch(/there are 12 already/)
    await callOperator(app, `/photos/${added[4]}/remove`)
    const last = String((await addPhoto(app, TOWER, await jpeg(490, 320))).body.photoUid)
    const expected = [...added.filter((_, index) => index !== 4), last]
    expect((await photosOf(TOWER))?.map(({ photoUid }) => photoUid)).toEqual(expected)
  })

  test('that are removed are in no answer any more, and their bytes are deleted', async () => {
    const photoUid = String((await addPhoto(app, TOWER, photo)).body.photoUid)
    const before = await version()
    for (const id of [crypto.randomUUID(), 'none'])
      expect((await callOperator(app, `/photos/${id}/remove`)).http).toBe(404)
    expect(await stored()).toEqual([1, 2])
    expect((await callOperator(app, `/photos/${photoUid}/remove`)).http).toBe(200)
    expect([await stored(), await app.deps.db.$count(fileContent)]).toEqual([[0, 0], 0])
    expect(await version()).not.toBe(before)
    expect(await photosOf(TOWER)).toBeUndefined()
    expect((await fetchPhoto(photoUid, 480, 'webp')).statusCode).toBe(200)
    expect((await fetchPhoto(photoUid, 480, 'webp')).json()).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
    expect((await callOperator(app, `/photos/${photoUid}/remove`)).http).toBe(404)
    const changes = await app.deps.db.select().from(operatorChange)
    expect(changes.map(({ operator, target, field }) => [operator, target, field])).toEqual(
      Array(2).fill(['kim', TOWER, 'photo']),
    )
  })

  test("survive the next release's seed, also one that changes their record or has it no more", async () => {
    const photoUid = String((await addPhoto(app, TOWER, photo)).body.photoUid)
    const seed = citySeed()
    const { attractions } = seed.records
    const renamed = attractions.map((doc) => (doc.id === TOWER ? { ...doc, visitMinutes: doc.visitMinutes + 1 } : doc))
    const without = attractions.filter(({ id }) => id !== TOWER)
    const apply = (version: string, records: typeof attractions) =>
      seedCity(app.deps.db, Date.now(), { ...seed, records: { ...seed.records, version, attractions: records } })
    expect(await apply('second', renamed)).toEqual([])
    const detail = async () => (await app.call(attraction.detail, { params: { id: TOWER } })).data
    await expect.poll(detail).toMatchObject({
      visitMinutes: (attractions.find(({ id }) => id === TOWER)?.visitMinutes ?? 0) + 1,
      photos: [{ photoUid }],
    })
    await apply('third', without)
    await expect.poll(detail).toBeNull()
    await apply(seed.records.version, attractions)
    await expect.poll(detail).toMatchObject({ photos: [{ photoUid }] })
  })
})
