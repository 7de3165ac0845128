import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { hashPassword } from '#server/modules/session/passwordHash.ts'
import { httpRequest } from '#server/outside/httpRequest.ts'
import { insertMembers, fill } from './fill.ts'
import { withServers } from './server.ts'

/** How much sign-ins slow down reads: the catalogue at a fixed rate, alone and beside sign-ins at full speed. */

const RATE = 500
const VISITORS = 16
const SECONDS = 5
const PASSWORD = 'Haeundae-2026!'

/** Inserts members with a password and returns their email addresses. */
const insertSignInMembers = (folder: string): Promise<string[]> =>
  fill(folder, async (db) => {
    const rows = await insertMembers(db, VISITORS, { passwordHash: await hashPassword(PASSWORD) })
    return rows.map(({ email }) => email)
  })

/** Starts a worker thread, so that reads and sign-ins do not block each other. `result` resolves with its message. */
const begin = (file: string, workerData: unknown): { thread: Worker; result: Promise<number> } => {
  const thread = new Worker(new URL(file, import.meta.url), { workerData })
  return { thread, result: once(thread, 'message').then(([value]) => Number(value)) }
}

/** p99 of the catalogue at the fixed rate, ms. */
const read = (port: number): Promise<number> =>
  begin('reader.ts', { port, path: '/api/v1/attraction/list?pageSize=10', rate: RATE, seconds: SECONDS }).result

/** Signs visitors in until the returned function is called; it resolves with the number of sign-ins. */
const signIns = (port: number, emails: string[]): (() => Promise<number>) => {
  const { thread, result } = begin('signIns.ts', { port, emails, password: PASSWORD })
  return () => {
    thread.postMessage('over')
    return result
  }
}

/** Measures, round by round, the p99 beside sign-ins divided by the p99 alone, and the sign-ins per second. */
export const loginRates = (rounds: number): Promise<{ ratio: number[]; perSecond: number[] }> =>
  withServers({
    prepare: insertSignInMembers,
    work: async ([port = 0], emails) => {
      const samples: { ratio: number[]; perSecond: number[] } = { ratio: [], perSecond: [] }
      for (let round = 0; round <= rounds; round += 1) {
        const alone = await read(port)
        const began = performance.now()
        const end = signIns(port, emails)
        const beside = await read(port)
        const count = await end()
        // The first round warms up.
        if (round === 0) continue
        samples.ratio.push(beside / alone)
        samples.perSecond.push(count / ((performance.now() - began) / 1000))
        console.log(
          `round ${round}: catalogue p99 ${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside ${count} sign-ins`,
        )
      }
      return samples
    },
  })

/** Sequential sign-ins of a round on a busy machine. */
const BUSY_SIGN_INS = 100

/** Runs `work` while other processes keep every processor busy. */
const whileBusy = async <T>(work: () => Promise<T>): Promise<T> => {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, [new URL('burner.ts', import.meta.url).pathname], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const burner of burners) burner.kill('SIGKILL')
  }
}

/** p99 of sign-ins while other processes keep every processor busy, ms, round by round. */
export const busySignIns = (rounds: number): Promise<number[]> =>
  withServers({
    prepare: insertSignInMembers,
    work: async ([port = 0], emails) => {
      const signIn = async (nth: number): Promise<number> => {
        const began = performance.now()
        const { status } = await httpRequest(`http://localhost:${port}/api/v1/account/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: emails[nth % emails.length], password: PASSWORD }),
          timeoutMs: 30_000,
        })
        if (status !== 200) throw new Error(`a sign-in was answered with ${status}`)
        return performance.now() - began
      }
      await signIn(0)
      const slowestMs: number[] = []
      for (let round = 1; round <= rounds; round += 1) {
        const times = await whileBusy(async () => {
          const all: number[] = []
          for (let nth = 0; nth < BUSY_SIGN_INS; nth += 1) all.push(await signIn(nth))
          return all.toSorted((a, b) => a - b)
        })
        slowestMs.push(times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN)
        const [middle] = times.slice(Math.floor(times.length / 2))
        console.log(
          `round ${round}: sign-in p50 ${middle?.toFixed(0)} ms, p99 ${slowestMs.at(-1)?.toFixed(0)} ms while busy`,
        )
      }
      return slowestMs
    },
  })
