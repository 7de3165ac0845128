import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JournalEntry } from '#contract/calls/gate.ts'
import { storedCode } from '#server/modules/card/service.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { drawnEngines } from '../../harness/engines.ts'
import { journals, openGates, type EnrolledGate, type Gates } from '../gates.ts'
import { forgeries } from './forgery.ts'

/**
 * A gate, or a thief of its credential, that lies: its entries are refused or kept for the desk; no pass is admitted
 * twice, and no entry is lost.
 */

const MINUTE = 60 * SECOND_MS

describe.each(drawnEngines())('a gate that lies, on %s', (engine) => {
  let gates: Gates
  let a: string[] = []
  let b: string[] = []
  beforeAll(async () => {
    gates = await openGates(engine)
    a = gates.inGroup('A')
    b = gates.inGroup('B')
  })
  afterAll(() => gates.close())

  const { entry, doorAt, upload, conflicts, entered } = journals(() => gates)
  /** Codes that were kept for the desk from this gate, each with its reason. */
  const conflictsOf = async (door: EnrolledGate) =>
    (await conflicts(door)).map(({ entry: { code }, reason }) => [code, reason])

  test('forged codes are refused online, and kept for the desk when they come in a journal', async () => {
    const door = await doorAt(a[0])
    const traveller = await gates.traveller()
    const forged = Object.entries(await forgeries(gates, traveller))
    for (const [what, text] of forged)
      expect((await door.scan(text)).data, what).toMatchObject({ verdict: 'refused', reason: 'unreadable', pass: null })
    const entries = forged.map(([, text]) => entry(text))
    expect(await upload(door, entries)).toEqual(entries.map(() => 'unreadable'))
    expect(await conflictsOf(door)).toEqual(entries.map(({ code }) => [code, 'unreadable']))
    expect(await entered(traveller.passUid)).toEqual([])
    expect((await door.scan(await traveller.code())).data?.verdict).toBe('admitted')
  })

  test('scans that reuse the id of another scan are kept for the desk, and the first one counts', async () => {
    const door = await doorAt(a[0])
    const [first, second] = [await gates.traveller(), await gates.traveller()]
    const good = entry(await first.code())
    const over = (code: string): JournalEntry => entry(code, { entryUid: good.entryUid })
    const otherScans = [
      over(await second.code()),
      over(await first.code(gates.time.now + SECOND_MS)),
      over('4000123412341234'),
    ]
    expect(await upload(door, [good, ...otherScans])).toEqual(['entered', 'sequence', 'sequence', 'sequence'])
    // The number of a card is stored as a hash.
    const codes = otherScans.map(({ code }) => [storedCode(gates.deps.keys, code), 'sequence'])
    expect(await conflictsOf(door)).toEqual(codes)
    // A repeated upload gets the same answers.
    expect(await upload(door, [good, ...otherScans])).toEqual(['entered', 'sequence', 'sequence', 'sequence'])
    expect(await conflictsOf(door)).toEqual(codes)
    expect(await entered(first.passUid)).toHaveLength(1)
    expect(await entered(second.passUid)).toEqual([])
    // If the first entry was kept for the desk, so are later ones with its id.
    const held = entry(await second.code(gates.time.now - HOUR_MS))
    const under = entry(await second.code(), { entryUid: held.entryUid })
    expect(await upload(door, [held, under])).toEqual(['held', 'sequence'])
    expect(await conflictsOf(door)).toEqual([...codes, [held.code, 'held'], [under.code, 'sequence']])
  })

  test('an entry of another gate is kept for the desk, and the pass has one entry', async () => {
    const [door, thief] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, passUid } = await gates.traveller()
    const good = entry(await code())
    expect(await upload(door, [good])).toEqual(['entered'])
    expect(await upload(thief, [good])).toEqual(['sequence'])
    expect(await conflictsOf(thief)).toEqual([[good.code, 'sequence']])
    expect(await entered(passUid)).toHaveLength(1)
    expect(await upload(door, [good])).toEqual(['entered'])
  })

  test('an entry that is dated back does not revive an expired pass', async () => {
    const [door, thief] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, passUid } = await gates.traveller()
    await door.scan(await code())
    const inside = gates.time.now + DAY_MS - HOUR_MS
    const then = await code(inside)
    gates.advance(DAY_MS)
    await thief.upload([])
    gates.advance(MINUTE)
    const dated = [entry(then, { at: inside }), entry(await code())]
    expect(await upload(thief, dated)).toEqual(['time', 'expired'])
    expect(await conflictsOf(thief)).toEqual([
      [then, 'time'],
      [dated[1]?.code, 'expired'],
    ])
    expect(await entered(passUid)).toHaveLength(1)
  })

  test('a held code does not help when it is of another pass, forged, or does not fit in time', async () => {
    const door = await doorAt(a[0])
    const wrong = gates.time.now + 9 * HOUR_MS
    const [traveller, otherTraveller] = [await gates.traveller(), await gates.traveller()]
    const before = { at: gates.time.now, code: await traveller.code(wrong) }
    const strange = { at: gates.time.now, code: await otherTraveller.code(wrong) }
    const forged = { at: gates.time.now, code: Object.values(await forgeries(gates, traveller))[0] ?? '' }
    gates.advance(15 * SECOND_MS)
    const code = await traveller.code(wrong + 15 * SECOND_MS)
    const lies = [
      entry(code),
      entry(code, { held: strange }),
      entry(code, { held: forged }),
      entry(code, { held: { ...before, at: before.at + 15 * SECOND_MS } }),
      entry(code, { held: { ...before, at: before.at - 21 * SECOND_MS } }),
      entry(code, { held: { code, at: before.at } }),
    ]
    expect(await upload(door, lies)).toEqual(['held', 'held', 'held', 'held', 'held', 'held'])
    expect(await conflictsOf(door)).toHaveLength(lies.length)
    expect(await entered(traveller.passUid)).toEqual([])
    gates.advance(15 * SECOND_MS)
    const next = entry(await traveller.code(wrong + 30 * SECOND_MS), {
      held: { code, at: gates.time.now - 15 * SECOND_MS },
    })
    expect(await upload(door, [next])).toEqual(['entered'])
  })

  test('a stolen credential makes no code, admits no pass twice, loses none of the gate’s entries, and ends when it is revoked', async () => {
    const door = await doorAt(a[0])
    const place = a[0] ?? ''
    const [first, second, third] = [await gates.traveller(), await gates.traveller(), await gates.traveller()]
    // The gate was offline and has admitted two passes.
    const waiting = [entry(await first.code()), entry(await second.code())]
    gates.advance(MINUTE)
    // A thief elsewhere has the gate's credential, and a screenshot of each code.
    const stolen = { token: door.token, ip: '198.51.100.9' }
    const admittedCode = await third.code()
    expect((await door.scan(admittedCode)).data?.verdict).toBe('admitted')
    const admit = (code: string) => gates.call(gateCalls.admit, { ...stolen, body: { entryUid: randomUUID(), code } })
    expect((await admit(admittedCode)).data).toMatchObject({ verdict: 'refused', reason: 'used_here' })
    expect((await admit(Object.values(await forgeries(gates, third))[0] ?? '')).data?.reason).toBe('unreadable')
    // The thief uploads a used code with the highest possible number, and reports an empty journal.
    const last = entry(admittedCode, { seq: 2 ** 31 - 1 })
    const uploaded = await gates.call(gateCalls.journal, { ...stolen, body: { entries: [last], moreYn: 'N' } })
    expect(uploaded.data?.results[0]).toMatchObject({ outcome: 'conflict', reason: 'old_code' })

    expect(await upload(door, waiting)).toEqual(['sequence', 'sequence'])
    expect(await conflictsOf(door)).toEqual([
      ...waiting.map(({ code }) => [code, 'sequence']),
      [admittedCode, 'old_code'],
    ])
    for (const { passUid } of [first, second]) expect(await entered(passUid)).toEqual([])
    expect(await entered(third.passUid)).toHaveLength(1)

    expect(await revokeGate(gates.deps, door.gateUid)).toBe(true)
    const calls = [
      gates.call(gateCalls.rules, stolen),
      admit(await first.code()),
      gates.call(gateCalls.undo, { ...stolen, body: { entryUid: last.entryUid, reason: 'other' } }),
      gates.call(gateCalls.journal, { ...stolen, body: { entries: [entry(await first.code())], moreYn: 'N' } }),
    ]
    for (const { http, status } of await Promise.all(calls)) expect([http, status.code]).toEqual([400, 'E_GATE'])
    expect(await conflictsOf(door)).toHaveLength(3)
    const anew = await doorAt(place)
    expect(await upload(anew, [{ ...entry(await first.code()), seq: 1 }])).toEqual(['entered'])
  })
})
