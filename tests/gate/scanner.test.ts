import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { gate as gateTable, gateConflict } from '#server/db/schema/gate.ts'
import { admission, discountUse } from '#server/db/schema/pass.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import { openGates, VENUE, type Gates } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** The scanner's client against the real server: online, offline, and back online. */

const MINUTE = 60 * SECOND_MS
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

test('a wrong or spent enrolment code is refused, a good one gives place and lists, and the screen gets no credential (G33)', async () => {
  const secondScanner = await openScanner(gates)
  expect(await secondScanner.enrol('0000-0000-0000-0000')).toMatchObject({
    ok: false,
    failure: { code: 'E_GATE_CODE' },
  })
  expect(secondScanner.state().enrolment).toBeNull()
  expect(await secondScanner.scan('4000123412341234')).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  const { answer, code } = await secondScanner.enrolAt(VENUE)
  expect(answer).toEqual({ ok: true, data: null })
  expect(secondScanner.state()).toMatchObject({
    enrolment: { place: { kind: 'venue', uid: VENUE }, label: 'Door 1', ended: false },
    lists: { madeAt: gates.time.now, group: null },
    contactAt: gates.time.now,
    waiting: 0,
  })
  expect(JSON.stringify(secondScanner.state())).not.toContain('credential')
  const third = await openScanner(gates)
  expect(await third.enrol(code)).toMatchObject({ ok: false, failure: { code: 'E_GATE_CODE' } })
})

test('online the server decides, and what it says of the pass counts offline (G14, G21)', async () => {
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
  scanner.advance(20 * SECOND_MS)
  expect(await scanner.read(await code())).toMatchObject({
    verdict: 'refused',
    reason: 'used_here',
    offline: true,
    pass: { hereBefore: first.at },
  })
})

test('an offline entry is in the journal, is uploaded once, and starts the window at its own time (G6, G14, G28)', async () => {
  const { code, passUid, pass } = await gates.traveller()
  await scanner.offline()
  scanner.advance(5 * HOUR_MS)
  const shownCode = await code()
  const at = gates.time.now
  expect(await scanner.read(shownCode)).toMatchObject({
    verdict: 'admitted',
    offline: true,
    at,
    pass: { passType: '24H', expiresAt: null },
  })
  await scanner.waiting(1)
  expect(await scanner.read(shownCode)).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  scanner.advance(16 * SECOND_MS)
  expect(await scanner.read(await code())).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  expect(await entriesOf(passUid)).toEqual([])
  scanner.network.fault(/gate\/journal/, 'lose')
  await scanner.online()
  scanner.advance(MINUTE)
  await scanner.contact()
  await scanner.uploaded()
  expect(await entriesOf(passUid)).toMatchObject([{ at, late: true, by: 'clock', mark: null }])
  expect(await pass()).toMatchObject({ state: 'in_use', activatedAt: at })
  expect(scanner.state().kept).toEqual([])
})

test('offline, unreadable and forged codes are refused and a one-time code needs the network (G1, G18)', async () => {
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
  ['a day behind', -24 * HOUR_MS],
  ['three hours behind', -3 * HOUR_MS],
  ['nine hours ahead', 9 * HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
])(
  'a phone %s is held, then admitted with its next code, and the server believes the journal (G7)',
  async (_, skew) => {
    const { code, passUid } = await gates.traveller()
    await scanner.offline()
    expect(await scanner.read(await code(gates.time.now + skew))).toMatchObject({ verdict: 'hold', skewMs: skew })
    scanner.advance(15 * SECOND_MS)
    const at = gates.time.now
    expect(await scanner.read(await code(at + skew))).toMatchObject({
      verdict: 'admitted',
      by: 'two_codes',
      skewMs: skew,
      offline: true,
    })
    await scanner.uploaded()
    expect(scanner.state().kept).toEqual([])
    expect(await entriesOf(passUid)).toMatchObject([{ at, by: 'two_codes', skewMs: skew }])
  },
)

test('a picture is held, then old, online and offline (G9)', async () => {
  const { code, passUid } = await gates.traveller()
  const picture = await code()
  scanner.advance(2 * MINUTE)
  for (const line of ['offline', 'online'] as const) {
    await scanner[line]()
    expect(await scanner.read(picture)).toMatchObject({ verdict: 'hold' })
    scanner.advance(21 * SECOND_MS)
    expect(await scanner.read(picture)).toMatchObject({ verdict: 'refused', reason: 'old_code' })
    scanner.advance(3 * MINUTE)
  }
  expect(await entriesOf(passUid)).toEqual([])
})

test('an entry can be undone within a minute, at the scanner and at the server, and no later (G27)', async () => {
  const { code, passUid, pass } = await gates.traveller()
  const { entryUid } = await scanner.read(await code())
  expect(await scanner.undo({ entryUid, reason: 'wrong_pass' })).toEqual({ ok: true, data: null })
  expect((await pass()).state).toBe('unused')
  await scanner.offline()
  scanner.advance(16 * SECOND_MS)
  const nextAnswer = await scanner.read(await code())
  expect(nextAnswer).toMatchObject({ verdict: 'admitted', offline: true })
  expect(await scanner.undo({ entryUid: nextAnswer.entryUid, reason: 'other', note: 'Ran away' })).toMatchObject({
    ok: true,
  })
  scanner.advance(16 * SECOND_MS)
  const third = await scanner.read(await code())
  expect(third.verdict).toBe('admitted')
  scanner.advance(MINUTE)
  expect(await scanner.undo({ entryUid: third.entryUid, reason: 'other' })).toMatchObject({
    failure: { code: 'E_UNDO_LATE' },
  })
  await scanner.uploaded()
  expect((await entriesOf(passUid)).map(({ undoReason, undoNote }) => [undoReason, undoNote])).toEqual([
    ['wrong_pass', null],
    ['other', 'Ran away'],
    [null, null],
  ])
})

test('an entry that may still be undone is not uploaded, and its time is believed afterwards (G28)', async () => {
  const { code, passUid } = await gates.traveller()
  await scanner.offline()
  await scanner.read(await code())
  await scanner.online()
  await scanner.contact()
  expect(scanner.state().waiting).toBe(1)
  expect(await entriesOf(passUid)).toEqual([])
  await scanner.uploaded()
  expect(await entriesOf(passUid)).toHaveLength(1)
  expect(scanner.state().kept).toEqual([])
})

test('when an online gate admits a pass that an offline gate has admitted, the offline entry is marked and listed until put away (G30)', async () => {
  const { code, passUid } = await gates.traveller()
  const door = await gates.gate(a[0] ?? '')
  await scanner.offline()
  await scanner.read(await code())
  scanner.advance(20 * SECOND_MS)
  expect((await door.scan(await code())).data?.verdict).toBe('admitted')
  await scanner.uploaded()
  expect(scanner.state().kept).toMatchObject([{ outcome: 'marked', reason: 'used_here' }])
  expect(await entriesOf(passUid)).toHaveLength(2)
  await scanner.putAway(scanner.state().kept[0]?.entryUid ?? '')
  await scanner.settled(() => scanner.state().kept.length === 0, 'nothing to tell')
})

test('a pass that changed its phone is refused offline once the lists say so (G3)', async () => {
  const traveller = await gates.traveller()
  await traveller.set({ epoch: 5, revokedUntil: gates.time.now + 30 * 24 * HOUR_MS })
  await scanner.contact()
  await scanner.offline()
  expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'refused', reason: 'revoked' })
})

test('an attraction without a group admits nobody, and a partner records one discount without a window (G15, G16)', async () => {
  const outside = await openScanner(gates)
  await outside.enrolAt(gates.inGroup(null)[0] ?? '')
  await outside.offline()
  const { code, passUid, pass } = await gates.traveller()
  expect(await outside.read(await code())).toMatchObject({ verdict: 'refused', reason: 'not_valid_here' })
  const venue = await openScanner(gates)
  await venue.enrolAt(VENUE)
  await venue.offline()
  expect((await venue.read(await code())).verdict).toBe('recorded')
  venue.advance(20 * SECOND_MS)
  expect(await venue.read(await code())).toMatchObject({ verdict: 'refused', reason: 'used_here', offline: true })
  await venue.online()
  await venue.contact()
  venue.advance(MINUTE)
  await venue.contact()
  await venue.waiting(0)
  const uses = (await gates.deps.db.select().from(discountUse)).filter((row) => row.passUid === passUid)
  expect(uses).toMatchObject([{ mark: null, late: true }])
  expect((await pass()).state).toBe('unused')
})

test('staff decide about a card that is not listed, and its entry goes to the desk (G17)', async () => {
  await scanner.offline()
  const number = 'HPCARD4000567856785678'
  const question = await scanner.read(number)
  expect(question).toMatchObject({ verdict: 'ask', offline: true })
  expect(scanner.state().waiting).toBe(0)
  expect(await scanner.letIn(number, question.entryUid)).toMatchObject({
    ok: true,
    data: { verdict: 'admitted', by: 'card' },
  })
  expect(await scanner.read(number)).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  await scanner.uploaded()
  expect(scanner.state().kept).toMatchObject([{ outcome: 'conflict', reason: 'unreadable' }])
  const conflicts = (await gates.deps.db.select().from(gateConflict)).filter(
    (row) => row.entryUid === question.entryUid,
  )
  expect(conflicts).toHaveLength(1)
})

test('a revoked scanner keeps its journal, and gives it to the desk once it is enrolled again (G31)', async () => {
  const { code } = await gates.traveller()
  await scanner.offline()
  const { entryUid } = await scanner.read(await code())
  const all = (await gates.deps.db.select().from(gateTable)).filter((row) => row.placeUid === a[0])
  // Ids are sorted by creation time.
  const mine = all.toSorted((x, y) => (x.gateUid < y.gateUid ? -1 : 1)).at(-1)
  expect(await revokeGate(gates.deps, mine?.gateUid ?? '')).toBe(true)
  await scanner.online()
  scanner.advance(MINUTE)
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

test('eight scans of a party of four at once are judged one after the other (G24)', async () => {
  const party = await Promise.all(Array.from({ length: 4 }, () => gates.traveller()))
  await scanner.offline()
  const codes = await Promise.all(party.map(({ code }) => code()))
  const answers = await Promise.all([...codes, ...codes].map((code) => scanner.read(code)))
  expect(answers.map(({ verdict }) => verdict)).toEqual([
    ...Array.from({ length: 4 }, () => 'admitted'),
    ...Array.from({ length: 4 }, () => 'refused'),
  ])
  await scanner.uploaded()
  for (const { passUid } of party) expect(await entriesOf(passUid)).toHaveLength(1)
})

test('only an attraction gets a list of cards', async () => {
  const partner = await openScanner(gates)
  await partner.enrolAt(VENUE)
  expect(scanner.state().lists?.cards).toBeGreaterThan(0)
  expect(partner.state().lists).toMatchObject({ cards: null })
  partner.stop()
})
