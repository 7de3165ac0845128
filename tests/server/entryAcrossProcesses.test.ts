import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import { openGates, type EnrolledGate, type Gates } from '../gate/gates.ts'
import { createTestClock } from '../harness/clock.ts'
import { decodeDrawnCode } from '../harness/drawnCode.ts'
import { launch, ready, type ServerProcess } from '../harness/process.ts'
import { waitUntil } from '../harness/tabs.ts'
import { phonesOf } from '../offline/server/phones.ts'
import { dbOf } from '../offline/setup.ts'

/**
 * An entry at a gate reaches the phone that shows the code with the first question that it asks after the gate's answer
 * (P5, M28), with real processes: the gate speaks to one server process, the phone to another, on one PostgreSQL. That
 * a phone asks often enough for 3 s is tested on its own clock (`tests/offline/server/entryOnPhone.test.ts`).
 */

const STARTS_MS = 120_000

let gates: Gates
let door: EnrolledGate
let gateUrl = ''
let phoneUrl = ''
const processes: ServerProcess[] = []

beforeAll(async () => {
  gates = await openGates('postgres', Date.now())
  door = await gates.gate(gates.inGroup('A')[0] ?? '')
  const { databaseUrl, dataDir } = gates.deps.config
  const start = async () => {
    const running = launch('server/main.ts', dataDir, { DATABASE_URL: databaseUrl ?? '', WRITES_PER_MINUTE: '1000000' })
    processes.push(running)
    return ready(running)
  }
  gateUrl = await start()
  phoneUrl = await start()
}, STARTS_MS)
afterAll(async () => {
  for (const { child, exitCode } of processes) {
    child.kill('SIGTERM')
    await exitCode
  }
  await gates.close()
})

/** Scans a code as the gate does, at its own server process; returns the verdict. */
const scan = async (code: string): Promise<unknown> => {
  const answer = await fetch(`${gateUrl}/api/v1/gate/admit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${door.token}` },
    body: JSON.stringify({ entryUid: randomUUID(), code }),
  })
  return ((await answer.json()) as { data: { verdict: unknown } | null }).data?.verdict
}

test(
  'an entry at a gate of one server process comes with the next answer of another',
  { timeout: 60_000 },
  async () => {
    const clock = createTestClock(Date.now())
    const askedPaths: string[] = []
    const { tab, member } = await phonesOf(gates, clock, async (request) => {
      const { pathname, search } = new URL(request.url)
      askedPaths.push(pathname)
      const body = await request.text()
      return fetch(`${phoneUrl}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(body !== '' && { body }),
      })
    }).visitor()
    const passUid = await gates.issue(member.memberId, 'Big3')
    await tab.runtime.pulls.pullChanges(true)
    expect((await tab.runtime.bind({ passUid })).ok).toBe(true)
    let liveCode: LiveCode | null = null
    tab.runtime.codes.present(passUid, (code) => (liveCode = code))
    await waitUntil(() => liveCode?.live === true, 'the code')
    tab.runtime.passWatch.hold()

    // The timers of the phone run on its own clock, which follows the real one from here on.
    let realMs = performance.now()
    const follow = () => {
      const nowMs = performance.now()
      clock.advance(nowMs - realMs)
      realMs = nowMs
    }
    expect(await scan((liveCode && decodeDrawnCode(liveCode)) ?? '')).toBe('admitted')
    const before = askedPaths.length
    await waitUntil(async () => {
      follow()
      return (await dbOf(tab).passes.toArray()).some(({ pass }) => pass.admissions.length === 1)
    }, 'the entry')
    // One question may have been under way when the gate answered.
    expect(askedPaths.slice(before).filter((path) => path === '/api/v1/sync').length).toBeLessThanOrEqual(2)
  },
)
