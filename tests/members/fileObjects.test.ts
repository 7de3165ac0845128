import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { readMyInfo, update } from '#contract/calls/profile.ts'
import { FILE_DAY_BYTES, FILE_UNUSED_MS, RETENTION_YEARS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { inquiry } from '#server/db/schema/inquiry.ts'
import { showFiles, storePicture, takeFiles, uploadPicture } from '#server/modules/file/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { erase } from '#server/modules/withdrawal/erasure.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, upload } from '../harness/factories.ts'
import { openTerminal } from '../harness/terminal.ts'
import { AWAY, openObjectShop, type ObjectShop } from './objectShop.ts'

/** Files whose bytes are objects in S3 (`FILES_S3_URL`). */

describe.each(drawnEngines())('files in an object storage, on %s', (engine) => {
  let shop: ObjectShop
  let app: ObjectShop['app']
  let s3: ObjectShop['s3']
  beforeAll(async () => {
    shop = await openObjectShop(engine)
    ;({ app, s3 } = shop)
  })
  beforeEach(() => shop.reset())
  afterAll(() => shop.close())

  test('are read by their owner, and by anybody while a review shows them', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const fileUid = await shop.uploaded(mei.accessToken, 'review')
    expect(await shop.fetchFile(fileUid, tom.accessToken)).toMatchObject({ code: 'E_NOT_FOUND' })
    expect(await shop.fetchFile(fileUid)).toMatchObject({ code: 'E_NOT_FOUND' })
    expect(s3.requests).toEqual([`PUT ${shop.keyOf(fileUid)}`])
    const { bytes } = await shop.fetchFile(fileUid, mei.accessToken)
    expect(s3.objects.get(shop.keyOf(fileUid))?.bytes.equals(bytes ?? Buffer.alloc(0))).toBe(true)
    expect((await sharp(bytes ?? undefined).metadata()).width).toBe(40)
    expect(await app.deps.db.$count(fileContent)).toBe(0)

    const [{ db }, usedBy] = [app.deps, crypto.randomUUID()]
    const { memberId } = mei
    await db.transaction((tx) => takeFiles(tx, { fileUids: [fileUid], memberId, kind: 'review', usedBy }))
    await db.transaction((tx) => showFiles(tx, usedBy, true))
    expect((await shop.fetchFile(fileUid)).bytes).toEqual(bytes)
    await db.transaction((tx) => showFiles(tx, usedBy, false))
    expect((await shop.fetchFile(fileUid)).code).toBe('E_NOT_FOUND')
  })

  test('an upload is refused with nothing half done while the storage is away', async () => {
    const { accessToken: token } = await signUpMember(app)
    s3.fail(() => AWAY)
    const refused = await upload(app, { token, bytes: shop.png })
    expect(refused).toMatchObject({ http: 503, status: { code: 'E_UNAVAILABLE', retryAfter: 5 } })
    expect([await app.deps.db.$count(file), s3.objects.size]).toEqual([0, 0])
    expect((await app.call(readMyInfo, { token })).status.code).toBe('200')
    s3.fail(() => null)
    expect((await upload(app, { token, bytes: shop.png })).status.code).toBe('200')
  })

  test('an object whose row is refused is deleted at once', async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    await app.deps.db.transaction((tx) =>
      storePicture(tx, app.deps, {
        memberId,
        kind: 'review',
        picture: { bytes: Buffer.alloc(FILE_DAY_BYTES), width: 1, height: 1 },
        object: { fileUid: crypto.randomUUID(), sha256: '' },
      }),
    )
    expect((await upload(app, { token, bytes: shop.png })).status.code).toBe('E_THROTTLED')
    expect(s3.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'DELETE'])
    expect(s3.objects.size).toBe(0)
  })

  test('an object stays when the answer of its transaction was lost', async () => {
    const { memberId, accessToken } = await signUpMember(app)
    const lost = async <T>(effect: (tx: Tx) => Promise<T>): Promise<T> => {
      await app.deps.db.transaction(effect)
      throw new Error('connection lost')
    }
    const picture = { memberId, kind: 'profile', upload: shop.png } as const
    await expect(uploadPicture(app.deps, lost, picture)).rejects.toThrow('connection lost')
    const [row] = await app.deps.db.select().from(file)
    expect((await shop.fetchFile(row?.fileUid ?? '', accessToken)).bytes).not.toBeNull()
  })

  test('an upload that is sent again with its key stores one object', async () => {
    const { accessToken: token } = await signUpMember(app)
    const keyHeader = { 'idempotency-key': crypto.randomUUID() }
    const first = await upload(app, { token, bytes: shop.png, more: keyHeader })
    expect((await upload(app, { token, bytes: shop.png, more: keyHeader })).data).toEqual(first.data)
    expect(s3.fileKeys()).toEqual([shop.keyOf(first.data?.fileUid ?? '')])
  })

  test('reading answers E_UNAVAILABLE while the storage is away, and that only to who may read', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const fileUid = await shop.uploaded(mei.accessToken)
    s3.fail(() => 'cut')
    expect(await shop.fetchFile(fileUid, tom.accessToken)).toMatchObject({ code: 'E_NOT_FOUND' })
    expect(await shop.fetchFile(fileUid, mei.accessToken)).toMatchObject({ statusCode: 503, code: 'E_UNAVAILABLE' })
    expect(shop.logText()).toContain('the object storage is away')
    expect((await app.call(readMyInfo, { token: mei.accessToken })).status.code).toBe('200')
    s3.fail(() => null)
    expect((await shop.fetchFile(fileUid, mei.accessToken)).bytes).not.toBeNull()
  })

  test('a missing and a truncated object answer E_NOT_FOUND and are logged', async () => {
    const { accessToken: token } = await signUpMember(app)
    const [gone, cut, whole] = [await shop.uploaded(token), await shop.uploaded(token), await shop.uploaded(token)]
    s3.objects.delete(shop.keyOf(gone))
    const { bytes } = s3.objects.get(shop.keyOf(cut)) ?? { bytes: Buffer.alloc(0) }
    s3.objects.set(shop.keyOf(cut), { bytes: bytes.subarray(0, -1), modifiedAt: shop.time.now })
    expect((await shop.fetchFile(gone, token)).code).toBe('E_NOT_FOUND')
    expect((await shop.fetchFile(cut, token)).code).toBe('E_NOT_FOUND')
    expect((await shop.fetchFile(whole, token)).bytes).not.toBeNull()
    for (const [fileUid, why] of [
      [gone, 'missing'],
      [cut, 'damaged'],
    ])
      expect(shop.logText()).toContain(`"file":"${fileUid}","why":"${why}"`)
    expect(shop.logText()).not.toContain('cret')
  })

  test('a replaced photo loses its row at once and its object by a job, which is repeated until it succeeds', async () => {
    const { accessToken: token } = await signUpMember(app)
    const [first, second] = [await shop.uploaded(token), await shop.uploaded(token)]
    await app.call(update, { token, body: { photo: first } })
    s3.fail((request) => (request.startsWith('DELETE') ? AWAY : null))
    expect((await app.call(update, { token, body: { photo: second } })).data?.photo).toBe(second)
    expect((await shop.fetchFile(first, token)).code).toBe('E_NOT_FOUND')
    await runDueJobs(app.deps)
    expect(s3.fileKeys()).toHaveLength(2)
    s3.fail(() => null)
    shop.time.now += 10_000
    await runDueJobs(app.deps)
    expect(s3.fileKeys()).toEqual([shop.keyOf(second)])
    expect((await shop.fetchFile(second, token)).bytes).not.toBeNull()
  })

  test('of an unused upload, an erased member and an old inquiry no object remains, and others stay', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const photo = await shop.uploaded(tom.accessToken)
    await app.call(update, { token: tom.accessToken, body: { photo } })
    const inquiryPhoto = await shop.uploaded(tom.accessToken, 'inquiry')
    const body = { email: tom.email, content: 'The card looks like this', files: [inquiryPhoto] }
    const written = await app.call(insertInquiry, { token: tom.accessToken, body })
    await shop.uploaded(tom.accessToken, 'review')
    // In use: nothing but the erasure deletes it.
    await app.call(update, { token: mei.accessToken, body: { photo: await shop.uploaded(mei.accessToken) } })
    expect(s3.fileKeys()).toHaveLength(4)

    await app.deps.db.transaction((tx) => erase(tx, mei.memberId, shop.time.now))
    const { db } = app.deps
    const writtenAt = shop.time.now - (RETENTION_YEARS + 1) * 366 * DAY_MS
    await db
      .update(inquiry)
      .set({ writtenAt })
      .where(eq(inquiry.id, written.data?.id ?? ''))
    shop.time.now += FILE_UNUSED_MS + 1
    await shop.schedule('retention', 'files-forget')
    await runDueJobs(app.deps)
    expect(s3.fileKeys()).toEqual([shop.keyOf(photo)])
    expect(await db.$count(file)).toBe(1)
    const { accessToken: token } = await signIn(app, tom)
    expect((await shop.fetchFile(photo, token)).bytes).not.toBeNull()
  })

  test('the desk reads the photos of an inquiry, without a missing one, and learns that the storage is away', async () => {
    const terminal = await openTerminal(app)
    const { accessToken: token, email } = await signUpMember(app)
    const files = [await shop.uploaded(token, 'inquiry'), await shop.uploaded(token, 'inquiry')]
    const written = await app.call(insertInquiry, { token, body: { email, content: 'The card', files } })
    const show = () => terminal.type('inquiry', 'show', written.data?.number ?? '')
    s3.fail(() => AWAY)
    expect(await show()).toContain('does not answer (FILES_S3_URL)')
    s3.fail(() => null)
    expect(await show()).toContain('photos: 2;')
    s3.objects.delete(shop.keyOf(files[0] ?? ''))
    expect(await show()).toContain('photos: 1;')
  })

  test('without the setting, files in the storage are unavailable, and others are served', async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    const outside = await shop.uploaded(token)
    const inside = await shop.storedInDatabase(memberId, Buffer.from('one'))
    const { objects } = app.deps
    try {
      app.deps.objects = null
      expect((await shop.fetchFile(outside, token)).code).toBe('E_UNAVAILABLE')
      expect((await shop.fetchFile(inside.fileUid, token)).bytes?.toString()).toBe('one')
      expect((await shop.fetchFile(await shop.uploaded(token), token)).bytes).not.toBeNull()
      expect(s3.fileKeys()).toHaveLength(1)
    } finally {
      app.deps.objects = objects
    }
  })
})
