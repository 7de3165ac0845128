import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneTimeCode } from '#contract/calls/admission.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { SECOND_MS } from '#contract/time.ts'
import { gate as gateTable } from '#server/db/schema/gate.ts'
import { admission } from '#server/db/schema/pass.ts'
import { makeEnrolmentCode } from '#server/modules/gate/service.ts'
import { passLock, type Statement } from '../harness/race.ts'
import { type EnrolledGate, type Traveller } from './gates.ts'
import { raceGates } from './raceKit.ts'

const ROUNDS = Number(process.env.GATE_ROUNDS ?? 3)
const MANY = 20
/** One less than the connections of the pool; the other requests wait for a connection. */
const WAITING = 15

/**
 * Twenty gates scan one pass at once, on PostgreSQL. The guards are the lock of the pass's row and the primary key of
 * used codes; each has a twin without it, in which all transactions read before one writes.
 */
describe('twenty gates at once, on postgres', () => {
  const { race, gates, url } = raceGates()
  /** Ten of group A, ten of group B. */
  const doors: EnrolledGate[] = []
  beforeAll(async () => {
    const places = [
      ...gates()
        .inGroup('A')
        .slice(0, MANY / 2),
      ...gates()
        .inGroup('B')
        .slice(0, MANY / 2),
    ]
    for (const place of places) doors.push(await gates().gate(place))
    expect(doors).toHaveLength(MANY)
  })

  const tally = (values: (string | null | undefined)[]): Record<string, number> =>
    values.reduce<Record<string, number>>((all, value) => ({ ...all, [value ?? '']: (all[value ?? ''] ?? 0) + 1 }), {})
  const entered = (passUid: string) => gates().deps.db.select().from(admission).where(eq(admission.passUid, passUid))

  const rowOf = ({ passUid }: Traveller) => passLock(passUid)
  /** Blocks transactions that have read and are about to write. */
  const BEFORE_WRITING = { text: 'lock table code_seen in exclusive mode', values: [] }

  /** Each gate scans a code of its own. */
  const scanAll = async (at: EnrolledGate[], traveller: Traveller, lock = rowOf(traveller)) => {
    const codes = await Promise.all(at.map((_, nth) => traveller.code(gates().time.now + nth)))
    const calls = at.map((door, nth) => () => door.scan(codes[nth] ?? ''))
    const answers = await race.runTogether(url(), lock, calls, WAITING)
    return tally(answers.map(({ data, status }) => data?.reason ?? data?.verdict ?? status.code))
  }

  test(`one attraction admits a pass once, ${ROUNDS} times`, async () => {
    const [first] = doors
    if (!first) throw new Error('no gates')
    for (let round = 0; round < ROUNDS; round += 1) {
      const traveller = await gates().traveller()
      expect(
        await scanAll(
          Array.from({ length: MANY }, () => first),
          traveller,
        ),
      ).toEqual({
        admitted: 1,
        used_here: MANY - 1,
      })
      expect(await entered(traveller.passUid)).toHaveLength(1)
      gates().advance(MANY * SECOND_MS)
    }
  })
  test('twin: without row locks one attraction admits a pass many times', async () => {
    const [first] = doors
    if (!first) throw new Error('no gates')
    const cut = race.without(/ for update$/, '')
    const traveller = await gates().traveller()
    const all = Array.from({ length: MANY }, () => first)
    expect((await scanAll(all, traveller, BEFORE_WRITING)).admitted).toBeGreaterThanOrEqual(WAITING)
    expect(cut.count).toBeGreaterThanOrEqual(MANY)
  })

  test(`twenty gates admit a Big3 to one of A and two of B at most, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const traveller = await gates().traveller('Big3')
      // A code older than the newest one that opened is refused too, so the number admitted depends on the order.
      const { admitted = 0, allowance_spent = 0, old_code = 0, ...otherReasons } = await scanAll(doors, traveller)
      expect([otherReasons, admitted + allowance_spent + old_code]).toEqual([{}, MANY])
      const { A = 0, B = 0, ...none } = tally((await entered(traveller.passUid)).map(({ group }) => String(group)))
      expect([none, A + B]).toEqual([{}, admitted])
      expect(admitted).toBeGreaterThan(0)
      expect(A).toBeLessThanOrEqual(1)
      expect(B).toBeLessThanOrEqual(2)
      expect(await traveller.pass()).toMatchObject({ allowance: { A: { used: A }, B: { used: B } } })
      // Sign-ups from one address are throttled.
      gates().advance(MANY * SECOND_MS)
    }
  })
  test('twin: without row locks a Big3 is admitted more than three times', async () => {
    race.without(/ for update$/, '')
    const traveller = await gates().traveller('Big3')
    expect((await scanAll(doors, traveller, BEFORE_WRITING)).admitted).toBeGreaterThan(3)
  })

  /**
   * Makes two first entries, the first gate having read the groups before a change and the second after it, with each
   * place in the other group. Returns the group in which each entry counts.
   */
  const startUnderTwoLists = async (lock: (traveller: Traveller) => Statement) => {
    const [x = '', y = ''] = [gates().inGroup('A').at(-1), gates().inGroup('B').at(-1)]
    await gates().regroup({ [x]: 'A', [y]: 'B' })
    const [doorX, doorY] = [await gates().gate(x), await gates().gate(y)]
    const traveller = await gates().traveller('Big3')
    const [codeX, codeY] = [await traveller.code(), await traveller.code(gates().time.now + 1)]
    const answers = await race.runTogether(url(), lock(traveller), [
      () => doorX.scan(codeX),
      async () => {
        await race.waitForLocks(url(), 1)
        await gates().regroup({ [x]: 'B', [y]: 'A' })
        return doorY.scan(codeY)
      },
    ])
    expect(tally(answers.map(({ data }) => data?.reason ?? data?.verdict))).toEqual({ admitted: 2 })
    const rows = await entered(traveller.passUid)
    gates().advance(MANY * SECOND_MS)
    return [x, y].map((place) => rows.find(({ gdsUid }) => gdsUid === place)?.group)
  }
  test('two first entries under two lists of groups freeze one list', async () => {
    expect(await startUnderTwoLists(rowOf)).toEqual(['A', 'B'])
  })
  test('twin: without row locks each entry counts by its own list, and a Big3 has two of group A', async () => {
    race.without(/ for update$/, '')
    expect(await startUnderTwoLists(() => BEFORE_WRITING)).toEqual(['A', 'A'])
  })

  /** All gates scan the same code. */
  const showOne = async (traveller: Traveller) => {
    const code = await traveller.code()
    const calls = doors.map((door) => () => door.scan(code))
    const answers = await race.runTogether(url(), rowOf(traveller), calls, WAITING)
    return tally(answers.map(({ data }) => data?.reason ?? data?.verdict))
  }
  test('one code opens one gate', async () => {
    expect(await showOne(await gates().traveller())).toEqual({ admitted: 1, old_code: MANY - 1 })
  })
  test('twin: without the primary key of the used codes, one code opens many gates', async () => {
    await gates().deps.db.execute(sql.raw('alter table code_seen drop constraint code_seen_pkey'))
    try {
      expect((await showOne(await gates().traveller())).admitted).toBeGreaterThanOrEqual(WAITING)
    } finally {
      await gates().deps.db.execute(sql.raw('delete from code_seen'))
      await gates().deps.db.execute(sql.raw('alter table code_seen add primary key (seen_id)'))
    }
  })

  test('one entry that is sent twenty times is one entry', async () => {
    const [door] = doors
    if (!door) throw new Error('no gates')
    const traveller = await gates().traveller()
    const code = await traveller.code()
    const entryUid = randomUUID()
    const calls = Array.from({ length: MANY }, () => () => door.scan(code, entryUid))
    const answers = await race.runTogether(url(), rowOf(traveller), calls, WAITING)
    expect(tally(answers.map((answer) => answer.data?.verdict))).toEqual({ admitted: MANY })
    expect(await entered(traveller.passUid)).toHaveLength(1)
  })

  const journalTogether = async () => {
    const place = gates().inGroup('A')[0] ?? ''
    const door = await gates().gate(place)
    const traveller = await gates().traveller()
    const entries = [{ entryUid: randomUUID(), seq: 1, at: gates().time.now, code: await traveller.code() }]
    const lock = { text: 'select 1 from gate where gate_uid = $1 for update', values: [door.gateUid] }
    const calls = Array.from({ length: WAITING }, () => () => door.upload(entries, 'Y'))
    const answers = await race.runTogether(url(), lock, calls)
    return {
      outcomes: tally(answers.map(({ data, status }) => data?.results[0]?.outcome ?? status.code)),
      entered: (await entered(traveller.passUid)).length,
    }
  }
  test('a journal that is uploaded many times at once is entered once', async () => {
    expect(await journalTogether()).toEqual({ outcomes: { entered: WAITING }, entered: 1 })
  })

  const askTogether = async () => {
    const traveller = await gates().traveller()
    const { passUid, token, password } = traveller
    const response = await gates().call(oneTimeCode, { token, body: { passUid, password } })
    const code = response.data?.code ?? ''
    const calls = doors.map((door) => () => door.scan(code))
    const answers = await race.runTogether(url(), rowOf(traveller), calls, WAITING)
    return tally(answers.map(({ data }) => data?.reason ?? data?.verdict))
  }
  test('a one-time code opens once', async () => {
    expect(await askTogether()).toEqual({ admitted: 1, old_code: MANY - 1 })
  })
  test('twin: without the condition that a one-time code is unused, it opens many times', async () => {
    race.without(/"one_time_code"\."entry_uid" is null/, 'true')
    expect((await askTogether()).admitted).toBeGreaterThanOrEqual(WAITING)
  })

  const enrolTogether = async () => {
    const place = gates().inGroup('A')[0] ?? ''
    const { code } = await makeEnrolmentCode(gates().deps, place)
    const before = (await gates().deps.db.select().from(gateTable)).length
    const calls = Array.from(
      { length: WAITING },
      (_, nth) => () => gates().call(gateCalls.enrol, { body: { code }, ip: `192.88.${nth}.1` }),
    )
    const lock = { text: 'select 1 from gate_code for update', values: [] }
    const answers = await race.runTogether(url(), lock, calls)
    return {
      codes: tally(answers.map(({ status }) => status.code)),
      gates: (await gates().deps.db.select().from(gateTable)).length - before,
    }
  }
  test('an enrolment code enrols one gate', async () => {
    expect(await enrolTogether()).toEqual({ codes: { '200': 1, E_GATE_CODE: WAITING - 1 }, gates: 1 })
  })
  test('twin: without the condition that an enrolment code is unused, it enrols many gates', async () => {
    race.without(/"gate_code"\."used_at" is null/, 'true')
    expect(await enrolTogether()).toEqual({ codes: { '200': WAITING }, gates: WAITING })
  })
})
