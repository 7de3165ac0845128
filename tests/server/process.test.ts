import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { seedDataFolder } from '../harness/app.ts'
import { launch, ready, ROOT, write, type ServerProcess } from '../harness/process.ts'
import { freePort } from '../../scripts/freePort.ts'

const SLOW_MS = 120_000

describe('a server process and its data folder', () => {
  let dataDir: string
  const started: ServerProcess[] = []
  const start = (script = 'server/main.ts', env = {}): ServerProcess => {
    const running = launch(script, dataDir, env)
    started.push(running)
    return running
  }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'harbor-process-'))
  })
  afterEach(async () => {
    for (const { child, exitCode } of started.splice(0)) {
      child.kill('SIGKILL')
      await exitCode
    }
    await stopGateway({ config: { dataDir } })
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'harbor' }],
    ['SECRET_KEY', { SECRET_KEY: 'c2hvcnQ=' }],
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['sandbox', { NODE_ENV: 'production', ALLOW_EMBEDDED: '1' }],
  ])(
    'refuses a wrong %s with a one-line message, before anything is written',
    async (word, env) => {
      const running = start('server/main.ts', env)
      expect(await running.exitCode).toBe(1)
      expect(running.output().trim().split('\n')).toHaveLength(1)
      expect(running.output()).toContain(word)
      expect(readdirSync(dataDir)).toEqual([])
    },
    SLOW_MS,
  )

  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const readOnly = (path: string) => [
    'unshare',
    ...(process.getuid?.() === 0 ? ['-m'] : ['-rm']),
    'sh',
    '-c',
    `mount -t tmpfs -o ro tmpfs "${path}" && exec "$0" "$@"`,
  ]
  /** Whether the command works here, and whoever it becomes may read the project (a private folder may be closed). */
  const runs = (wrapper: string[]): boolean =>
    spawnSync(wrapper[0] ?? '', [...wrapper.slice(1), 'test', '-r', 'server/main.ts']).status === 0
  const noWrapper = (): string[] => []
  const aFile = (): string => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    return file
  }
  const ownFolder = (): string => {
    const own = join(dataDir, 'own')
    mkdirSync(own, { mode: 0o700 })
    return own
  }
  /** What is wrong with the data folder, its path, the message, and the command that causes it. */
  const unusable: [what: string, folder: () => string, reason: RegExp, wrapper: () => string[]][] = [
    ['is a file', aFile, /is a file/, noWrapper],
    ['lies below a file', () => join(aFile(), 'below'), /below a file/, noWrapper],
    ['belongs to another user', ownFolder, /may not be written/, () => asNobody],
    ['would lie in the folder of another user', () => join(ownFolder(), 'data'), /may not be written/, () => asNobody],
    ['is read-only', () => dataDir, /may only be read/, () => readOnly(dataDir)],
    ['would lie in a read-only folder', () => join(dataDir, 'data'), /may only be read/, () => readOnly(dataDir)],
  ]
  test.for(unusable)(
    'refuses a data folder that %s with a one-line message that names it',
    { timeout: SLOW_MS },
    async ([, folderOf, reason, wrapperOf], context) => {
      const wrapper = wrapperOf()
      if (wrapper.length > 0 && !runs(wrapper))
        context.skip('This system lets no test become another user or mount a disk.')
      const folder = folderOf()
      const running = launch('server/main.ts', folder, {}, wrapper)
      started.push(running)
      expect(await running.exitCode).toBe(1)
      expect(running.output().trim().split('\n')).toHaveLength(1)
      expect(running.output()).toContain(folder)
      expect(running.output()).toMatch(reason)
    },
  )

  test(
    'refuses a taken port before it creates anything',
    async () => {
      const occupant = createServer()
      await new Promise<void>((resolve) => occupant.listen(0, 'localhost', resolve))
      const { port } = occupant.address() as AddressInfo
      for (const script of ['server/main.ts', 'scripts/start.ts']) {
        const running = start(script, { PORT: String(port) })
        expect(await running.exitCode).toBe(1)
        expect(running.output().trim()).toBe(`Port ${port} is used by another program; choose another with PORT.`)
        expect(readdirSync(dataDir)).toEqual([])
      }
      occupant.close()
    },
    SLOW_MS,
  )

  test(
    'refuses an unreachable, unknown or forbidden database and a damaged secret, each with a one-line message',
    async () => {
      const port = await freePort()
      const postgres = inject('postgres')
      const stranger = new URL(postgres)
      stranger.username = 'nobody'
      stranger.password = 'wrong'
      const damaged = join(dataDir, 'damaged')
      mkdirSync(join(damaged, 'keys'), { recursive: true })
      writeFileSync(join(damaged, 'keys', 'secret'), 'c2hvcnQ=')
      const cases: { env: Record<string, string>; sentence: RegExp; folder?: string }[] = [
        {
          env: { DATABASE_URL: `postgres://127.0.0.1:${port}/harbor` },
          sentence: new RegExp(`^The database at 127\\.0\\.0\\.1:${port} does not answer\\.$`),
        },
        {
          env: { DATABASE_URL: `${postgres}/nowhere` },
          sentence: /^The database refused DATABASE_URL: .*"nowhere".*\.$/,
        },
        {
          env: { DATABASE_URL: `${stranger.href}/postgres` },
          sentence: /^The database refused DATABASE_URL: .*"nobody"\.$/,
        },
        { env: {}, folder: damaged, sentence: /^The secret in .*\/damaged\/keys\/secret is damaged; .*\.$/ },
      ]
      for (const { env, sentence, folder = dataDir } of cases) {
        const running = launch('server/main.ts', folder, env)
        started.push(running)
        expect(await running.exitCode).toBe(1)
        expect(running.output().trim()).toMatch(sentence)
      }
    },
    SLOW_MS,
  )

  test(
    'refuses a second server on the folder with a one-line message, and leaves the first unharmed',
    async () => {
      seedDataFolder(dataDir)
      const first = start()
      const address = await ready(first)
      const dist = join(ROOT, 'dist')
      const builtAt = existsSync(dist) ? statSync(dist).mtimeMs : 0
      const second = start('scripts/start.ts')
      expect(await second.exitCode).toBe(1)
      expect(second.output().trim().split('\n')).toHaveLength(1)
      expect(second.output()).toContain(dataDir)
      expect(existsSync(dist) ? statSync(dist).mtimeMs : 0).toBe(builtAt)
      expect(await write(address, 'The first goes on')).toMatch(/^Q-/)
    },
    SLOW_MS,
  )

  test(
    'keeps every acknowledged write through kill -9, and starts again on the folder',
    async () => {
      seedDataFolder(dataDir)
      const written = new Map<string, string>()
      for (let round = 1; round <= 3; round += 1) {
        const running = start()
        const address = await ready(running)
        for (const [content, number] of written) expect(await write(address, content)).toBe(number)
        // Counted for each round: on a busy machine all twenty answers of a round may arrive.
        let acknowledged = 0
        const writing = Array.from({ length: 20 }, async (_, at) => {
          const content = `Round ${round} letter ${at}`
          const number = await write(address, content)
          written.set(content, number)
          acknowledged += 1
          if (acknowledged === 12) running.child.kill('SIGKILL')
        })
        await Promise.allSettled(writing)
        await running.exitCode
      }
      expect(written.size).toBeGreaterThanOrEqual(36)
      expect(new Set(written.values()).size).toBe(written.size)
    },
    SLOW_MS,
  )

  test(
    'finishes running requests, and stops at SIGTERM',
    async () => {
      const running = start()
      const address = await ready(running)
      await write(address, 'Before the end')
      running.child.kill('SIGTERM')
      expect(await running.exitCode).toBe(0)
      expect(readdirSync(dataDir)).toContain('keys')
      expect(statSync(join(dataDir, 'keys', 'secret')).mode & 0o077).toBe(0)
    },
    SLOW_MS,
  )
})
