import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { file, fileContent } from '#server/db/schema/file.ts'
import { job } from '#server/db/schema/job.ts'
import { lockFolder } from '#server/db/lock.ts'
import { prepareDatabase } from '#server/main.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, upload, type App } from '../harness/factories.ts'
import { openS3, type S3 } from '../harness/s3.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { administer } from '../../scripts/postgres.ts'

/** `npm run backup` and `npm run restore` of an installation whose pictures are in an object storage. */

const env = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
const folder = mkdtempSync(join(tmpdir(), 'harbor-backup-objects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const admin = (sql: string): Promise<void> => administer(inject('postgres'), sql)

describe.each(drawnEngines())('a backup with objects, on %s', (engine: Engine) => {
  let s3: S3
  let app: App
  let terminal: Terminal
  let person: Awaited<ReturnType<typeof signUpMember>>
  const pictures = new Map<string, Buffer>()
  const databases: string[] = []
  const closing: (() => Promise<void>)[] = []
  const filesUrl = (prefix: string) => ({ FILES_S3_URL: s3.url({ path: `pictures/${prefix}` }) })

  const fetchFile = async (at: App, fileUid: string, token: string): Promise<Buffer | null> => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await at.app.inject({ url: `/api/v1/file/${fileUid}`, headers })
    return answer.headers['content-type'] === 'image/webp' ? answer.rawPayload : null
  }
  /** Expects that an installation serves each picture, but those that are `missing`. */
  const expectPictures = async (at: App, missing: string[] = []): Promise<void> => {
    const { accessToken } = await signIn(at, person)
    for (const [fileUid, bytes] of pictures)
      expect(await fetchFile(at, fileUid, accessToken)).toEqual(missing.includes(fileUid) ? null : bytes)
  }
  /** Moves what is in the database to the storage, as the started server does. */
  const moveOut = async ({ deps }: App): Promise<void> => {
    await deps.db.delete(job)
    const due = { args: {}, dueAt: 0, waitsSince: 0, writtenAt: 0 }
    await deps.db.insert(job).values({ kind: 'files-outside', key: 'every:files-outside', ...due })
    await runDueJobs(deps)
  }
  /** Opens an existing installation, as a start does. */
  const openExisting = async (name: string, settings: Record<string, string>): Promise<App> => {
    const databaseUrl = engine === 'postgres' ? `${inject('postgres')}/${databases.at(-1)}` : null
    const opened = await openApp({ engine, existing: { dataDir: join(folder, name), databaseUrl }, env: settings })
    closing.push(opened.close)
    await prepareDatabase(opened.connected, { keys: opened.deps.keys, now: Date.now(), production: false })
    return opened
  }
  const restore = async (path: string, name: string, settings: Record<string, string>) => {
    if (engine === 'postgres') {
      databases.push(`objects_${process.pid}_${name}`)
      await admin(`create database ${databases.at(-1)}`)
    }
    const DATABASE_URL = engine === 'postgres' ? `${inject('postgres')}/${databases.at(-1)}` : ''
    const overrides = { ...env, ...settings, DATABASE_URL, DATA_DIR: join(folder, name) }
    return terminal.command('backup', ['restore', path], { env: overrides })
  }

  beforeAll(async () => {
    s3 = await openS3()
    app = await openApp({ engine, env: filesUrl('first') })
    if (engine === 'embedded') lockFolder(app.deps.config.dataDir)
    terminal = await openTerminal(app)
    person = await signUpMember(app)
    // Seven: not a multiple of what is read at once. One is in the database.
    const { objects } = app.deps
    for (let nth = 0; nth < 7; nth += 1) {
      const bytes = await sharp({ create: { width: 9 + nth, height: 9, channels: 3, background: '#148' } })
        .png()
        .toBuffer()
      app.deps.objects = nth === 3 ? null : objects
      const { data } = await upload(app, { token: person.accessToken, bytes })
      const fileUid = data?.fileUid ?? ''
      pictures.set(fileUid, (await fetchFile({ ...app }, fileUid, person.accessToken)) ?? Buffer.alloc(0))
      app.deps.objects = objects
    }
    expect(s3.fileKeys()).toHaveLength(6)
  })
  afterEach(() => s3.fail(() => null))
  afterAll(async () => {
    for (const close of closing) await close()
    await app.close()
    await s3.close()
    for (const name of databases) await admin(`drop database if exists ${name} with (force)`)
  })

  test('fails, and leaves no file, while the storage is away', async () => {
    s3.fail(() => ({ status: 403, code: 'AccessDenied' }))
    const path = join(folder, `${engine}-away.backup`)
    const { code, text } = await terminal.command('backup', ['create', path], { env: { ...env, ...filesUrl('first') } })
    expect(code).toBe(1)
    expect(text).toMatch(/object storage.*403 AccessDenied|ended the backup early/)
    if (engine === 'embedded')
      expect(readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')).toContain(
        '"why":"403 AccessDenied","msg":"a backup was ended early"',
      )
    expect(text).not.toMatch(/cret|HARBORTESTKEY/)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })

  test('goes from the storage to the database, from there to the storage, and back', async () => {
    const path = (name: string): string => join(folder, `${engine}-${name}.backup`)
    const created = await terminal.command('backup', ['create', path('first')], {
      env: { ...env, ...filesUrl('first') },
    })
    expect(created).toMatchObject({ code: 0, text: expect.not.stringContaining('missing') as string })

    const used = await restore(path('first'), `${engine}_used`, filesUrl('first'))
    expect(used).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not empty: name another prefix') as string,
    })

    const inDatabase = `${engine}_database`
    expect(await restore(path('first'), inDatabase, {})).toMatchObject({ code: 0 })
    const second = await openExisting(inDatabase, {})
    expect(await second.deps.db.$count(fileContent)).toBe(7)
    expect(await second.deps.db.$count(file, isNotNull(file.objectHash))).toBe(0)
    await expectPictures(second)

    const outside = `${engine}_outside`
    expect(await restore(path('first'), outside, filesUrl('second'))).toMatchObject({ code: 0 })
    const third = await openExisting(outside, filesUrl('second'))
    await expectPictures(third)
    await moveOut(third)
    expect(await third.deps.db.$count(fileContent)).toBe(0)
    expect(s3.fileKeys().filter((key) => key.startsWith('second/'))).toHaveLength(7)
    await expectPictures(third)
  })

  test('says how many pictures are missing, and holds the others', async () => {
    const [fileUid = ''] = pictures.keys()
    s3.objects.delete(`first/files/${fileUid}`)
    const path = join(folder, `${engine}-missing.backup`)
    const { code, text } = await terminal.command('backup', ['create', path], { env: { ...env, ...filesUrl('first') } })
    expect(code).toBe(0)
    expect(text).toContain('without 1 pictures that are missing in the object storage')
    const name = `${engine}_missing`
    expect(await restore(path, name, {})).toMatchObject({ code: 0 })
    await expectPictures(await openExisting(name, {}), [fileUid])
  })
})
