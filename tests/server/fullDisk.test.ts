import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog, flushLog } from '#server/log.ts'
import { createLogSink } from '#server/logSink.ts'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { seedDataFolder } from '../harness/app.ts'
import { launch, ready, write, type ServerProcess } from '../harness/process.ts'

const MB = 1024 * 1024
const SLOW_MS = 120_000
/** A device on which every write fails with ENOSPC. */
const FULL = '/dev/full'

let folder: string
let running: ServerProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'full-'))
})
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.exitCode
  running = null
  await stopGateway({ config: { dataDir: folder } })
  rmSync(folder, { recursive: true, force: true })
})

const reads = async (address: string): Promise<number[]> => {
  const paths = ['/healthz', '/api/v1/pass/list', '/api/v1/attraction/list', '/sandbox/mail']
  const answers = await Promise.all(
    paths.map((path) => fetch(`${address}${path}`, { signal: AbortSignal.timeout(60_000) })),
  )
  await Promise.all(answers.map((one) => one.text()))
  return answers.map(({ status }) => status)
}

describe('the log', () => {
  const sizes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size)

  test('is bounded to two files', async () => {
    const sink = createLogSink(join(folder, 'log'), 10_000)
    for (let round = 0; round < 50; round += 1) {
      for (let nth = 0; nth < 13; nth += 1) sink.write(`${JSON.stringify({ round, nth, text: 'x'.repeat(60) })}\n`)
      await new Promise<void>((resolve) => sink.flush(resolve))
    }
    expect(sizes()).toHaveLength(2)
    for (const size of sizes()) expect(size).toBeLessThan(12_000)
    const last = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n').at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({ round: 49, nth: 12 })
  })

  test('appends to the file of an earlier process', async () => {
    for (const text of ['first', 'second']) {
      const sink = createLogSink(join(folder, 'log'))
      sink.write(`${text}\n`)
      await new Promise<void>((resolve) => sink.flush(resolve))
    }
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\nsecond\n')
  })

  test('drops lines while the disk is full, and reports their number afterwards', async () => {
    const path = join(folder, 'log')
    symlinkSync(FULL, path)
    const log = createLog(path)
    for (let nth = 0; nth < 7; nth += 1) {
      log.info('lost')
      await flushLog(log)
    }
    expect(statSync(FULL).isFile()).toBe(false)
    rmSync(path)
    log.info('kept')
    await flushLog(log)
    const [notice = '', entry = ''] = readFileSync(path, 'utf8').split('\n')
    expect(JSON.parse(notice)).toMatchObject({ level: 40, count: 7, msg: 'log lines were dropped' })
    expect(JSON.parse(entry)).toMatchObject({ msg: 'kept' })
  })

  test('drops lines when writing is too slow, to bound memory', async () => {
    const path = join(folder, 'log')
    const sink = createLogSink(path)
    for (let nth = 0; nth < 3; nth += 1) sink.write(`${'x'.repeat(600_000)}\n`)
    await new Promise<void>((resolve) => sink.flush(resolve))
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines.map(({ length }) => length).toSorted((x, y) => y - x)[0]).toBe(600_000)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ count: 2 })
  })
})

test(
  'a server whose log cannot be written answers, and stops at SIGTERM',
  async () => {
    seedDataFolder(folder)
    symlinkSync(FULL, join(folder, 'server.log'))
    running = launch('server/main.ts', folder)
    const address = await ready(running)
    expect(await write(address, 'Nobody writes this down')).toMatch(/^Q-/)
    for (let round = 0; round < 5; round += 1) expect(await reads(address)).toEqual([200, 200, 200, 200])
    running.child.kill('SIGTERM')
    expect(await running.exitCode).toBe(0)
    expect(running.output()).not.toContain('ENOSPC')
  },
  SLOW_MS,
)

/** A small file system that only the started process and its children can see. */
const SIZE_MB = 260
const withDisk = (at: string): string[] => [
  'unshare',
  ...(process.getuid?.() === 0 ? ['-m'] : ['-rm']),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${SIZE_MB}m tmpfs "${at}" && exec "$0" "$@"`,
]
const [tool = '', ...args] = withDisk('/mnt')
const canMount = spawnSync(tool, [...args, 'true']).status === 0

test.runIf(canMount)(
  'a server whose disk is full still reads, and stops at SIGTERM (needs a user that may mount)',
  async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    running = launch('server/main.ts', disk, {}, withDisk(disk))
    const address = await ready(running)
    expect(await write(address, 'While there is room')).toMatch(/^Q-/)
    // The disk as the server sees it.
    const insidePath = join('/proc', String(running.child.pid), 'root', disk)
    const ballast = openSync(join(insidePath, 'ballast'), 'w')
    const fill = () => {
      for (const bytes of [Buffer.alloc(MB), Buffer.alloc(4096), Buffer.alloc(1)])
        try {
          for (;;) writeSync(ballast, bytes)
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
        }
    }
    fill()
    expect(statfsSync(insidePath).bavail).toBe(0)
    const written = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => write(address, `Letter ${nth}`)))
    expect(written).toHaveLength(20)
    for (let round = 0; round < 10; round += 1) {
      expect(await reads(address)).toEqual([200, 200, 200, 200])
      fill()
    }
    expect(statfsSync(insidePath).bavail).toBe(0)
    const gateway = JSON.parse(readFileSync(join(insidePath, 'gateway', 'process.json'), 'utf8')) as { pid: number }
    running.child.kill('SIGTERM')
    expect(await running.exitCode).toBe(0)
    closeSync(ballast)
    expect(() => process.kill(gateway.pid, 0)).toThrow('ESRCH')
  },
  SLOW_MS,
)
