import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertInquiry } from '#contract/calls/inquiry.ts'
import { connect, MIGRATIONS } from '#server/db/connect.ts'
import { lockFolder } from '#server/db/lock.ts'
import { seal, unseal } from '#server/modules/backup/seal.ts'
import { checkRestore, spoolTables } from '#server/modules/backup/service.ts'
import { readAll } from '#server/modules/backup/store.ts'
import { readBackup } from '#server/modules/backup/archive.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { dumpOf } from '../harness/dump.ts'
import { signUpMember, upload, type App } from '../harness/factories.ts'
import { openTerminal, type Terminal } from '../harness/terminal.ts'
import { administer } from '../../scripts/postgres.ts'

/** `npm run backup` and `npm run restore`, as an operator runs them. */

const PASSPHRASE = 'correct horse battery staple'
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')) as {
  entries: { tag: string; when: number }[]
}
const silent = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'harbor-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const admin = (sql: string): Promise<void> => administer(inject('postgres'), sql)

const picture = (): Promise<Buffer> =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()

const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const bytes of source) all.push(bytes)
  return Buffer.concat(all)
}
const inParts = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('an encrypted stream', () => {
  const CHUNK = 64 * 1024 + 16
  const HEADER = 27

  test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 200_000])('of %i bytes comes back', async (size) => {
    const bytes = randomBytes(size)
    const sealed = await collect(seal(inParts(bytes, 10_007), PASSPHRASE))
    expect((await collect(unseal(inParts(sealed, 999), PASSPHRASE))).equals(bytes)).toBe(true)
  })

  test('is refused with another passphrase and after any change', async () => {
    const sealed = await collect(seal(inParts(randomBytes(200_000), 50_000), PASSPHRASE))
    const open = (bytes: Buffer, passphrase = PASSPHRASE) => collect(unseal(inParts(bytes, 4_096), passphrase))
    const flipped = (at: number): Buffer => {
      const copy = Buffer.from(sealed)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const chunk = (nth: number) => sealed.subarray(HEADER + nth * CHUNK, HEADER + (nth + 1) * CHUNK)
    await expect(open(sealed, 'another passphrase of mine')).rejects.toThrow('BACKUP_PASSPHRASE')
    for (const at of [0, 12, HEADER, HEADER + CHUNK + 5, sealed.length - 1])
      await expect(open(flipped(at)), `byte ${at}`).rejects.toThrow(/backup/i)
    await expect(open(sealed.subarray(0, HEADER + 2 * CHUNK)), 'whole chunks cut off').rejects.toThrow('damaged')
    await expect(open(sealed.subarray(0, -1))).rejects.toThrow('damaged')
    const swapped = Buffer.concat([sealed.subarray(0, HEADER), chunk(1), chunk(0), sealed.subarray(HEADER + 2 * CHUNK)])
    await expect(open(swapped)).rejects.toThrow(/damaged/)
    await expect(open(Buffer.from('PK, some other file'))).rejects.toThrow('no backup')
  })
})

test('of a newer schema, without its end, or with a changed row is refused', async () => {
  const row = '["a"]'
  const sha256 = createHash('sha256').update(`${row}\n`).digest('hex')
  const lines = (schema: string): string[] => [
    JSON.stringify({ format: 1, schema, madeAt: 0 }),
    '{"table":"counter","columns":["name"]}',
    row,
    JSON.stringify({ rows: 1, sha256 }),
    '{"tables":1,"total":1}',
    '{"secret":"c2VjcmV0"}',
  ]
  const write = async (name: string, all: readonly string[]): Promise<string> => {
    const path = join(folder, name)
    const bytes = gzipSync(all.map((line) => `${line}\n`).join(''))
    writeFileSync(path, await collect(seal(inParts(bytes, 999), PASSPHRASE)))
    return path
  }
  const dataDir = join(folder, 'nothing')
  const options = { passphrase: PASSPHRASE, embedded: true, objects: null, dataDir, secretKey: null }
  const { tag: newest = '', when } = JOURNAL.entries.at(-1) ?? {}
  const all = lines(newest)
  expect(await checkRestore(await write('good', all), options)).toMatchObject({ schema: newest, tables: 1, rows: 1 })
  // As a release writes it that does not know the migration: the one before, after a return to it.
  expect(await checkRestore(await write('unnamed', lines(`@${when}`)), options)).toMatchObject({ rows: 1 })
  await expect(checkRestore(await write('later', lines('@4102444800000')), options)).rejects.toThrow('newer release')
  await expect(checkRestore(await write('newer', lines('9999_later')), options)).rejects.toThrow('newer release')
  for (const [name, wrong] of Object.entries({
    end: all.slice(0, -1),
    row: all.with(2, '["b"]'),
    count: all.toSpliced(2, 0, row),
    table: all.toSpliced(1, 3),
  }))
    await expect(checkRestore(await write(name, wrong), options), name).rejects.toThrow('damaged')
})

describe.each(drawnEngines())('a backup of a running server, on %s', (engine: Engine) => {
  let app: App
  let terminal: Terminal
  const path = join(folder, `${engine}.backup`)
  const target = `restored_${engine}_${process.pid}`
  const restoredUrl = () => (engine === 'postgres' ? `${inject('postgres')}/${target}` : '')
  const env = { BACKUP_PASSPHRASE: PASSPHRASE }
  let before = ''
  beforeAll(async () => {
    app = await openApp({ engine })
    // As a server does: two processes on one embedded database lose rows.
    if (engine === 'embedded') lockFolder(app.deps.config.dataDir)
    terminal = await openTerminal(app)
    const { accessToken } = await signUpMember(app)
    // Rows whose text is delicate, and a picture.
    await app.call(insertInquiry, {
      body: { email: 'a@mail.example', content: 'Zoë “釜山” {1,"x"}, \\N \\ NULL\n\tline two 🙂\u2028three\u2029' },
    })
    expect((await upload(app, { token: accessToken, bytes: await picture() })).status.code).toBe('200')
    if (engine === 'postgres') await admin(`create database ${target}`)
  })
  afterAll(async () => {
    await app.close()
    if (engine === 'postgres') await admin(`drop database if exists ${target} with (force)`)
  })
  const dataDir = (name: string) => join(folder, `${engine}-${name}`)
  const restore = (file: string, name: string, overrides: Record<string, string> = {}) =>
    terminal.command('backup', ['restore', file], {
      env: { ...env, DATA_DIR: dataDir(name), DATABASE_URL: restoredUrl(), ...overrides },
    })
  const opened = async <T>(name: string, work: (db: App['deps']['db']) => Promise<T>): Promise<T> => {
    const connected = await connect({ databaseUrl: restoredUrl() || null, dataDir: dataDir(name) }, silent)
    try {
      return await work(connected.db)
    } finally {
      await connected.close()
    }
  }

  test('is refused without a passphrase, without a file name, over an existing file, and to strangers', async () => {
    expect(await terminal.command('backup', ['create', path])).toMatchObject({
      code: 1,
      text: expect.stringContaining('BACKUP_PASSPHRASE') as string,
    })
    expect((await terminal.command('backup', ['create', path], { env: { BACKUP_PASSPHRASE: 'short' } })).text).toBe(
      'BACKUP_PASSPHRASE must have at least 16 characters.',
    )
    expect((await terminal.command('backup', ['create'], { env })).text).toContain('Which file?')
    writeFileSync(path, 'not ours')
    expect((await terminal.command('backup', ['create', path], { env })).text).toContain('exists already')
    expect(readFileSync(path, 'utf8')).toBe('not ours')
    rmSync(path)
    expect((await app.app.inject('/operator/backup')).statusCode).toBe(401)
    expect(readdirSync(folder).filter((name) => name.startsWith(`${engine}.`))).toEqual([])
  })

  test('is one file that only its owner may read and that shows nothing, with all rows of one moment', async () => {
    before = await dumpOf(app.deps.db)
    const { code, text } = await terminal.command('backup', ['create', path], { env })
    expect({ code, text }).toMatchObject({ code: 0 })
    expect(text).toMatch(/\d+ rows of \d+ tables at schema \d{4}_\w+, as of /)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(app.deps.config.dataDir).filter((name) => name.includes('backup'))).toEqual([])
    expect(readFileSync(path).includes('mail.example')).toBe(false)
    const { rows } = await readBackup(path, PASSPHRASE)
    expect(rows).toBeGreaterThan(400)
  })

  test('names a migration of a newer release by its time, and the one before it by its name', async () => {
    const { db } = app.deps
    const schemaOf = async (): Promise<string> => {
      let schema = ''
      const nothing = () => Promise.resolve()
      await readAll(db, { begin: async (version) => void (schema = version), table: nothing, rows: nothing })
      return schema
    }
    expect(await schemaOf()).toBe(JOURNAL.entries.at(-1)?.tag)
    const later = 4_102_444_800_000
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`)
    expect(await schemaOf()).toBe(`@${later}`)
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`)
  })

  if (engine === 'postgres')
    test('has no file in the data folder while it waits, and none after it failed', async () => {
      const { db } = app.deps
      const spool = mkdtempSync(join(folder, 'spool-'))
      writeFileSync(join(spool, 'backup-4711.part'), 'of an earlier release that was killed')
      const waiting = sql`select pid from pg_locks where not granted and mode = 'AccessShareLock' and relation = 'inquiry'::regclass`
      await app.connected.withDedicatedConnection((apart) =>
        apart.transaction(async (tx) => {
          await tx.execute(sql`lock table inquiry in access exclusive mode`)
          const spooling = spoolTables({ db, objects: null }, spool, 0)
          const failure = expect(spooling).rejects.toThrow()
          let pid: unknown
          while ((pid = (await tx.execute(waiting)).rows[0]?.pid) === undefined);
          expect(readdirSync(spool)).toEqual([])
          await tx.execute(sql`select pg_cancel_backend(${pid}::int)`)
          await failure
          expect(readdirSync(spool)).toEqual([])
        }),
      )
    })

  test('is refused when it is damaged, opened with another passphrase, newer, or its target is in use', async () => {
    const bytes = readFileSync(path)
    const damaged = join(folder, `${engine}.damaged`)
    writeFileSync(damaged, bytes.subarray(0, -100))
    expect((await restore(damaged, 'damaged')).text).toContain('damaged')
    expect((await restore(path, 'wrong', { BACKUP_PASSPHRASE: 'another passphrase of mine' })).text).toContain(
      'BACKUP_PASSPHRASE is not the one',
    )
    expect((await restore(join(folder, 'nowhere'), 'none')).text).toContain('There is no file')
    for (const name of ['damaged', 'wrong', 'none']) expect(existsSync(dataDir(name))).toBe(false)
    mkdirSync(dataDir('used'))
    writeFileSync(join(dataDir('used'), 'ours'), '')
    if (engine === 'embedded') expect((await restore(path, 'used')).text).toContain('is not empty')
    else {
      const { databaseUrl } = app.deps.config
      expect((await restore(path, 'used', { DATABASE_URL: databaseUrl ?? '' })).text).toContain('is not empty')
    }
    expect((await restore(path, 'key', { SECRET_KEY: 'k3Wq0x9yTn5cV7bM2sLd8fGhJ1aZ4pRuE6iOoXvBt+Q=' })).text).toContain(
      'SECRET_KEY is not that of the backup',
    )
  })

  test('is restored row by row, with the secret, in production too', async () => {
    const { code, text } = await restore(path, 'restored', {
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      ALLOW_SANDBOX: '1',
      SECRET_KEY: '',
    })
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('Restored') as string })
    expect(text.includes('Set its content as SECRET_KEY for all servers')).toBe(engine === 'postgres')
    const lines = (dump: string): string[] => dump.split('\n').toSorted()
    expect(lines(await opened('restored', dumpOf))).toEqual(lines(before))
    const secretOf = (from: string): string => readFileSync(join(from, 'keys', 'secret'), 'utf8')
    expect(secretOf(dataDir('restored'))).toBe(secretOf(app.deps.config.dataDir))
    expect(statSync(join(dataDir('restored'), 'keys', 'secret')).mode & 0o777).toBe(0o600)
    expect((await restore(path, 'restored')).text).toContain('is not empty')
  })
})
