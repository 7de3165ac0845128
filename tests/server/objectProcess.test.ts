import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { update } from '#contract/calls/profile.ts'
import type { StoredFile } from '#contract/calls/file.ts'
import type { Envelope } from '#contract/envelope.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { launch, ready, write, type ServerProcess } from '../harness/process.ts'
import { openS3, type S3 } from '../harness/s3.ts'

/** Server processes with `FILES_S3_URL`: two on one bucket and one database (decision 0341). */

const SLOW = { timeout: 120_000 }
/** Parts of the stand-in's key pair. */
const SECRETS = /HARBORTESTKEY|se\/cret|se%2Fcret|SOMEBODY|another-secret/
const AWAY = { status: 503, code: 'E_UNAVAILABLE' }

describe('server processes with an object storage', SLOW, () => {
  let app: App
  let s3: S3
  let png: Buffer
  let bearer: { authorization: string }
  const processes: ServerProcess[] = []
  beforeEach(async () => {
    s3 = await openS3()
    app = await openApp({ engine: 'postgres' })
    bearer = { authorization: `Bearer ${(await signUpMember(app)).accessToken}` }
    png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#148' } })
      .png()
      .toBuffer()
  })
  afterEach(async () => {
    for (const { child, exitCode } of processes.splice(0)) {
      child.kill('SIGKILL')
      await exitCode
    }
    await stopGateway(app.deps)
    await app.close()
    await s3.close()
  })

  const start = (filesUrl: string): ServerProcess => {
    const { databaseUrl, dataDir } = app.deps.config
    const running = launch('server/main.ts', dataDir, { DATABASE_URL: databaseUrl ?? '', FILES_S3_URL: filesUrl })
    processes.push(running)
    return running
  }
  const uploadTo = async (address: string) => {
    const form = new FormData()
    form.set('kind', 'profile')
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png')
    const answer = await fetch(`${address}/api/v1/file`, { method: 'POST', headers: bearer, body: form })
    const { status, data } = (await answer.json()) as Envelope<StoredFile | null>
    return { status: answer.status, code: status.code, fileUid: data?.fileUid ?? '' }
  }
  const readFrom = async (address: string, fileUid: string) => {
    const answer = await fetch(`${address}/api/v1/file/${fileUid}`, { headers: bearer })
    if (answer.ok) return { status: answer.status, code: '', bytes: Buffer.from(await answer.arrayBuffer()) }
    return { status: answer.status, code: ((await answer.json()) as Envelope<null>).status.code, bytes: null }
  }
  const expectServing = async (address: string): Promise<void> => {
    const readiness = await fetch(`${address}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([200, { ready: true }])
    expect(await write(address, `Pictures fail ${randomUUID()}`)).toMatch(/^Q-/)
  }
  const logText = (): string => readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')

  test('an address without a key pair is refused before anything starts, without showing it', async () => {
    const running = start('https://s3.mail.example/pictures?region=SOMEBODY')
    expect(await running.exitCode).toBe(1)
    expect(running.output().trim().split('\n')).toHaveLength(1)
    expect(running.output()).toContain('FILES_S3_URL')
    expect(running.output()).not.toMatch(SECRETS)
  })

  test('a key pair that the storage refuses stops no start: pictures fail, nothing else does, and the log says why', async () => {
    for (const [wrong, reason] of [
      [{ secret: 'another-secret' }, '403 SignatureDoesNotMatch'],
      [{ accessKey: 'SOMEBODY' }, '403 InvalidAccessKeyId'],
    ] as const) {
      const running = start(s3.url(wrong))
      const address = await ready(running)
      expect(await uploadTo(address)).toMatchObject(AWAY)
      await expectServing(address)
      expect(logText()).toContain(`"why":"${reason}"`)
      running.child.kill('SIGTERM')
      expect(await running.exitCode).toBe(0)
      expect(running.output()).not.toMatch(SECRETS)
    }
    expect([s3.objects.size, await app.deps.db.$count(file)]).toEqual([0, 0])
    expect(logText()).not.toMatch(SECRETS)
  })

  test('a photo that one process took is in the bucket alone and is read at the other; without the storage all else goes on', async () => {
    const url = s3.url({ path: 'pictures/city' })
    const first = start(url)
    const taker = await ready(first)
    // Afterwards, so that both share the sandbox gateway.
    const second = start(url)
    const reader = await ready(second)
    for (const { output } of [first, second])
      expect(output()).toContain(`Pictures are stored in ${new URL(s3.origin).host}/pictures/city.`)

    const { fileUid, ...stored } = await uploadTo(taker)
    expect(stored).toEqual({ status: 200, code: '200' })
    const object = s3.objects.get(`city/files/${fileUid}`)
    expect((await sharp(object?.bytes).metadata()).width).toBe(40)
    expect([await app.deps.db.$count(file), await app.deps.db.$count(fileContent)]).toEqual([1, 0])
    const token = bearer.authorization.replace('Bearer ', '')
    expect((await app.call(update, { token, body: { photo: fileUid } })).data?.photo).toBe(fileUid)
    for (const address of [taker, reader])
      expect((await readFrom(address, fileUid)).bytes?.equals(object?.bytes ?? Buffer.alloc(0))).toBe(true)
    const anonymous = await fetch(`${reader}/api/v1/file/${fileUid}`)
    expect(((await anonymous.json()) as Envelope<null>).status.code).toBe('E_NOT_FOUND')

    await s3.close()
    for (const address of [taker, reader]) {
      expect(await readFrom(address, fileUid)).toMatchObject(AWAY)
      expect(await uploadTo(address)).toMatchObject(AWAY)
      await expectServing(address)
    }
    expect(logText()).toContain('the object storage is away')
    expect([await app.deps.db.$count(file), await app.deps.db.$count(fileContent)]).toEqual([1, 0])
    for (const { child, exitCode, output } of [first, second]) {
      child.kill('SIGTERM')
      expect(await exitCode).toBe(0)
      expect(output()).not.toMatch(SECRETS)
    }
    expect(logText()).not.toMatch(SECRETS)
  })
})
