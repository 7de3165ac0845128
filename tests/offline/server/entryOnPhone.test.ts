import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sync, SYNC_PARTS } from '#contract/calls/sync.ts'
import { cursorOf, marksOf } from '#contract/rules/cursor.ts'
import type { PassType } from '#contract/codes.ts'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import type { LiveCode } from '#sync/device/liveCodes.ts'
import { drawnEngines } from '../../harness/engines.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import { decodeDrawnCode } from '../../harness/drawnCode.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { openGates, type EnrolledGate, type Gates } from '../../gate/gates.ts'
import { dbOf } from '../setup.ts'
import { phonesOf } from './phones.ts'

/**
 * From the scan at a gate to the mirror of the phone that shows the code. On PostgreSQL the gate and the phone speak to
 * two server processes on one database.
 */

const INTERVAL_MS = 1_500
const STEP_MS = 100
/** So many turns of the event loop without a request under way: the page waits for its timer. */
const QUIET_TURNS = 30

describe.each(drawnEngines())('an entry of a phone that shows its code, on %s', (engine) => {
  const clock = createTestClock(koreanNoon())
  let gates: Gates
  let close = async () => undefined as unknown
  /** What the phone speaks to. */
  let phones: ReturnType<typeof phonesOf>
  let doorA: EnrolledGate
  let doorB: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine, clock.wall())
    doorA = await gates.gate(gates.inGroup('A')[0] ?? '')
    doorB = await gates.gate(gates.inGroup('B')[0] ?? '')
    phones = phonesOf(gates, clock)
    if (engine === 'embedded') return
    const second = await connect(gates.deps.config, pino({ level: 'silent' }))
    const app = await createApp({ ...gates.deps, db: second.db })
    phones = phonesOf({ ...gates, app }, clock)
    close = async () => {
      await app.close()
      await second.close()
    }
  })
  afterAll(async () => {
    await close()
    await gates.close()
  })
  const advance = (ms: number) => {
    clock.advance(ms)
    gates.time.now = clock.wall()
  }

  /** Opens a phone that shows the codes of passes of these types. */
  const openPhone = async (...types: PassType[]) => {
    const phone = await phones.visitor()
    const { tab, network, member } = phone
    const passUids: string[] = []
    for (const type of types) passUids.push(await gates.issue(member.memberId, type))
    await tab.runtime.pulls.pullChanges(true)
    const latest = new Map<string, LiveCode>()
    for (const passUid of passUids) {
      expect((await tab.runtime.bind({ passUid })).ok).toBe(true)
      tab.runtime.codes.present(passUid, (code) => code?.live && latest.set(passUid, code))
    }
    await tab.runtime.pulls.pullChanges(true)
    await waitUntil(() => latest.size === passUids.length, 'the codes')
    const quiet = async () => {
      for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
        if (network.underWay() > 0) turns = 0
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const entries = async () =>
      (await dbOf(tab).passes.toArray()).flatMap(({ pass }) => pass.admissions.map(() => pass.passUid))
    tab.runtime.passWatch.hold()
    await quiet()
    return {
      ...phone,
      passUids,
      quiet,
      entries,
      /** Text of the code that the phone shows. */
      code: (passUid = passUids[0] ?? '') => {
        const liveCode = latest.get(passUid)
        return (liveCode && decodeDrawnCode(liveCode)) ?? ''
      },
      /** Lets time pass until the mirror has so many entries; returns the time that this took, ms. */
      timeUntil: async (count: number) => {
        const began = clock.wall()
        await waitUntil(async () => {
          await quiet()
          if ((await entries()).length === count) return true
          advance(STEP_MS)
          return false
        }, `${count} entries`)
        return clock.wall() - began
      },
    }
  }

  test('is in the mirror after one interval, and gone one interval after it was undone (P5, M27, M28)', async () => {
    const { code, timeUntil, passUids, tab, network } = await openPhone('Big3')
    const sent = network.sentRequests.length
    const entryUid = randomUUID()
    expect((await doorA.scan(code(), entryUid)).data?.verdict).toBe('admitted')
    expect(await timeUntil(1)).toBeLessThanOrEqual(INTERVAL_MS + STEP_MS)
    const [row] = await dbOf(tab).passes.toArray()
    expect(row?.pass).toMatchObject({ passUid: passUids[0], state: 'in_use', allowance: { A: { used: 1 } } })
    expect(await dbOf(tab).history.count()).toBe(1)
    const paths = network.sentRequests.slice(sent).map(({ path }) => path.split('?')[0])
    expect(paths.filter((path) => path === '/mypage/myPass/list')).toHaveLength(1)
    expect((await doorA.undo(entryUid)).data?.entryUid).toBe(entryUid)
    expect(await timeUntil(0)).toBeLessThanOrEqual(INTERVAL_MS + STEP_MS)
    expect(await dbOf(tab).history.count()).toBe(0)
  })

  test('comes with that of another pass of the phone, and a page that is hidden meanwhile gets it when visible (M28, M29)', async () => {
    const { code, timeUntil, passUids, tab, network, quiet, entries } = await openPhone('24H', 'Big3')
    for (const [nth, passUid] of passUids.entries())
      expect((await [doorA, doorB][nth]?.scan(code(passUid)))?.data?.verdict).toBe('admitted')
    expect(await timeUntil(2)).toBeLessThanOrEqual(INTERVAL_MS + STEP_MS)
    expect((await entries()).toSorted()).toEqual(passUids.toSorted())

    tab.setVisible(false)
    // A code opens a gate once, so the phone needs a new one; its timers run on, as in a page that is not throttled.
    advance(15_000)
    await quiet()
    expect((await doorA.scan(code(passUids[1]))).data?.verdict).toBe('admitted')
    const sent = network.sentRequests.length
    for (let second = 0; second < 30; second += 1) {
      advance(1_000)
      await quiet()
    }
    expect(network.sentRequests.slice(sent)).toEqual([])
    tab.setVisible(true)
    expect(await timeUntil(3)).toBe(0)
  })

  test('a question about the passes answers about them alone, and without a readable cursor about everything (M27)', async () => {
    const { member, passUids, code } = await openPhone('24H')
    const ask = async (query: Record<string, string>) => {
      const { data } = await gates.call(sync, { token: member.accessToken, query })
      if (!data) throw new Error('no answer')
      return data
    }
    expect((await gates.call(sync, { token: member.accessToken, query: { part: 'gifts' } })).http).toBe(422)
    const whole = await ask({})
    expect(whole.changed).toEqual([...SYNC_PARTS])
    expect(await ask({ cursor: whole.cursor, part: 'passes' })).toEqual({ cursor: whole.cursor, changed: [] })
    const marks = marksOf(whole.cursor)
    if (!marks) throw new Error('no marks')
    const stale = cursorOf({ ...marks, gifts: 'of-before' })
    expect(await ask({ cursor: stale, part: 'passes' })).toEqual({ cursor: stale, changed: [] })
    expect((await doorA.scan(code(passUids[0]))).data?.verdict).toBe('admitted')
    const changed = await ask({ cursor: stale, part: 'passes' })
    expect(changed.changed).toEqual(['passes'])
    const present = marksOf((await ask({})).cursor)
    expect(changed.cursor).toBe(cursorOf({ ...marks, gifts: 'of-before', passes: present?.passes ?? '' }))
    for (const cursor of ['', 'of an earlier release'])
      expect((await ask({ cursor, part: 'passes' })).changed).toEqual([...SYNC_PARTS])
  })
})
