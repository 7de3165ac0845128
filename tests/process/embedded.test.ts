import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connected } from '#server/db/connect.ts'
import { createLog } from '#server/log.ts'

const MB = 1024 * 1024

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  let connected: Connected
  beforeAll(async () => {
    connected = await connect({ databaseUrl: null, dataDir: folder }, createLog(join(folder, 'log')))
  })
  afterAll(async () => {
    await connected.close()
    rmSync(folder, { recursive: true })
  })

  test('runs transactions that pipeline their statements one after the other', async () => {
    const { db } = connected
    const both = (nth: number) =>
      db.transaction(async (tx) => {
        const answers = await Promise.all([
          tx.execute<{ n: number }>(sql`select ${nth}::int as n`),
          tx.execute<{ n: number }>(sql`select ${nth + 1}::int as n`),
        ])
        return answers.map(({ rows }) => rows[0]?.n)
      })
    const numbers = Array.from({ length: 40 }, (_, nth) => nth)
    expect(await Promise.all(numbers.map(both))).toEqual(numbers.map((nth) => [nth, nth + 1]))
  })

  test('releases the memory of its answers', async () => {
    const ask = async (times: number) => {
      for (let time = 0; time < times; time += 1) await connected.db.execute(sql`select repeat('x', ${MB}::int)`)
    }
    // Answers are garbage of this thread until they are collected, which a busy machine delays.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = (): number => {
      collect()
      return process.memoryUsage().rss / MB
    }
    await ask(50)
    const before = used()
    await ask(400)
    const until = performance.now() + 20_000
    while (used() - before >= 250 && performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
    expect(used() - before).toBeLessThan(250)
  })

  test('frees no compiled code, which can abort the process', async () => {
    const ownFolder = mkdtempSync(join(tmpdir(), 'embedded-'))
    const child = join(import.meta.dirname, 'embeddedChild.ts')
    const { stdout } = await promisify(execFile)(process.execPath, ['--trace-wasm-code-gc', child, ownFolder])
    rmSync(ownFolder, { recursive: true })
    expect(stdout).not.toContain('[wasm-gc]')
  })
})
