import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FILE_UNUSED_MS } from '#contract/limits.ts'
import { file } from '#server/db/schema/file.ts'
import { dropFilesOfMember, JOB_KINDS, storePicture, takeFiles } from '#server/modules/file/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { sha256Of } from '#server/outside/files/s3.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { openRace, type Statement } from '../harness/race.ts'
import { openS3, type S3 } from '../harness/s3.ts'

/** Deletions of files beside a use, and beside the move of their bytes to the object storage. */

const BYTES = Buffer.from('a picture')

describe('files on postgres', () => {
  const race = openRace()
  let app: App
  let s3: S3
  let url = ''
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    s3 = await openS3({ clock: () => now })
    app = await openApp({ engine: 'postgres', clock: () => now, env: { FILES_S3_URL: s3.url() } })
    url = app.deps.config.databaseUrl ?? ''
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
    await s3.close()
  })

  /** Stores an unused picture: in the storage, or in the database with an object that its move has just written. */
  const stored = async (memberId: string, isObject: boolean): Promise<string> => {
    const { deps } = app
    const fileUid = crypto.randomUUID()
    await deps.objects?.put(`files/${fileUid}`, BYTES)
    const object = { fileUid, sha256: sha256Of(BYTES) }
    const picture = { bytes: BYTES, width: 1, height: 1 }
    await deps.db.transaction((tx) => storePicture(tx, deps, { memberId, kind: 'profile', picture, object }))
    if (!isObject) await deps.db.update(file).set({ objectHash: null }).where(eq(file.fileUid, fileUid))
    return fileUid
  }

  /** Uses a file while the job that deletes unused files waits behind; returns whether its row and object are there. */
  const useWhileForgotten = async (): Promise<boolean[]> => {
    const { deps } = app
    const memberId = crypto.randomUUID()
    const fileUid = await stored(memberId, true)
    now += FILE_UNUSED_MS + 1
    const forget = JOB_KINDS.find(({ kind }) => kind === 'files-forget')
    if (!forget || !('run' in forget)) throw new Error('Nothing deletes files.')
    const lock: Statement = { text: 'select 1 from file where file_uid = $1 for update', values: [fileUid] }
    await race.whileHeld(url, lock, async (release) => {
      const used = deps.db.transaction((tx) =>
        takeFiles(tx, { fileUids: [fileUid], memberId, kind: 'profile', usedBy: memberId }),
      )
      await race.waitForLocks(url, 1)
      const forgotten = forget.run(deps)
      await race.waitForLocks(url, 2)
      await release()
      await Promise.all([used, forgotten])
    })
    await runDueJobs(deps)
    return [(await deps.db.$count(file, eq(file.fileUid, fileUid))) === 1, s3.objects.has(`files/${fileUid}`)]
  }

  test('a file that is used while unused ones are deleted stays, with its object', async () => {
    expect(await useWhileForgotten()).toEqual([true, true])
  })
  test('twin: without the condition on its user, the file is deleted although it is used', async () => {
    const cut = race.without(
      /delete from "file" where \("file"\."used_by" is null and /g,
      'delete from "file" where (true and ',
    )
    expect(await useWhileForgotten()).toEqual([false, false])
    expect(cut.count).toBe(1)
  })

  /** Deletes a file while its move is about to commit; returns whether its object is there. */
  const deleteWhileMoved = async (): Promise<boolean> => {
    const { deps } = app
    const memberId = crypto.randomUUID()
    const fileUid = await stored(memberId, false)
    const move: Statement = {
      text: 'update file set object_hash = $2 where file_uid = $1',
      values: [fileUid, sha256Of(BYTES)],
    }
    await race.whileHeld(url, move, async (release) => {
      const deleted = deps.db.transaction((tx) => dropFilesOfMember(tx, memberId, now))
      await race.waitForLocks(url, 1)
      await release()
      await deleted
    })
    await runDueJobs(deps)
    expect(await deps.db.$count(file, eq(file.fileUid, fileUid))).toBe(0)
    return s3.objects.has(`files/${fileUid}`)
  }

  test('of a file that is deleted while it is moved the object is deleted too', async () => {
    expect(await deleteWhileMoved()).toBe(false)
  })
  test('twin: if the deletion knew the place as it was before it waited, the object would stay', async () => {
    const cut = race.without(
      /returning "file_uid", "object_hash"/g,
      'returning "file_uid", (select object_hash from file as before where before.file_uid = file.file_uid)',
    )
    expect(await deleteWhileMoved()).toBe(true)
    expect(cut.count).toBe(1)
  })
})
