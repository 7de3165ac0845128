import autocannon from 'autocannon'
import { hashPassword } from '#server/modules/session/hash.ts'
import { enlist, fill } from './fill.ts'
import { serving } from './server.ts'

/** What people who sign in cost those who read: the catalogue at a fixed rate, alone and beside sign-ins flat out. */

const RATE = 500
const READERS = 20
const VISITORS = 16
const SECONDS = 5
const PASSWORD = 'Haeundae-2026!'

/** Members who can sign in; their addresses. */
const joined = (folder: string): Promise<string[]> =>
  fill(folder, async (db) => {
    const rows = await enlist(db, VISITORS, { passwordHash: await hashPassword(PASSWORD) })
    return rows.map(({ email }) => email)
  })

/** p99 of the catalogue in ms. Every answer has to come, and be one. */
const read = async (port: number): Promise<number> => {
  const result = await autocannon({
    url: `http://localhost:${port}`,
    connections: READERS,
    duration: SECONDS,
    overallRate: RATE,
    requests: [{ path: '/api/v1/attraction/list?pageSize=10' }],
  })
  if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`${result.non2xx} answers were refusals`)
  return result.latency.p99
}

/** Signs in, each visitor again as soon as they are in, until `end` says so; how often. */
const signIns = async (port: number, emails: string[], end: () => boolean): Promise<number> => {
  let count = 0
  await Promise.all(
    emails.map(async (id) => {
      while (!end()) {
        const response = await fetch(`http://localhost:${port}/api/v1/account/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id, password: PASSWORD }),
        })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`a sign-in was answered with ${response.status}`)
        count += 1
      }
    }),
  )
  return count
}

/** p99 beside sign-ins over p99 alone, one round after the other; and sign-ins a second. */
export const loginRates = (rounds: number): Promise<{ ratio: number[]; perSecond: number[] }> =>
  serving({
    prepare: joined,
    work: async ([port = 0], emails) => {
      const found: { ratio: number[]; perSecond: number[] } = { ratio: [], perSecond: [] }
      await read(port)
      for (let round = 0; round < rounds; round += 1) {
        const alone = await read(port)
        let over = false
        const began = performance.now()
        const visitors = signIns(port, emails, () => over)
        const beside = await read(port)
        over = true
        const count = await visitors
        found.ratio.push(beside / Math.max(1, alone))
        found.perSecond.push(count / ((performance.now() - began) / 1000))
        console.log(`round ${round + 1}: catalogue p99 ${alone} ms alone, ${beside} ms beside ${count} sign-ins`)
      }
      return found
    },
  })
