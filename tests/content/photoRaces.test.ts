import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PHOTOS_MAX } from '#contract/limits.ts'
import { file } from '#server/db/schema/file.ts'
import { recordPhoto } from '#server/db/schema/photo.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openRace, type Statement } from '../harness/race.ts'
import { addPhoto, callOperator, jpeg } from './photoShop.ts'

/** Operators who change the photos of one record at the same time. */

const TOWER = 'busan-tower'
const LOCK: Statement = { text: 'select 1 from catalogue_state for update' }

describe('photos of one record, changed at the same time on postgres', () => {
  const race = openRace()
  let app: App
  let url = ''
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres' })
    url = app.deps.config.databaseUrl ?? ''
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  beforeEach(async () => {
    await app.deps.db.delete(recordPhoto)
    await app.deps.db.delete(file)
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })

  /** Adds two photos at once to a record that has room for one; returns how many it has then. */
  const addLast = async (): Promise<number> => {
    const row = { gdsUid: TOWER, width: 480, height: 320, color: '#000000', credit: 'Kim', files: [], addedAt: 0 }
    const alt = everyLanguage({ en: 'a' })
    await app.deps.db.insert(recordPhoto).values(
      Array.from({ length: PHOTOS_MAX - 1 }, (_, sort) => ({
        ...row,
        alt,
        sort,
        photoUid: crypto.randomUUID(),
        sourceHash: String(sort),
      })),
    )
    const photos = [await jpeg(480, 320, 1), await jpeg(480, 320, 2)]
    await race.runTogether(
      url,
      LOCK,
      photos.map((photo) => () => addPhoto(app, TOWER, photo)),
    )
    return app.deps.db.$count(recordPhoto)
  }

  test('are never more than twelve', async () => {
    expect(await addLast()).toBe(PHOTOS_MAX)
    expect(await app.deps.db.$count(file)).toBe(2)
  })

  test('would be more without the lock of the catalogue', async () => {
    const lock = race.without(/ for update/, '')
    expect(await addLast()).toBe(PHOTOS_MAX + 1)
    expect(lock.count).toBeGreaterThan(0)
  })

  test('are removed once, with their files', async () => {
    const photoUid = String((await addPhoto(app, TOWER, await jpeg(480, 320))).body.photoUid)
    const remove = () => callOperator(app, `/photos/${photoUid}/remove`)
    const answers = await race.runTogether(url, LOCK, [remove, remove])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 404])
    expect([await app.deps.db.$count(recordPhoto), await app.deps.db.$count(file)]).toEqual([0, 0])
  })

  test('a file that is added twice at once is added once', async () => {
    const photo = await jpeg(480, 320)
    const add = () => addPhoto(app, TOWER, photo)
    const answers = await race.runTogether(url, LOCK, [add, add])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 422])
    expect([await app.deps.db.$count(recordPhoto), await app.deps.db.$count(file)]).toEqual([1, 2])
  })
})
