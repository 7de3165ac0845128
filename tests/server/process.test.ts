import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SLOW_MS = 120_000

interface Running {
  child: ChildProcess
  said: () => string
  ended: Promise<number | null>
}

/** A server of its own, as `npm start` runs it. */
const launch = (script: string, dataDir: string, env: Record<string, string> = {}): Running => {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', PAYMENT_SANDBOX_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, said: () => text, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/** Resolves with the address once the server says that it is ready. */
const ready = (running: Running): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const address = /ready at (http:\S+)/.exec(running.said())?.[1]
      if (address) resolve(address)
    }
    running.child.stdout?.on('data', look)
    void running.ended.then(() => reject(new Error(running.said())))
  })

const write = async (address: string, content: string): Promise<string> => {
  const answer = await fetch(`${address}/api/v1/inquiry/insertInquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${content.replaceAll(' ', '-')}` },
    body: JSON.stringify({ email: 'guest@mail.example', content }),
  })
  return ((await answer.json()) as { data: { number: string } }).data.number
}

describe('one process and its folder', () => {
  let dataDir: string
  const started: Running[] = []
  const start = (script = 'server/main.ts', env = {}): Running => {
    const running = launch(script, dataDir, env)
    started.push(running)
    return running
  }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'harbor-process-'))
  })
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    await stopGateway({ config: { dataDir } })
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'harbor' }],
    ['SECRET_KEY', { SECRET_KEY: 'c2hvcnQ=' }],
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['sandbox', { NODE_ENV: 'production', ALLOW_EMBEDDED: '1' }],
  ])(
    'refuses a wrong %s with one sentence, before anything is written',
    async (word, env) => {
      const running = start('server/main.ts', env)
      expect(await running.ended).toBe(1)
      expect(running.said().trim().split('\n')).toHaveLength(1)
      expect(running.said()).toContain(word)
      expect(readdirSync(dataDir)).toEqual([])
    },
    SLOW_MS,
  )

  it(
    'refuses a second server on the folder in one sentence, and leaves the first unharmed',
    async () => {
      const first = start()
      const address = await ready(first)
      const dist = join(ROOT, 'dist')
      const builtAt = existsSync(dist) ? statSync(dist).mtimeMs : 0
      const second = start('scripts/start.ts')
      expect(await second.ended).toBe(1)
      expect(second.said().trim().split('\n')).toHaveLength(1)
      expect(second.said()).toContain(dataDir)
      expect(existsSync(dist) ? statSync(dist).mtimeMs : 0).toBe(builtAt)
      expect(await write(address, 'The first goes on')).toMatch(/^Q-/)
    },
    SLOW_MS,
  )

  it(
    'keeps every acknowledged write through kill -9, and starts again on the folder',
    async () => {
      const written = new Map<string, string>()
      for (let round = 1; round <= 3; round += 1) {
        const running = start()
        const address = await ready(running)
        for (const [content, number] of written) expect(await write(address, content)).toBe(number)
        const writing = Array.from({ length: 20 }, async (_, at) => {
          const content = `Round ${round} letter ${at}`
          const number = await write(address, content)
          written.set(content, number)
          if (written.size === round * 12) running.child.kill('SIGKILL')
        })
        await Promise.allSettled(writing)
        await running.ended
      }
      expect(written.size).toBeGreaterThanOrEqual(36)
      expect(new Set(written.values()).size).toBe(written.size)
    },
    SLOW_MS,
  )

  it(
    'answers what it has begun, and stops at SIGTERM',
    async () => {
      const running = start()
      const address = await ready(running)
      await write(address, 'Before the end')
      running.child.kill('SIGTERM')
      expect(await running.ended).toBe(0)
      expect(readdirSync(dataDir)).toContain('keys')
      expect(statSync(join(dataDir, 'keys', 'secret')).mode & 0o077).toBe(0)
    },
    SLOW_MS,
  )
})
