import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { LOCALES } from '#contract/locales.ts'
import { photoAddress } from '#contract/rules/photo.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { recordPhoto } from '#server/db/schema/photo.ts'
import { lockFolder } from '#server/db/lock.ts'
import { prepareDatabase } from '#server/main.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openTerminal } from '../harness/terminal.ts'
import { AWAY, openObjectShop, type ObjectShop } from '../members/objectShop.ts'
import { addPhoto, callOperator, jpeg, TEXTS } from './photoShop.ts'

/** Where the bytes of photos of records are, and the terminal that adds them. */

const TOWER = 'busan-tower'
const folder = mkdtempSync(join(tmpdir(), 'harbor-photos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(drawnEngines())('photos in an object storage, on %s', (engine) => {
  let shop: ObjectShop
  let photo: Buffer
  beforeAll(async () => {
    shop = await openObjectShop(engine)
    photo = await jpeg(480, 320)
  })
  beforeEach(async () => {
    await shop.reset()
    await shop.app.deps.db.delete(recordPhoto)
  })
  afterAll(() => shop.close())
  const fetchPhoto = (photoUid: unknown) => shop.app.app.inject({ url: photoAddress(String(photoUid), 480, 'avif') })

  test('are objects, which a sweep leaves, and which are deleted with their photo', async () => {
    const { app, s3, time } = shop
    const { photoUid } = (await addPhoto(app, TOWER, photo)).body
    expect([s3.fileKeys().length, await app.deps.db.$count(fileContent)]).toEqual([2, 0])
    time.now += 2 * DAY_MS
    await shop.runOutside()
    expect(s3.fileKeys()).toHaveLength(2)
    expect((await fetchPhoto(photoUid)).headers['content-type']).toBe('image/avif')
    s3.fail(() => AWAY)
    expect((await fetchPhoto(photoUid)).statusCode).toBe(503)
    expect((await callOperator(app, `/photos/${String(photoUid)}/remove`)).http).toBe(200)
    s3.fail(() => null)
    time.now += DAY_MS
    await runDueJobs(app.deps)
    expect(s3.fileKeys()).toEqual([])
  })

  test('are refused while the storage is away, and leave no object when their row is refused', async () => {
    const { app, s3 } = shop
    s3.fail(() => AWAY)
    const refused = await addPhoto(app, TOWER, photo)
    expect([refused.http, refused.body.sentence]).toEqual([503, expect.stringContaining('E_UNAVAILABLE')])
    s3.fail(() => null)
    await addPhoto(app, TOWER, photo)
    expect((await addPhoto(app, TOWER, photo)).http).toBe(422)
    expect(s3.fileKeys()).toHaveLength(2)
    expect([await app.deps.db.$count(file), await app.deps.db.$count(recordPhoto)]).toEqual([2, 1])
  })

  test('are moved there from the database', async () => {
    const { app, s3 } = shop
    const { objects } = app.deps
    app.deps.objects = null
    const { photoUid } = (await addPhoto(app, TOWER, photo)).body
    app.deps.objects = objects
    const before = (await fetchPhoto(photoUid)).rawPayload
    await shop.runOutside()
    expect([s3.fileKeys().length, await app.deps.db.$count(fileContent)]).toEqual([2, 0])
    expect((await fetchPhoto(photoUid)).rawPayload).toEqual(before)
  })
})

test('the terminal refuses incomplete commands, adds, lists and removes photos', async () => {
  const app = await openApp({ engine: 'embedded' })
  const terminal = await openTerminal(app)
  const type = (...args: string[]) => terminal.type('photo', ...args)
  const path = join(folder, 'tower.jpg')
  writeFileSync(path, await jpeg(480, 320))
  const texts = ['--credit', 'Kim', ...LOCALES.flatMap((locale) => [`--alt-${locale}`, TEXTS[`alt_${locale}`] ?? ''])]
  expect(await type('add', TOWER, path, '--colour', 'red')).toMatch(/^Which one\? npm run photo -- add <record> <file>/)
  expect(await type('add', TOWER, path, ...texts.slice(0, -2))).toBe('Nothing was added: --alt-jp is missing.')
  const added = await type('add', TOWER, path, ...texts)
  const photoUid = /photo ([\da-f-]{36}) \(480 × 320\)/.exec(added)?.[1] ?? ''
  expect(await type('list', TOWER)).toMatch(RegExp(`^${photoUid}  busan-tower  480 × 320  .* KST  Kim\n    The tower`))
  expect(await type('remove', photoUid)).toBe(`The photo ${photoUid} is removed.`)
  expect(await type('list')).toBe('There are no photos.')
  await app.close()
})

test('a backup restores photos', async () => {
  const app = await openApp({ engine: 'embedded' })
  const { photoUid } = (await addPhoto(app, TOWER, await jpeg(480, 320))).body
  const terminal = await openTerminal(app)
  lockFolder(app.deps.config.dataDir)
  const [backup, dataDir] = [join(folder, 'photos.backup'), join(folder, 'restored')]
  const env = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
  expect(await terminal.command('backup', ['create', backup], { env })).toMatchObject({ code: 0 })
  const restoreEnv = { ...env, DATA_DIR: dataDir, DATABASE_URL: '' }
  expect(await terminal.command('backup', ['restore', backup], { env: restoreEnv })).toMatchObject({ code: 0 })
  const restored = await openApp({ engine: 'embedded', existing: { dataDir, databaseUrl: null } })
  await prepareDatabase(restored.connected, { keys: restored.deps.keys, now: Date.now(), production: false })
  const url = photoAddress(String(photoUid), 480, 'avif')
  expect((await restored.app.inject({ url })).rawPayload).toEqual((await app.app.inject({ url })).rawPayload)
  await restored.close()
  await app.close()
})
