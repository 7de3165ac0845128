import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gate as gateTable, gateConflict } from '#server/db/schema/gate.ts'
import { admission, discountUse } from '#server/db/schema/pass.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import { HOUR, openGates, SECOND, VENUE, type Gates } from './kit.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** The gate's own client against the real server: with a line, without one, and when it comes back. */

const MINUTE = 60 * SECOND
let gates: Gates
let a: string[] = []
let scanner: Scanner
beforeAll(async () => {
  gates = await openGates('embedded')
  a = gates.inGroup('A')
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(a[0] ?? '')
})

const entriesOf = async (passUid: string) =>
  (await gates.deps.db.select().from(admission)).filter((row) => row.passUid === passUid)

/** Back online, and past the minute in which an entry may be undone: the journal goes. */
const uploaded = async () => {
  await scanner.online()
  // Being online starts one, which may have begun before the minute was over.
  await scanner.contact()
  scanner.pass(MINUTE)
  await scanner.contact()
  await scanner.waiting(0)
}

test('enrolling: wrong and spent codes are refused; a good one gives place and lists, and no member stands in its database', async () => {
  const other = await openScanner(gates)
  expect(await other.enrol('0000-0000-0000-0000')).toMatchObject({ ok: false, failure: { code: 'E_GATE_CODE' } })
  expect(other.state().enrolment).toBeNull()
  expect(await other.scan('4000123412341234')).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  const { answer, code } = await other.enrolAt(VENUE)
  expect(answer).toEqual({ ok: true, data: null })
  expect(other.state()).toMatchObject({
    enrolment: { place: { kind: 'venue', uid: VENUE }, label: 'Door 1', ended: false },
    lists: { madeAt: gates.time.now, group: null },
    contactAt: gates.time.now,
    waiting: 0,
  })
  expect(JSON.stringify(other.state())).not.toContain('credential')
  const third = await openScanner(gates)
  expect(await third.enrol(code)).toMatchObject({ ok: false, failure: { code: 'E_GATE_CODE' } })
})

test('online the server decides: admitted with what is left, once here, and its words are kept for the time without it', async () => {
  const { code, passUid } = await gates.traveller('Big3')
  const first = await scanner.read(await code())
  expect(first).toMatchObject({
    verdict: 'admitted',
    offline: false,
    by: 'clock',
    undoUntil: gates.time.now + MINUTE,
    pass: { passType: 'Big3', holder: null, allowance: { A: { total: 1, used: 1 }, B: { total: 2, used: 0 } } },
  })
  expect(await entriesOf(passUid)).toHaveLength(1)
  await scanner.offline()
  scanner.pass(20 * SECOND)
  expect(await scanner.read(await code())).toMatchObject({
    verdict: 'refused',
    reason: 'used_here',
    offline: true,
    pass: { hereBefore: first.at },
  })
})

test('offline since the morning: admitted here, in the journal, uploaded once, the window starts at the entry', async () => {
  const { code, passUid, pass } = await gates.traveller()
  await scanner.offline()
  scanner.pass(5 * HOUR)
  const shown = await code()
  const at = gates.time.now
  expect(await scanner.read(shown)).toMatchObject({
    verdict: 'admitted',
    offline: true,
    at,
    pass: { passType: '24H', expiresAt: null },
  })
  await scanner.waiting(1)
  expect(await scanner.read(shown)).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  scanner.pass(16 * SECOND)
  expect(await scanner.read(await code())).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  expect(await entriesOf(passUid)).toEqual([])
  scanner.network.fault(/gate\/journal/, 'lose')
  await scanner.online()
  scanner.pass(MINUTE)
  await scanner.contact()
  await uploaded()
  expect(await entriesOf(passUid)).toMatchObject([{ at, late: true, by: 'clock', mark: null }])
  expect(await pass()).toMatchObject({ state: 'in_use', activatedAt: at })
  expect(scanner.state().kept).toEqual([])
})

test('refused offline: unreadable, forged, one byte changed, the certificate alone, a one-time code', async () => {
  const { code, certificate } = await gates.traveller()
  await scanner.offline()
  const good = await code()
  const changed = good.slice(0, 60) + (good[60] === '0' ? '1' : '0') + good.slice(61)
  for (const text of ['hello, world', 'HP1:', changed, good.slice(0, 190), certificate])
    expect(await scanner.read(text), text).toMatchObject({ verdict: 'refused', reason: 'unreadable', pass: null })
  expect(await scanner.read('HP1T:ABCDEFGH12')).toMatchObject({ verdict: 'network', offline: true })
  expect(scanner.state().waiting).toBe(0)
})

test.each([
  ['a day behind', -24 * HOUR],
  ['three hours behind', -3 * HOUR],
  ['nine hours ahead', 9 * HOUR],
  ['a day ahead', 24 * HOUR],
])('a phone %s: hold, then admitted with its next code; the server believes the journal', async (_, skew) => {
  const { code, passUid } = await gates.traveller()
  await scanner.offline()
  expect(await scanner.read(await code(gates.time.now + skew))).toMatchObject({ verdict: 'hold', skewMs: skew })
  scanner.pass(15 * SECOND)
  const at = gates.time.now
  expect(await scanner.read(await code(at + skew))).toMatchObject({
    verdict: 'admitted',
    by: 'two_codes',
    skewMs: skew,
    offline: true,
  })
  await uploaded()
  expect(scanner.state().kept).toEqual([])
  expect(await entriesOf(passUid)).toMatchObject([{ at, by: 'two_codes', skewMs: skew }])
})

test('a picture never passes: held, then old, with a line and without', async () => {
  const { code, passUid } = await gates.traveller()
  const picture = await code()
  scanner.pass(2 * MINUTE)
  for (const line of ['offline', 'online'] as const) {
    await scanner[line]()
    expect(await scanner.read(picture)).toMatchObject({ verdict: 'hold' })
    scanner.pass(21 * SECOND)
    expect(await scanner.read(picture)).toMatchObject({ verdict: 'refused', reason: 'old_code' })
    scanner.pass(3 * MINUTE)
  }
  expect(await entriesOf(passUid)).toEqual([])
})

test('a server that does not answer in time: judged here, one entry', async () => {
  const { code, passUid } = await gates.traveller()
  const { arrived, fail } = scanner.network.hold(/gate\/admit/)
  const scanning = scanner.read(await code())
  await arrived
  // Its effect is there, its answer is not.
  expect(await entriesOf(passUid)).toHaveLength(1)
  fail()
  expect(await scanning).toMatchObject({ verdict: 'admitted', offline: true })
  await uploaded()
  expect(await entriesOf(passUid)).toHaveLength(1)
  expect(scanner.state().kept).toEqual([])
})

test('undo: within a minute, with its reason, here and at the server; later it is refused', async () => {
  const { code, passUid, pass } = await gates.traveller()
  const { entryUid } = await scanner.read(await code())
  expect(await scanner.undo({ entryUid, reason: 'wrong_pass' })).toEqual({ ok: true, data: null })
  expect((await pass()).state).toBe('unused')
  await scanner.offline()
  scanner.pass(16 * SECOND)
  const again = await scanner.read(await code())
  expect(again).toMatchObject({ verdict: 'admitted', offline: true })
  expect(await scanner.undo({ entryUid: again.entryUid, reason: 'other', note: 'Ran away' })).toMatchObject({
    ok: true,
  })
  scanner.pass(16 * SECOND)
  const third = await scanner.read(await code())
  expect(third.verdict).toBe('admitted')
  scanner.pass(MINUTE)
  expect(await scanner.undo({ entryUid: third.entryUid, reason: 'other' })).toMatchObject({
    failure: { code: 'E_UNDO_LATE' },
  })
  await uploaded()
  expect((await entriesOf(passUid)).map(({ undoReason, undoNote }) => [undoReason, undoNote])).toEqual([
    ['wrong_pass', null],
    ['other', 'Ran away'],
    [null, null],
  ])
})

test('an entry that may still be undone is not uploaded, and its time is believed afterwards', async () => {
  const { code, passUid } = await gates.traveller()
  await scanner.offline()
  await scanner.read(await code())
  await scanner.online()
  await scanner.contact()
  expect(scanner.state().waiting).toBe(1)
  expect(await entriesOf(passUid)).toEqual([])
  await uploaded()
  expect(await entriesOf(passUid)).toHaveLength(1)
  expect(scanner.state().kept).toEqual([])
})

test('two gates without a line admit one pass each; the second is marked, and the gate says so', async () => {
  const { code, passUid } = await gates.traveller()
  const door = await gates.gate(a[0] ?? '')
  await scanner.offline()
  await scanner.read(await code())
  scanner.pass(20 * SECOND)
  expect((await door.scan(await code())).data?.verdict).toBe('admitted')
  await uploaded()
  expect(scanner.state().kept).toMatchObject([{ outcome: 'marked', reason: 'used_here' }])
  expect(await entriesOf(passUid)).toHaveLength(2)
  await scanner.putAway(scanner.state().kept[0]?.entryUid ?? '')
  await scanner.settled(() => scanner.state().kept.length === 0, 'nothing to tell')
})

test('a pass whose phone changed is refused offline once the lists say so', async () => {
  const traveller = await gates.traveller()
  await traveller.set({ epoch: 5, revokedUntil: gates.time.now + 30 * 24 * HOUR })
  await scanner.contact()
  await scanner.offline()
  expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'refused', reason: 'revoked' })
})

test('an attraction outside the pass admits nobody; a venue gives one discount and starts no window', async () => {
  const outside = await openScanner(gates)
  await outside.enrolAt(gates.inGroup(null)[0] ?? '')
  await outside.offline()
  const { code, passUid, pass } = await gates.traveller()
  expect(await outside.read(await code())).toMatchObject({ verdict: 'refused', reason: 'not_valid_here' })
  const venue = await openScanner(gates)
  await venue.enrolAt(VENUE)
  await venue.offline()
  expect((await venue.read(await code())).verdict).toBe('recorded')
  venue.pass(20 * SECOND)
  expect(await venue.read(await code())).toMatchObject({ verdict: 'refused', reason: 'used_here', offline: true })
  await venue.online()
  await venue.contact()
  venue.pass(MINUTE)
  await venue.contact()
  await venue.waiting(0)
  const uses = (await gates.deps.db.select().from(discountUse)).filter((row) => row.passUid === passUid)
  expect(uses).toMatchObject([{ mark: null, late: true }])
  expect((await pass()).state).toBe('unused')
})

test('a card that the list does not know is asked about; let in, it is kept for the desk', async () => {
  await scanner.offline()
  const number = 'HPCARD4000567856785678'
  const asked = await scanner.read(number)
  expect(asked).toMatchObject({ verdict: 'ask', offline: true })
  expect(scanner.state().waiting).toBe(0)
  expect(await scanner.letIn(number, asked.entryUid)).toMatchObject({
    ok: true,
    data: { verdict: 'admitted', by: 'card' },
  })
  expect(await scanner.read(number)).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  await uploaded()
  expect(scanner.state().kept).toMatchObject([{ outcome: 'conflict', reason: 'unreadable' }])
  const conflicts = (await gates.deps.db.select().from(gateConflict)).filter((row) => row.entryUid === asked.entryUid)
  expect(conflicts).toHaveLength(1)
})

test('a revoked scanner says so, keeps what waits, and gives it to the desk once it is enrolled anew', async () => {
  const { code } = await gates.traveller()
  await scanner.offline()
  const { entryUid } = await scanner.read(await code())
  const all = (await gates.deps.db.select().from(gateTable)).filter((row) => row.placeUid === a[0])
  // Ids are in the order of their making.
  const mine = all.toSorted((x, y) => (x.gateUid < y.gateUid ? -1 : 1)).at(-1)
  expect(await revokeGate(gates.deps, mine?.gateUid ?? '')).toBe(true)
  await scanner.online()
  scanner.pass(MINUTE)
  expect(await scanner.contact()).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  await scanner.settled(() => scanner.state().enrolment?.ended === true, 'an ended scanner')
  expect(scanner.state().waiting).toBe(1)
  expect(await scanner.scan(await code())).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  expect(await scanner.leave()).toBe(false)
  await scanner.enrolAt(a[0] ?? '')
  await scanner.waiting(0)
  expect(scanner.state().kept).toMatchObject([{ entryUid, outcome: 'conflict', reason: 'time' }])
  expect(await scanner.leave()).toBe(true)
})

test('a party of four, one after the other, without a line and in any haste', async () => {
  const party = await Promise.all(Array.from({ length: 4 }, () => gates.traveller()))
  await scanner.offline()
  const codes = await Promise.all(party.map(({ code }) => code()))
  const answers = await Promise.all([...codes, ...codes].map((code) => scanner.read(code)))
  expect(answers.map(({ verdict }) => verdict)).toEqual([
    ...Array.from({ length: 4 }, () => 'admitted'),
    ...Array.from({ length: 4 }, () => 'refused'),
  ])
  await uploaded()
  for (const { passUid } of party) expect(await entriesOf(passUid)).toHaveLength(1)
})
