import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Group } from '#contract/codes.ts'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { changeCatalogue, citySeed, forgetVersion, seedCity } from '#server/modules/catalogue/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { journals, openGates, type EnrolledGate, type Gates } from './gates.ts'

/** A pass follows the list of groups A and B that was in force at its first entry (notice-2026-01-group). */
describe.each(drawnEngines())('groups of a pass, on %s', (engine) => {
  let gates: Gates
  const { doorAt, upload, entry, entered } = journals(() => gates)
  let a: string[] = []
  let b: string[] = []
  let outside: string[] = []
  beforeAll(async () => {
    gates = await openGates(engine)
    a = gates.inGroup('A')
    b = gates.inGroup('B')
    outside = gates.inGroup(null)
  })
  afterAll(() => gates.close())

  /** Takes a place that no other test regroups. */
  const next = (places: string[]): string => places.pop() ?? ''
  const scan = async (door: EnrolledGate, code: string) => {
    const { data } = await door.scan(code)
    gates.advance(15 * SECOND_MS)
    return data?.reason ?? data?.verdict
  }
  const groupsOf = async (passUid: string): Promise<(Group | null)[]> =>
    (await entered(passUid)).map(({ group }) => group)

  test('a place moved between two entries counts in its former group, and for a pass that starts later in its new one', async () => {
    const [first, toB, toA] = [next(a), next(a), next(b)]
    const [door, doorB, doorA] = [await doorAt(first), await doorAt(toB), await doorAt(toA)]
    const before = await gates.traveller('Big3')
    const unstarted = await gates.traveller('Big3')
    expect((await before.pass()).groups).toBeNull()
    expect(await scan(door, await before.code())).toBe('admitted')
    await gates.regroup({ [toB]: 'B', [toA]: 'A' })
    expect((await doorB.scan(await before.code())).data).toMatchObject({
      reason: 'allowance_spent',
      pass: { group: 'A', allowance: { A: { used: 1 }, B: { used: 0 } } },
    })
    gates.advance(15 * SECOND_MS)
    expect(await scan(doorA, await before.code())).toBe('admitted')
    expect(await groupsOf(before.passUid)).toEqual(['A', 'B'])
    expect(await before.pass()).toMatchObject({
      allowance: { A: { used: 1 }, B: { used: 1 } },
      groups: { [first]: 'A', [toB]: 'A', [toA]: 'B' },
    })

    for (const one of [door, doorB]) expect(await scan(one, await unstarted.code())).toBe('admitted')
    expect(await scan(doorA, await unstarted.code())).toBe('allowance_spent')
    expect(await groupsOf(unstarted.passUid)).toEqual(['A', 'B'])
    expect((await unstarted.pass()).groups).toMatchObject({ [first]: 'A', [toB]: 'B', [toA]: 'A' })
  })

  test('a place that left the list admits passes in use, and one that joined it admits only new passes and passes without an allowance', async () => {
    const [first, leaves, joins] = [next(b), next(a), next(outside)]
    const [door, delisted, joined] = [await doorAt(first), await doorAt(leaves), await doorAt(joins)]
    const [big, day, fresh] = [
      await gates.traveller('Big5'),
      await gates.traveller('24H'),
      await gates.traveller('Big5'),
    ]
    for (const { code } of [big, day]) expect(await scan(door, await code())).toBe('admitted')
    expect(await scan(joined, await day.code())).toBe('not_valid_here')
    await gates.regroup({ [leaves]: null, [joins]: 'B' })
    for (const { code } of [big, day]) expect(await scan(delisted, await code())).toBe('admitted')
    expect(await scan(joined, await big.code())).toBe('not_valid_here')
    expect(await scan(joined, await day.code())).toBe('admitted')
    expect(await scan(delisted, await fresh.code())).toBe('not_valid_here')
    expect(await scan(joined, await fresh.code())).toBe('admitted')
    expect(await groupsOf(fresh.passUid)).toEqual(['B'])
  })

  test('an entry from before a change, uploaded after it, and all later entries of its pass count by the list of its time', async () => {
    const [first, moved] = [next(a), next(a)]
    const [door, doorB] = [await doorAt(first), await doorAt(moved)]
    const { code, pass, passUid } = await gates.traveller('Big3')
    const offline = entry(await code())
    gates.advance(HOUR_MS)
    await gates.regroup({ [first]: 'B', [moved]: 'B' })
    gates.advance(HOUR_MS)
    expect(await upload(door, [offline])).toEqual(['entered'])
    expect(await groupsOf(passUid)).toEqual(['A'])
    expect(await pass()).toMatchObject({ activatedAt: offline.at, groups: { [first]: 'A', [moved]: 'A' } })
    expect(await upload(doorB, [entry(await code())])).toEqual(['allowance_spent'])
  })

  test('an earlier entry that is uploaded later changes neither the window nor the list', async () => {
    const [first, moved] = [next(b), next(a)]
    const [door, doorB] = [await doorAt(first), await doorAt(moved)]
    const { code, pass, passUid } = await gates.traveller('Big3')
    const offline = entry(await code())
    gates.advance(HOUR_MS)
    await gates.regroup({ [moved]: 'B' })
    expect(await scan(door, await code())).toBe('admitted')
    expect(await upload(doorB, [offline])).toEqual(['entered'])
    expect(await groupsOf(passUid)).toEqual(['B', 'B'])
    expect((await pass()).groups).toMatchObject({ [moved]: 'B' })
  })

  test('undoing the only entry unfreezes the list, and undoing one of two does not', async () => {
    const [first, second, moved] = [next(b), next(b), next(a)]
    const [door, secondDoor, doorB] = [await doorAt(first), await doorAt(second), await doorAt(moved)]
    const [one, two] = [await gates.traveller('Big3'), await gates.traveller('Big3')]
    const [entryUid, otherUid] = [randomUUID(), randomUUID()]
    await door.scan(await one.code(), entryUid)
    await door.scan(await two.code(), otherUid)
    gates.advance(15 * SECOND_MS)
    await secondDoor.scan(await two.code())
    await gates.regroup({ [moved]: 'B' })
    for (const uid of [entryUid, otherUid]) expect((await door.undo(uid)).status.code).toBe('200')
    expect(await one.pass()).toMatchObject({ state: 'unused', groups: null })
    gates.advance(15 * SECOND_MS)
    for (const { code } of [one, two]) expect(await scan(doorB, await code())).toBe('admitted')
    expect((await one.pass()).groups).toMatchObject({ [moved]: 'B' })
    expect((await groupsOf(one.passUid)).at(-1)).toBe('B')
    expect((await two.pass()).groups).toMatchObject({ [moved]: 'A' })
    expect((await groupsOf(two.passUid)).at(-1)).toBe('A')
  })

  test('a change of the catalogue, and one by SQL before a restart, each make a new list', async () => {
    const [first, changed, sqlChanged] = [next(b), next(a), next(a)]
    const door = await doorAt(first)
    const toB = (gdsUid: string) =>
      sql`update attraction set pass_group = 'B', doc = jsonb_set(doc, '{pass,group}', '"B"') where gds_uid = ${gdsUid}`
    const started = async () => {
      const one = await gates.traveller('Big3')
      expect(await scan(door, await one.code())).toBe('admitted')
      return (await one.pass()).groups
    }
    expect(await started()).toMatchObject({ [changed]: 'A', [sqlChanged]: 'A' })
    await changeCatalogue(gates.deps, (tx) => tx.execute(toB(changed)))
    expect(await started()).toMatchObject({ [changed]: 'B', [sqlChanged]: 'A' })
    await gates.deps.db.execute(toB(sqlChanged))
    const { rows } = await gates.deps.db.execute<{ seed: string }>(
      sql`select seed_version as seed from catalogue_state`,
    )
    const seed = structuredClone(citySeed())
    seed.records.version = rows[0]?.seed ?? ''
    await gates.connected.withDedicatedConnection((db) => seedCity(db, gates.time.now, seed))
    forgetVersion(gates.deps.db)
    expect(await started()).toMatchObject({ [changed]: 'B', [sqlChanged]: 'B' })
  })

  test('the gate lists contain the place’s group, and the passes in use for which it is in another group', async () => {
    const [first, moved] = [next(b), next(a)]
    const [door, gate] = [await doorAt(first), await doorAt(moved)]
    const [under, day, unstarted] = [
      await gates.traveller('Big3'),
      await gates.traveller(),
      await gates.traveller('Big3'),
    ]
    for (const { code } of [under, day]) expect(await scan(door, await code())).toBe('admitted')
    expect(await gate.rules()).toMatchObject({ group: 'A', frozen: [] })
    await gates.regroup({ [moved]: null })
    const rules = await gate.rules()
    const frozen = (passUid: string) => rules?.frozen.find((one) => one.passUid === passUid)
    expect(rules?.group).toBeNull()
    expect([frozen(under.passUid), frozen(day.passUid)]).toEqual([
      { passUid: under.passUid, group: 'A' },
      { passUid: day.passUid, group: 'A' },
    ])
    expect(frozen(unstarted.passUid)).toBeUndefined()
    expect((await door.rules())?.frozen).toEqual([])
    gates.advance(24 * HOUR_MS)
    expect((await gate.rules())?.frozen.map(({ passUid }) => passUid)).toEqual(
      expect.not.arrayContaining([day.passUid]),
    )
    gates.advance(5 * 24 * HOUR_MS)
    expect((await gate.rules())?.frozen.map(({ passUid }) => passUid)).not.toContain(under.passUid)
  })
})
