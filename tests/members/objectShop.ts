import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { file } from '#server/db/schema/file.ts'
import { job } from '#server/db/schema/job.ts'
import { storePicture } from '#server/modules/file/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { upload } from '../harness/factories.ts'
import { openS3 } from '../harness/s3.ts'

/** A service that asks to be left alone for a while. */
export const AWAY = { status: 503, code: 'SlowDown' }

/** A server whose files are objects below `city/` in a bucket, with its own clock. */
export const openObjectShop = async (engine: Engine) => {
  const time = { now: Date.UTC(2026, 10, 21, 3) }
  const clock = (): number => time.now
  const s3 = await openS3({ clock })
  const env = { FILES_S3_URL: s3.url({ path: 'pictures/city' }) }
  const app = await openApp({ engine, clock, env })
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#148' } })
    .png()
    .toBuffer()
  const schedule = async (...kinds: string[]): Promise<void> => {
    const due = { args: {}, dueAt: time.now, waitsSince: time.now, writtenAt: time.now }
    // As `jobLoops` inserts recurring jobs.
    for (const kind of kinds) await app.deps.db.insert(job).values({ kind, key: `every:${kind}`, ...due })
  }
  return {
    app,
    s3,
    png,
    time,
    env,
    keyOf: (fileUid: string): string => `city/files/${fileUid}`,
    logText: (): string => readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8'),
    /** Empties tables and bucket, and ends all faults. */
    reset: async (): Promise<void> => {
      s3.fail(() => null)
      s3.state.pageSize = 1000
      s3.objects.clear()
      s3.requests.splice(0)
      await app.deps.db.delete(file)
      await app.deps.db.delete(job)
    },
    fetchFile: async (fileUid: string, token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const answer = await app.app.inject({ url: `/api/v1/file/${fileUid}`, headers })
      if (answer.headers['content-type'] === 'image/webp')
        return { statusCode: answer.statusCode, code: '', bytes: answer.rawPayload }
      const { code } = answer.json<{ status: { code: string } }>().status
      return { statusCode: answer.statusCode, code, bytes: null }
    },
    /** Uploads a picture and returns its id. */
    uploaded: async (token: string, kind = 'profile'): Promise<string> => {
      const { data, status } = await upload(app, { token, bytes: png, kind })
      if (!data) throw new Error(`The upload was refused: ${status.code}.`)
      return data.fileUid
    },
    /** Stores a picture in the database, as a server without an object storage does. */
    storedInDatabase: (memberId: string, bytes: Buffer) => {
      const picture = { bytes, width: 1, height: 1 }
      return app.deps.db.transaction((tx) => storePicture(tx, app.deps, { memberId, kind: 'profile', picture }))
    },
    schedule,
    /** Runs the recurring job that starts moving and sweeping, and what it starts. */
    runOutside: async (): Promise<void> => {
      await app.deps.db.delete(job)
      await schedule('files-outside')
      await runDueJobs(app.deps)
    },
    close: async (): Promise<void> => {
      await app.close()
      await s3.close()
    },
  }
}
export type ObjectShop = Awaited<ReturnType<typeof openObjectShop>>
