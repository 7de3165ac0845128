import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as gateCalls from '#contract/calls/gate.ts'
import { sync } from '#contract/calls/sync.ts'
import { SECOND_MS } from '#contract/time.ts'
import { news } from '#server/db/schema/news.ts'
import { admission } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openGates, OTHER_VENUE, VENUE, type EnrolledGate, type Gates } from './gates.ts'

describe.each(drawnEngines())('undoing an entry, on %s', (engine) => {
  let gates: Gates
  let doorA: EnrolledGate
  let doorB: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    doorA = await gates.gate(gates.inGroup('A')[0] ?? '')
    doorB = await gates.gate(gates.inGroup('B')[0] ?? '')
  })
  afterAll(() => gates.close())

  const enter = async (door: EnrolledGate, code: string) => {
    const entryUid = randomUUID()
    expect((await door.scan(code, entryUid)).data?.verdict).toBe('admitted')
    return entryUid
  }

  test('refuses malformed requests, and answers the same for an entry of another gate as for an unknown one', async () => {
    const { token } = doorA
    for (const body of [{}, { entryUid: randomUUID() }, { entryUid: randomUUID(), reason: 'why' }])
      expect((await gates.call(gateCalls.undo, { token, body: body as never })).http).toBe(422)
    const { code } = await gates.traveller()
    const foreign = await doorB.undo(await enter(doorA, await code()))
    expect(foreign).toMatchObject({ http: 200, data: null, status: { code: 'E_NOT_FOUND' } })
    expect((await doorB.undo(randomUUID())).status).toEqual(foreign.status)
  })

  test('an entry can be undone within a minute and not after, and repeating the request changes nothing', async () => {
    const { code, pass } = await gates.traveller()
    const entryUid = await enter(doorA, await code())
    gates.advance(60 * SECOND_MS)
    expect((await doorA.undo(entryUid)).status.code).toBe('E_UNDO_LATE')
    expect((await pass()).admissions).toHaveLength(1)

    const second = await enter(doorB, await code())
    gates.advance(60 * SECOND_MS - 1)
    const undone = await doorB.undo(second, 'wrong_pass')
    expect(undone.data).toEqual({ entryUid: second, undoneAt: gates.time.now, reason: 'wrong_pass' })
    gates.advance(SECOND_MS)
    expect((await doorB.undo(second, 'other')).data).toEqual(undone.data)
    expect((await pass()).admissions).toHaveLength(1)
    expect((await pass()).state).toBe('in_use')
  })

  test('undoing the first entry ends the window, frees the place and deletes the news of the activation, and the row stays', async () => {
    const { code, pass, passUid, memberId } = await gates.traveller()
    const entryUid = await enter(doorA, await code())
    expect((await pass()).state).toBe('in_use')
    await doorA.undo(entryUid)
    expect(await pass()).toMatchObject({ state: 'unused', activatedAt: null, admissions: [] })
    const rows = (await gates.deps.db.select().from(admission)).filter((row) => row.passUid === passUid)
    expect(rows).toMatchObject([{ undoneAt: gates.time.now, undoReason: 'did_not_enter' }])

    const newsOfMember = async () =>
      (await gates.deps.db.select().from(news).where(eq(news.memberId, memberId))).map(({ kind, at }) => [kind, at])
    expect(await newsOfMember()).toEqual([])

    gates.advance(15 * SECOND_MS)
    await enter(doorA, await code())
    const reactivated = await pass()
    expect(reactivated).toMatchObject({ state: 'in_use', activatedAt: gates.time.now })
    expect(await newsOfMember()).toEqual([['pass_activated', gates.time.now]])
    // The id of the undone entry cannot be used for another entry.
    expect((await doorA.scan(await code(gates.time.now + SECOND_MS), entryUid)).status.code).toBe('E_KEY_REUSED')
  })

  test('another entry keeps the window and the news of the activation', async () => {
    const { code, pass, memberId } = await gates.traveller()
    const first = await enter(doorA, await code())
    const start = gates.time.now
    gates.advance(15 * SECOND_MS)
    await enter(doorB, await code())
    await doorA.undo(first)
    expect(await pass()).toMatchObject({ state: 'in_use', activatedAt: start })
    expect((await pass()).admissions).toHaveLength(1)
    expect(await gates.deps.db.select().from(news).where(eq(news.memberId, memberId))).toMatchObject([
      { kind: 'pass_activated', at: start },
    ])
  })

  test('undoing the second of two discounts changes the passes, so that the phone forgets that visit (M20)', async () => {
    const [venue, secondVenue] = [await gates.gate(VENUE), await gates.gate(OTHER_VENUE)]
    const { code, token } = await gates.traveller()
    await venue.scan(await code())
    gates.advance(15 * SECOND_MS)
    const entryUid = randomUUID()
    await secondVenue.scan(await code(), entryUid)
    const { cursor = '' } = (await gates.call(sync, { token, query: {} })).data ?? {}
    expect((await secondVenue.undo(entryUid)).status.code).toBe('200')
    const query = { cursor, part: 'passes' } as const
    expect((await gates.call(sync, { token, query })).data?.changed).toEqual(['passes'])
  })

  test('undoing a discount frees it', async () => {
    const venue = await gates.gate(VENUE)
    const { code, pass } = await gates.traveller()
    const discountUsedAt = async () => (await pass()).discountUsedAt
    const entryUid = randomUUID()
    await venue.scan(await code(), entryUid)
    expect(await discountUsedAt()).toBe(gates.time.now)
    expect((await venue.undo(entryUid)).data?.undoneAt).toBe(gates.time.now)
    expect(await discountUsedAt()).toBeNull()
    gates.advance(15 * SECOND_MS)
    expect((await venue.scan(await code())).data).toMatchObject({ verdict: 'recorded', pass: { hereBefore: null } })
  })
})
