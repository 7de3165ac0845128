import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { job } from '#server/db/schema/job.ts'
import { sweep } from '#server/modules/file/objectJobs.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { erase } from '#server/modules/withdrawal/erasure.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember } from '../harness/factories.ts'
import { signWithNextRoot } from '../harness/nextRoot.ts'
import { AWAY, openObjectShop, type ObjectShop } from './objectShop.ts'

/** The jobs that sweep objects without a file, and that move bytes from the database to the object storage. */

describe.each(drawnEngines())('jobs of the object storage, on %s', (engine) => {
  let shop: ObjectShop
  let app: ObjectShop['app']
  let s3: ObjectShop['s3']
  beforeAll(async () => {
    shop = await openObjectShop(engine)
    ;({ app, s3 } = shop)
  })
  beforeEach(() => shop.reset())
  afterAll(() => shop.close())

  test('objects without a file are swept when they are a day old, page by page', async () => {
    const { accessToken: token } = await signUpMember(app)
    const inUse: string[] = []
    for (let nth = 0; nth < 3; nth += 1) inUse.push(shop.keyOf(await shop.uploaded(token)))
    const orphan = (modifiedAt: number): string => {
      const key = shop.keyOf(crypto.randomUUID())
      s3.objects.set(key, { bytes: Buffer.from('x'), modifiedAt })
      return key
    }
    shop.time.now += 2 * DAY_MS
    for (let nth = 0; nth < 8; nth += 1) orphan(shop.time.now - DAY_MS - 1)
    const young = [orphan(shop.time.now - DAY_MS), orphan(shop.time.now - 1), orphan(shop.time.now + HOUR_MS)]
    const foreign = ['city/files/notes.txt', 'other/files/0193a0b0-0000-7000-8000-000000000000']
    for (const key of foreign) s3.objects.set(key, { bytes: Buffer.from('x'), modifiedAt: 0 })
    const expected = [...inUse, ...young, ...foreign].toSorted()
    s3.state.pageSize = 4
    // A page for each job: the next one goes on behind it.
    for (let after: string | null = ''; after !== null;) {
      const { db } = app.deps
      await sweep(app.deps, { args: { day: 1, after } }, 0)
      const [next] = await db.delete(job).where(eq(job.kind, 'files-sweep')).returning({ args: job.args })
      expect(next && String(next.args.after) <= after).not.toBe(true)
      after = next ? String(next.args.after) : null
    }
    await runDueJobs(app.deps)
    expect([...s3.objects.keys()].filter((key) => !key.endsWith('owner')).toSorted()).toEqual(expected)

    // By the recurring job, in one run over all pages.
    orphan(shop.time.now - DAY_MS - 1)
    await shop.runOutside()
    expect([...s3.objects.keys()].filter((key) => !key.endsWith('owner')).toSorted()).toEqual(expected)
  })

  test('an object that comes back after its deletion is swept again', async () => {
    const key = shop.keyOf(crypto.randomUUID())
    for (let nth = 0; nth < 2; nth += 1) {
      s3.objects.set(key, { bytes: Buffer.from('x'), modifiedAt: shop.time.now - DAY_MS - 1 })
      await sweep(app.deps, { args: { day: nth, after: '' } })
      await runDueJobs(app.deps)
      expect(s3.fileKeys()).toEqual([])
    }
  })

  test('objects of another installation in the same bucket are not swept', async () => {
    const stranger = await openApp({
      engine: 'embedded',
      clock: () => shop.time.now,
      env: shop.env,
    })
    try {
      await shop.runOutside()
      const { accessToken: token } = await signUpMember(app)
      const fileUid = await shop.uploaded(token)
      shop.time.now += DAY_MS + 1
      // All test installations have one secret.
      const keys = { ...stranger.deps.keys, secret: (purpose: string) => app.deps.keys.secret(`other ${purpose}`) }
      await sweep({ ...stranger.deps, keys }, { args: { day: 1, after: '' } })
      await runDueJobs(stranger.deps)
      expect(s3.fileKeys()).toEqual([shop.keyOf(fileUid)])
      expect(readFileSync(join(stranger.deps.config.dataDir, 'server.log'), 'utf8')).toContain('another installation')
    } finally {
      await stranger.close()
    }
  })

  test('objects are swept after the root was rotated, and their mark becomes that of the next root', async () => {
    const markOf = () => s3.objects.get(shop.keyOf('owner').replace('files/', ''))?.bytes.toString()
    await sweep(app.deps, { args: { day: 1, after: '' } })
    const before = markOf()
    signWithNextRoot(app.deps.keys)
    const key = shop.keyOf(crypto.randomUUID())
    s3.objects.set(key, { bytes: Buffer.from('x'), modifiedAt: shop.time.now - DAY_MS - 1 })
    await sweep(app.deps, { args: { day: 2, after: '' } })
    await runDueJobs(app.deps)
    expect(s3.fileKeys()).toEqual([])
    expect([before, markOf()]).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.not.stringMatching(before ?? ''),
    ])
  })

  test('files in the database are served, and moved in the background', async () => {
    const { accessToken: token, memberId } = await signUpMember(app)
    const files: { fileUid: string }[] = []
    for (const content of ['one', 'two', 'three'])
      files.push(await shop.storedInDatabase(memberId, Buffer.from(content)))
    const contents = () =>
      Promise.all(files.map(async ({ fileUid }) => (await shop.fetchFile(fileUid, token)).bytes?.toString()))
    expect(await contents()).toEqual(['one', 'two', 'three'])
    expect(s3.requests).toEqual([])

    s3.fail((request) => (request.startsWith('PUT') ? AWAY : null))
    await shop.runOutside()
    expect(await contents()).toEqual(['one', 'two', 'three'])
    expect(await app.deps.db.$count(fileContent)).toBe(3)

    s3.fail(() => null)
    await shop.runOutside()
    expect(await app.deps.db.$count(fileContent)).toBe(0)
    expect(await app.deps.db.$count(file, isNotNull(file.objectHash))).toBe(3)
    expect(await contents()).toEqual(['one', 'two', 'three'])
    expect(s3.fileKeys().toSorted()).toEqual(files.map(({ fileUid }) => shop.keyOf(fileUid)).toSorted())
  })

  test('a file that is deleted while it is moved leaves no object', async () => {
    const { memberId } = await signUpMember(app)
    await shop.storedInDatabase(memberId, Buffer.from('one'))
    const { db } = app.deps
    const { put } = app.deps.objects ?? {}
    if (!app.deps.objects || !put) throw new Error('no storage')
    const objects = {
      ...app.deps.objects,
      put: async (...args: Parameters<typeof put>) => {
        await put(...args)
        if (args[0].startsWith('files/')) await db.transaction((tx) => erase(tx, memberId, shop.time.now))
      },
    }
    await shop.schedule('files-move')
    await runDueJobs({ ...app.deps, objects })
    expect(await app.deps.db.$count(file)).toBe(0)
    expect(s3.requests.some((line) => line.startsWith('PUT'))).toBe(true)
    expect(s3.fileKeys()).toEqual([])
  })
})
