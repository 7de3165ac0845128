import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { admission } from '#server/db/schema/pass.ts'
import { openGates, type Gates } from './gates.ts'
import { openScanner } from './scanner.ts'

/** Offline too, a pass in use follows the list of groups of its first entry. */

const MINUTE = 60 * SECOND_MS
let gates: Gates
let a: string[] = []
let b: string[] = []
let outside: string[] = []
beforeAll(async () => {
  gates = await openGates('embedded')
  a = gates.inGroup('A')
  b = gates.inGroup('B')
  outside = gates.inGroup(null)
})
afterAll(() => gates.close())

const scannerAt = async (placeUid: string) => {
  const scanner = await openScanner(gates)
  await scanner.enrolAt(placeUid)
  return scanner
}
const inUse = async (type: 'Big3' | '24H') => {
  const traveller = await gates.traveller(type)
  const door = await gates.gate(b[0] ?? '')
  expect((await door.scan(await traveller.code())).data?.verdict).toBe('admitted')
  return traveller
}

test('a place that left the list admits only passes in use, and one that joined admits others (G15)', async () => {
  const [leaves, joins] = [a[0] ?? '', outside[0] ?? '']
  const [delisted, joined] = [await scannerAt(leaves), await scannerAt(joins)]
  const [under, day, unstarted] = [await inUse('Big3'), await inUse('24H'), await gates.traveller('Big3')]
  await gates.regroup({ [leaves]: null, [joins]: 'B' })
  for (const scanner of [delisted, joined]) {
    await scanner.contact()
    await scanner.offline()
  }
  gates.advance(MINUTE)
  for (const scanner of [delisted, joined]) scanner.clock.advance(MINUTE)
  expect(await delisted.read(await under.code())).toMatchObject({
    verdict: 'admitted',
    offline: true,
    pass: { group: 'A' },
  })
  expect(await delisted.read(await unstarted.code())).toMatchObject({ verdict: 'refused', reason: 'not_valid_here' })
  expect(await joined.read(await under.code())).toMatchObject({ verdict: 'refused', reason: 'not_valid_here' })
  expect(await joined.read(await day.code())).toMatchObject({ verdict: 'admitted' })
  expect(await joined.read(await unstarted.code())).toMatchObject({ verdict: 'admitted', pass: { group: 'B' } })
  gates.advance(MINUTE)
  for (const scanner of [delisted, joined]) {
    scanner.clock.advance(MINUTE)
    await scanner.online()
    await scanner.contact()
    await scanner.waiting(0)
    expect(scanner.state().kept).toEqual([])
  }
  const rows = await gates.deps.db.select().from(admission)
  const lateUses = rows.filter((row) => row.late).map(({ passUid, group, mark }) => [passUid, group, mark])
  expect(lateUses.toSorted()).toEqual(
    [
      [under.passUid, 'A', null],
      [day.passUid, 'B', null],
      [unstarted.passUid, 'B', null],
    ].toSorted(),
  )
})

test('the allowance of a pass in use is counted in the group of its own list (G14, G15)', async () => {
  const moved = a[1] ?? ''
  const scanner = await scannerAt(moved)
  const under = await inUse('Big3')
  const otherGate = await gates.gate(a[2] ?? '')
  expect((await otherGate.scan(await under.code(gates.time.now + SECOND_MS))).data?.verdict).toBe('admitted')
  scanner.advance(15 * SECOND_MS)
  // The server's answer contains the remaining allowance.
  expect(await scanner.read(await under.code())).toMatchObject({ reason: 'allowance_spent', pass: { group: 'A' } })
  await gates.regroup({ [moved]: 'B' })
  await scanner.contact()
  await scanner.settled(() => scanner.state().lists?.group === 'B', 'the new lists')
  await scanner.offline()
  scanner.advance(MINUTE)
  expect(await scanner.read(await under.code())).toMatchObject({ reason: 'allowance_spent', offline: true })
})

test('what the server said of a pass after the lists were made counts offline (G15, G21)', async () => {
  const moved = a[3] ?? ''
  const scanner = await scannerAt(moved)
  await gates.regroup({ [moved]: 'B' })
  scanner.advance(SECOND_MS)
  const started = await inUse('Big3')
  const second = await gates.gate(b[1] ?? '')
  scanner.advance(15 * SECOND_MS)
  expect((await second.scan(await started.code())).data?.verdict).toBe('admitted')
  scanner.advance(15 * SECOND_MS)
  expect(await scanner.read(await started.code())).toMatchObject({ reason: 'allowance_spent', pass: { group: 'B' } })
  expect(scanner.state().lists?.group).toBe('A')
  await scanner.offline()
  scanner.advance(15 * SECOND_MS)
  expect(await scanner.read(await started.code())).toMatchObject({ reason: 'allowance_spent', offline: true })
})

test('undoing an entry gives its place back in the group in which it counted (G27)', async () => {
  const moved = a[5] ?? ''
  const scanner = await scannerAt(moved)
  const under = await inUse('Big3')
  const entered = await scanner.read(await under.code(gates.time.now + SECOND_MS))
  expect(entered).toMatchObject({ verdict: 'admitted', pass: { group: 'A', allowance: { A: { used: 1 } } } })
  await gates.regroup({ [moved]: 'B' })
  await scanner.contact()
  expect(await scanner.undo({ entryUid: entered.entryUid, reason: 'did_not_enter' })).toMatchObject({ ok: true })
  await scanner.offline()
  scanner.advance(MINUTE)
  expect(await scanner.read(await under.code())).toMatchObject({
    verdict: 'admitted',
    pass: { group: 'A', allowance: { A: { total: 1, used: 1 }, B: { total: 2, used: 1 } } },
  })
})

test('lists of an earlier server, without frozen passes, are judged by the present group', async () => {
  const place = a[6] ?? ''
  const scanner = await scannerAt(place)
  scanner.network.fault(/gate\/rules/, async (_, pass) => {
    const { status, data } = (await (await pass()).json()) as { status: object; data: Record<string, unknown> }
    const { frozen: _frozen, ...before } = data
    return Response.json({ status, data: before })
  })
  await scanner.contact()
  await scanner.offline()
  scanner.advance(HOUR_MS)
  const { code } = await gates.traveller('Big3')
  expect(await scanner.read(await code())).toMatchObject({ verdict: 'admitted', pass: { group: 'A' } })
})
