import autocannon from 'autocannon'
import { uuidv7 } from 'uuidv7'
import { validUntil } from '#contract/rules/passWindow.ts'
import type { Database } from '#server/db/connect.ts'
import { admission, pass } from '#server/db/schema/pass.ts'
import { openKeys } from '#server/keys.ts'
import { openSession, tokensOf } from '#server/modules/session/service.ts'
import { fill, insertMembers, insertPastMembers } from './fill.ts'
import type { Rate } from './lists.ts'
import { processorMsOf, withServers } from './server.ts'

/** The question that a phone asks every 1.5 s while it shows a code, and the whole one for comparison. */

const CONNECTIONS = 16
const MEMBERS = 200
const PASSES = 4
const ENTRIES = 3
const PAST_MEMBERS = 20_000

/** Inserts a member's passes, each with entries. */
const issue = async (db: Database, memberId: string): Promise<void> => {
  const now = Date.now()
  for (let unit = 0; unit < PASSES; unit += 1) {
    const passUid = uuidv7()
    await db.insert(pass).values({
      passUid,
      ordUid: uuidv7(),
      unit,
      orderNumber: 'HP-BENCH',
      memberId,
      gdsUid: 'pass-48h-mobile',
      passType: '48H',
      medium: 'mobile',
      holder: 'Ana Example',
      windowHours: 48,
      purchasedAt: now,
      validUntil: validUntil(now),
      activatedAt: now,
    })
    for (let nth = 0; nth < ENTRIES; nth += 1)
      await db.insert(admission).values({
        admissionUid: uuidv7(),
        passUid,
        gdsUid: `place-${nth}`,
        group: null,
        at: now + nth,
        gateUid: uuidv7(),
      })
  }
}

interface Phone {
  token: string
  cursor: string
}

/** Asks as fast as the server answers; throws when an answer is no 200. */
const load = async (port: number, pids: number[], phones: Phone[], query: string, seconds: number) => {
  let sent = 0
  const busy = processorMsOf(pids)
  const result = await autocannon({
    url: `http://localhost:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          const { token, cursor } = phones[(sent += 1) % phones.length] ?? { token: '', cursor: '' }
          const path = `/api/v1/sync?cursor=${cursor}${query}`
          return { ...request, path, headers: { authorization: `Bearer ${token}` } }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} answers were no 200`)
  const busyMs = (processorMsOf(pids) - busy) / result.requests.total
  return { perSecond: result.requests.average, p99Ms: result.latency.p99, busyMs }
}

/** `busyMs`: processor time of the server process for one question; the embedded database is in that process. */
export type QuestionRate = Rate & { busyMs: number }

/** Measures questions for the passes alone and whole ones, round by round, on `DATABASE_URL` or embedded. */
export const questionRates = (rounds: number, seconds = 5) =>
  withServers({
    prepare: (folder) =>
      fill(folder, async (db, config) => {
        await insertPastMembers(db, PAST_MEMBERS)
        const deps = { keys: openKeys(config), clock: Date.now }
        const tokens: string[] = []
        for (const { id } of await insertMembers(db, MEMBERS)) {
          await issue(db, id)
          const row = await db.transaction((tx) =>
            openSession(tx, deps, { memberId: id, keep: true, label: null, locale: 'en' }),
          )
          tokens.push((await tokensOf(deps, row)).accessToken)
        }
        return tokens
      }),
    work: async ([port = 0], tokens, pids) => {
      const phones: Phone[] = []
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch(`http://localhost:${port}/api/v1/sync`, { headers })
        phones.push({ token, cursor: ((await answer.json()) as { data: { cursor: string } }).data.cursor })
      }
      await load(port, pids, phones, '&part=passes', 2)
      const rates: Record<'passes' | 'whole', QuestionRate[]> = { passes: [], whole: [] }
      for (let round = 0; round < rounds; round += 1) {
        rates.passes.push(await load(port, pids, phones, '&part=passes', seconds))
        rates.whole.push(await load(port, pids, phones, '', seconds))
      }
      return rates
    },
  })
