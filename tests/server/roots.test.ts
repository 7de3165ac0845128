import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { myPage } from '#contract/calls/mypage.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { rootSecret, signingKey } from '#server/db/schema/signingKey.ts'
import { operatorOf, operatorToken } from '#server/http/operatorToken.ts'
import { newestRoot, openKeys, readRootSecret, writeRootSecret } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { walletCode } from '#server/modules/admission/walletCode.ts'
import {
  checkRestore,
  restoreBackup,
  settingsSentence,
  tableLines,
  writeBackup,
} from '#server/modules/backup/service.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { findCard } from '#server/modules/card/service.ts'
import { reseal } from '#server/modules/key/reseal.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { createPush } from '#server/outside/push/webPush.ts'
import { ConfigError } from '#server/settings.ts'
import { openApp, type OpenOptions } from '../harness/app.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'
import { killAtOutput } from '../harness/process.ts'

/** The file and the settings of the root secrets, several servers, a crash, and backups (decision 0347). */

const folder = mkdtempSync(join(tmpdir(), 'harbor-roots-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bytesOf = (nth: number): Buffer => Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + nth * 11) % 256))
const FIRST = bytesOf(1).toString('base64')
const SECOND = bytesOf(2).toString('base64')
const silent = pino({ level: 'silent' })

describe('the file of the roots', () => {
  let dataDir = ''
  const path = () => join(dataDir, 'keys', 'secret')
  const write = (text: string): void => writeFileSync(path(), text, { mode: 0o644 })
  const opened = () => openKeys({ secretKey: null, dataDir })
  beforeEach(() => {
    dataDir = mkdtempSync(join(folder, 'file-'))
    mkdirSync(join(dataDir, 'keys'))
  })

  test.each([
    ['empty', ''],
    ['too short', bytesOf(1).subarray(1).toString('base64')],
    ['cut off in its last line', `${FIRST}\nformer ${SECOND.slice(0, 20)}`],
    ['without its first line', `\nformer ${SECOND}`],
  ])('is refused when it is %s', (_, text) => {
    write(text)
    expect(opened).toThrow(ConfigError)
    expect(readFileSync(path(), 'utf8')).toBe(text)
  })

  test('of one line is the one root of earlier releases, also when base64 is wrapped, and stays as it is', () => {
    write(FIRST)
    const one = opened()
    expect(one.roots).toHaveLength(1)
    expect(one.secret('cert').equals(newestRoot(one).secret('cert'))).toBe(true)
    expect(readFileSync(path(), 'utf8')).toBe(FIRST)
    expect(statSync(path()).mode & 0o777).toBe(0o600)

    const long = Buffer.concat([bytesOf(1), bytesOf(2), bytesOf(3)])
    const wrapped = long.toString('base64').replaceAll(/(.{64})/g, '$1\n')
    write(wrapped)
    expect(opened().roots.map(({ id }) => id)).toEqual(
      openKeys({ secretKey: long.toString('base64'), dataDir }).roots.map(({ id }) => id),
    )
  })

  test('gets a root as its first line in one step, and reads those of another process', () => {
    write(FIRST)
    const [one, second] = [opened(), opened()]
    const before = newestRoot(one)
    const added = one.addRoot?.()
    expect(one.roots.map(({ id }) => id)).toEqual([added?.id, before.id])
    // Nothing signs with it before the database says so.
    expect(one.secret('cert').equals(before.secret('cert'))).toBe(true)
    expect(readFileSync(path(), 'utf8')).toMatch(
      new RegExp(`^[\\w+/]{43}=\\nformer ${FIRST.replaceAll(/[+/]/g, '\\$&')}$`),
    )
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['secret'])
    expect(second.roots).toHaveLength(1)
    second.reread()
    expect(second.roots.map(({ id }) => id)).toEqual(one.roots.map(({ id }) => id))

    write('damaged')
    expect(() => second.reread()).toThrow(ConfigError)
    rmSync(path())
    second.reread()
    expect(second.roots).toHaveLength(2)
  })

  test('is written whole by a restore, and never over another root', () => {
    const both = `${SECOND}\nformer ${FIRST}`
    writeRootSecret(dataDir, both)
    expect(readFileSync(path(), 'utf8')).toBe(both)
    writeRootSecret(dataDir, FIRST)
    expect(readFileSync(path(), 'utf8')).toBe(both)
    expect(() => writeRootSecret(dataDir, bytesOf(3).toString('base64'))).toThrow(ConfigError)
    expect(readRootSecret({ secretKey: null, dataDir })).toBe(both)
    expect(readRootSecret({ secretKey: SECOND, formerSecretKeys: [FIRST], dataDir })).toBe(both)
  })
})

describe('roots on several servers', () => {
  const opened: { close: () => Promise<void> }[] = []
  const time = { now: Date.now() }
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close()
  })
  const open = async (options: Partial<OpenOptions> = {}): Promise<App> => {
    const app = await openApp({ engine: 'postgres', clock: () => time.now, ...options })
    opened.push(app)
    return app
  }
  const openBeside = ({ deps }: App, env: Record<string, string> = {}, clock = () => time.now) => {
    const { dataDir, databaseUrl } = deps.config
    return open({ existing: { dataDir, databaseUrl }, env, clock })
  }
  const rotate = async ({ app, deps }: App) => {
    const authorization = `Bearer ${await operatorToken(deps.keys, time.now)}`
    const answer = await app.inject({ method: 'POST', url: '/operator/keys/root', headers: { authorization } })
    return { status: answer.statusCode, ...answer.json<{ id?: string; sentence?: string }>() }
  }
  const revoke = async ({ app, deps }: App, rootId = '') => {
    const authorization = `Bearer ${await operatorToken(deps.keys, time.now)}`
    const url = `/operator/keys/root-${rootId}`
    return (await app.inject({ method: 'DELETE', url, headers: { authorization } })).statusCode
  }
  const sealedAt = async ({ deps }: App) => (await deps.db.select().from(rootSecret)).map((root) => root.sealedAt)
  const followKeys = ({ deps }: App) => keyLoop.run(deps, new AbortController().signal)
  const isReady = async ({ app }: App) => (await app.inject('/readyz')).statusCode === 200
  const isSignedIn = async (app: App, token: string) => (await app.call(myPage, { token })).http === 200

  test('a server on the same folder knows the next root before it signs, and follows it', async () => {
    const one = await open()
    const second = await openBeside(one)
    expect((await rotate(one)).status).toBe(200)
    // By a token of the next root, which the terminal makes at once.
    const token = await operatorToken(one.deps.keys, time.now)
    expect(await operatorOf(second.deps.keys, token, time.now)).toBeNull()
    await followKeys(second)
    expect(await operatorOf(second.deps.keys, token, time.now)).toBe('terminal')
    expect(await isReady(second)).toBe(true)

    time.now += MINUTE_MS
    await followKeys(one)
    const member = await signUpMember(one)
    expect(await isSignedIn(second, member.accessToken)).toBe(true)
    await followKeys(second)
    expect(second.deps.keys.ring.signingRoot).toBe(one.deps.keys.roots[0]?.id)
  })

  test('with settings, the command waits for a new SECRET_KEY, and a server without it gets no visitors', async () => {
    const one = await open()
    const present = readFileSync(join(one.deps.config.dataDir, 'keys', 'secret'), 'utf8')
    const before = await openBeside(one, { SECRET_KEY: present })
    const refused = await rotate(before)
    expect([refused.status, refused.sentence]).toEqual([409, expect.stringContaining('SECRET_KEY_FORMER')])
    expect(await one.deps.db.$count(rootSecret)).toBe(0)

    const env = { SECRET_KEY: SECOND, SECRET_KEY_FORMER: present }
    const after = await openBeside(one, env)
    // Until the command, the former key signs: servers that do not know the new one read everything.
    const member = await signUpMember(after)
    expect(await isSignedIn(before, member.accessToken)).toBe(true)
    expect((await rotate(after)).status).toBe(200)
    await followKeys(before)
    expect([await isReady(before), await isReady(after)]).toEqual([false, true])
    await expect(openBeside(one, { SECRET_KEY: present })).rejects.toThrow(/SECRET_KEY and SECRET_KEY_FORMER/)
    time.now += MINUTE_MS
    await followKeys(after)
    expect(await isSignedIn(await openBeside(one, env), (await signIn(after, member)).accessToken)).toBe(true)

    // The server that lacks the new key seals nothing, and accepts nothing under the former one once it is revoked.
    time.now += MINUTE_MS
    await followKeys(before)
    await reseal(before.deps)
    expect(await sealedAt(one)).toEqual([null, null])
    await reseal(after.deps)
    expect(await sealedAt(one)).toEqual([null, time.now])
    const former = await operatorToken(before.deps.keys, time.now)
    expect(await operatorOf(before.deps.keys, former, time.now)).toBe('terminal')
    expect(await revoke(after, newestRoot(before.deps.keys).id)).toBe(200)
    await followKeys(before)
    expect(await operatorOf(before.deps.keys, former, time.now)).toBeNull()
    expect(() => walletCode(before.deps, randomUUID())).toThrow('every root of this server is revoked')
  })

  test('a server whose clock is behind signs nothing under a revoked root', async () => {
    const one = await open()
    const behind = await openBeside(one, {}, () => time.now - HOUR_MS)
    const first = newestRoot(one.deps.keys)
    expect(behind.deps.keys.secret('cert').equals(first.secret('cert'))).toBe(true)
    expect(await revoke(one, first.id)).toBe(200)
    await followKeys(behind)
    const next = newestRoot(behind.deps.keys)
    expect(next.id).not.toBe(first.id)
    expect(behind.deps.keys.secret('cert').equals(next.secret('cert'))).toBe(true)
  })

  test('pushes are signed by the first root, also where former keys are set in another order', async () => {
    const one = await open()
    const present = readFileSync(join(one.deps.config.dataDir, 'keys', 'secret'), 'utf8')
    const { publicKey } = createPush(one.deps)
    const after = await openBeside(one, { SECRET_KEY: SECOND, SECRET_KEY_FORMER: present })
    expect(createPush(after.deps).publicKey).toBe(publicKey)
    expect((await rotate(after)).status).toBe(200)
    const swapped = await openBeside(one, { SECRET_KEY: present, SECRET_KEY_FORMER: SECOND })
    expect(createPush(swapped.deps).publicKey).toBe(publicKey)
  })

  test('a kill between the file and the database leaves an installation that works, and the next command goes on', async () => {
    const one = await open()
    const { dataDir, databaseUrl } = one.deps.config
    await killAtOutput('tests/server/rotateChild.ts', dataDir, databaseUrl ?? '')
    const text = readFileSync(join(dataDir, 'keys', 'secret'), 'utf8')
    expect(text).toContain('\nformer ')
    expect(await one.deps.db.$count(rootSecret)).toBe(0)
    expect(await one.deps.db.$count(signingKey)).toBe(0)

    const next = await openBeside(one)
    const member = await signUpMember(next)
    expect(await isSignedIn(one, member.accessToken)).toBe(true)
    expect(await findCard(next.deps, sampleNumber(1, 1))).toMatchObject({ state: 'live' })
    expect((await rotate(next)).id).toBe(`root-${newestRoot(next.deps.keys).id}`)
    expect(readFileSync(join(dataDir, 'keys', 'secret'), 'utf8')).toBe(text)
  })
})

test('a backup has all roots, and a restored installation reads what each has signed and stored', async () => {
  const passphrase = 'correct horse battery staple'
  const app = await openApp({ engine: 'embedded' })
  const { db, config, keys } = app.deps
  const authorization = `Bearer ${await operatorToken(keys, Date.now())}`
  const rotated = await app.app.inject({ method: 'POST', url: '/operator/keys/root', headers: { authorization } })
  expect(rotated.statusCode).toBe(200)
  const member = await signUpMember(app)
  const path = join(folder, 'rotated.backup')
  const readTables = () => tableLines({ db, objects: null }, Date.now())
  await writeBackup(path, { tables: readTables(), passphrase, dataDir: config.dataDir, secretKey: null })
  const text = readFileSync(join(config.dataDir, 'keys', 'secret'), 'utf8')
  // A terminal whose settings lack a root of the database.
  const lacking = join(folder, 'lacking.backup')
  const former = text.split('former ')[1] ?? ''
  for (const secretKey of [SECOND, former])
    await expect(
      writeBackup(lacking, { tables: readTables(), passphrase, dataDir: config.dataDir, secretKey }),
    ).rejects.toThrow(new RegExp(`does not have: .*root-${newestRoot(keys).id}\\..*SECRET_KEY_FORMER`))
  expect(readdirSync(folder).filter((name) => name.startsWith('lacking'))).toEqual([])
  const roots = keys.roots.map(({ id }) => id)
  await app.close()

  const dataDir = join(folder, 'machine')
  const target = { passphrase, dataDir, secretKey: null }
  await expect(checkRestore(path, { ...target, secretKey: SECOND, embedded: true, objects: null })).rejects.toThrow(
    'SECRET_KEY is not that of the backup',
  )
  await expect(checkRestore(path, { ...target, secretKey: former, embedded: true, objects: null })).rejects.toThrow(
    'or SECRET_KEY_FORMER lacks one of it',
  )
  const summary = await checkRestore(path, { ...target, embedded: true, objects: null })
  // As the terminal tells an operator to, with several servers.
  expect(settingsSentence(summary)).toContain('SECRET_KEY_FORMER')
  expect(settingsSentence({ ...summary, secret: FIRST })).toBe('Set its content as SECRET_KEY for all servers.')
  const [secretKey = '', ...formerLines] = text.split('\n')
  const formerSecretKeys = formerLines.map((line) => line.replace('former ', ''))
  await checkRestore(path, { ...target, secretKey, formerSecretKeys, embedded: true, objects: null })
  const connected = await connect({ databaseUrl: null, dataDir }, silent)
  await restoreBackup(path, { ...target, connected })
  await prepareDatabase(connected, { keys: openKeys(target), now: Date.now(), production: false })
  await connected.close()
  expect(readFileSync(join(dataDir, 'keys', 'secret'), 'utf8')).toBe(text)
  expect(existsSync(config.dataDir)).toBe(false)

  const restored = await openApp({ engine: 'embedded', existing: { dataDir, databaseUrl: null } })
  expect(restored.deps.keys.roots.map(({ id }) => id)).toEqual(roots)
  expect((await restored.call(myPage, { token: member.accessToken })).http).toBe(200)
  expect(await findCard(restored.deps, sampleQr(sampleNumber(1, 1)))).toMatchObject({ state: 'live' })
  await restored.close()
})
