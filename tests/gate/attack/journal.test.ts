import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JournalEntry } from '#contract/calls/gate.ts'
import { storedCode } from '#server/modules/card/service.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { ENGINES } from '../../harness/app.ts'
import { DAY, HOUR, journals, openGates, SECOND, type Door, type Gates } from '../kit.ts'
import { forgeries } from './forgery.ts'

/** Whoever holds a gate, or its credential, and lies: refused or kept for the desk; none admitted twice, none lost. */

const MINUTE = 60 * SECOND

describe.each(ENGINES)('a gate that lies, on %s', (engine) => {
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
  /** Codes that were kept of this gate, with why. */
  const kept = async (door: Door) => (await conflicts(door)).map(({ entry: { code }, reason }) => [code, reason])

  test('forged codes open nothing with a network, and are kept from a journal', async () => {
    const door = await doorAt(a[0])
    const traveller = await gates.traveller()
    const forged = Object.entries(await forgeries(gates, traveller))
    for (const [what, text] of forged)
      expect((await door.scan(text)).data, what).toMatchObject({ verdict: 'refused', reason: 'unreadable', pass: null })
    const entries = forged.map(([, text]) => entry(text))
    expect(await upload(door, entries)).toEqual(entries.map(() => 'unreadable'))
    expect(await kept(door)).toEqual(entries.map(({ code }) => [code, 'unreadable']))
    expect(await entered(traveller.passUid)).toEqual([])
    expect((await door.scan(await traveller.code())).data?.verdict).toBe('admitted')
  })

  test('an id that stands for another scan is not taken for it: each scan is kept, beside the one that counts', async () => {
    const door = await doorAt(a[0])
    const [first, second] = [await gates.traveller(), await gates.traveller()]
    const good = entry(await first.code())
    const over = (code: string): JournalEntry => entry(code, { entryUid: good.entryUid })
    const others = [
      over(await second.code()),
      over(await first.code(gates.time.now + SECOND)),
      over('4000123412341234'),
    ]
    expect(await upload(door, [good, ...others])).toEqual(['entered', 'sequence', 'sequence', 'sequence'])
    // The number of a card is kept as a hash.
    const codes = others.map(({ code }) => [storedCode(gates.deps.keys, code), 'sequence'])
    expect(await kept(door)).toEqual(codes)
    // Sent again each is what it was.
    expect(await upload(door, [good, ...others])).toEqual(['entered', 'sequence', 'sequence', 'sequence'])
    expect(await kept(door)).toEqual(codes)
    expect(await entered(first.passUid)).toHaveLength(1)
    expect(await entered(second.passUid)).toEqual([])
    // Where the first was kept itself, what comes under its id is kept too.
    const held = entry(await second.code(gates.time.now - HOUR))
    const under = entry(await second.code(), { entryUid: held.entryUid })
    expect(await upload(door, [held, under])).toEqual(['held', 'sequence'])
    expect(await kept(door)).toEqual([...codes, [held.code, 'held'], [under.code, 'sequence']])
  })

  test('the entries of another gate are not its own: entered once, and kept', async () => {
    const [door, thief] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, passUid } = await gates.traveller()
    const good = entry(await code())
    expect(await upload(door, [good])).toEqual(['entered'])
    expect(await upload(thief, [good])).toEqual(['sequence'])
    expect(await kept(thief)).toEqual([[good.code, 'sequence']])
    expect(await entered(passUid)).toHaveLength(1)
    expect(await upload(door, [good])).toEqual(['entered'])
  })

  test('a pass that is over is not brought back by an earlier date', async () => {
    const [door, thief] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, passUid } = await gates.traveller()
    await door.scan(await code())
    const inside = gates.time.now + DAY - HOUR
    const then = await code(inside)
    gates.advance(DAY)
    await thief.upload([])
    gates.advance(MINUTE)
    const dated = [entry(then, { at: inside }), entry(await code())]
    expect(await upload(thief, dated)).toEqual(['time', 'expired'])
    expect(await kept(thief)).toEqual([
      [then, 'time'],
      [dated[1]?.code, 'expired'],
    ])
    expect(await entered(passUid)).toHaveLength(1)
  })

  test('a code that was held is no help when it is another pass’s, forged, or of another time', async () => {
    const door = await doorAt(a[0])
    const wrong = gates.time.now + 9 * HOUR
    const [traveller, other] = [await gates.traveller(), await gates.traveller()]
    const before = { at: gates.time.now, code: await traveller.code(wrong) }
    const strange = { at: gates.time.now, code: await other.code(wrong) }
    const forged = { at: gates.time.now, code: Object.values(await forgeries(gates, traveller))[0] ?? '' }
    gates.advance(15 * SECOND)
    const code = await traveller.code(wrong + 15 * SECOND)
    const lies = [
      entry(code),
      entry(code, { held: strange }),
      entry(code, { held: forged }),
      entry(code, { held: { ...before, at: before.at + 15 * SECOND } }),
      entry(code, { held: { ...before, at: before.at - 21 * SECOND } }),
      entry(code, { held: { code, at: before.at } }),
    ]
    expect(await upload(door, lies)).toEqual(['held', 'held', 'held', 'held', 'held', 'held'])
    expect(await kept(door)).toHaveLength(lies.length)
    expect(await entered(traveller.passUid)).toEqual([])
    gates.advance(15 * SECOND)
    const next = entry(await traveller.code(wrong + 30 * SECOND), { held: { code, at: gates.time.now - 15 * SECOND } })
    expect(await upload(door, [next])).toEqual(['entered'])
  })

  test('a stolen credential: makes no code, opens nothing twice, loses nothing of the gate it came from, and ends', async () => {
    const door = await doorAt(a[0])
    const place = a[0] ?? ''
    const [first, second, third] = [await gates.traveller(), await gates.traveller(), await gates.traveller()]
    // The gate has been without a network; two have gone in.
    const waiting = [entry(await first.code()), entry(await second.code())]
    gates.advance(MINUTE)
    // Elsewhere somebody has its credential, and a picture of each screen.
    const stolen = { token: door.token, ip: '198.51.100.9' }
    const seen = await third.code()
    expect((await door.scan(seen)).data?.verdict).toBe('admitted')
    const admit = (code: string) => gates.call(gateCalls.admit, { ...stolen, body: { entryUid: randomUUID(), code } })
    expect((await admit(seen)).data).toMatchObject({ verdict: 'refused', reason: 'used_here' })
    expect((await admit(Object.values(await forgeries(gates, third))[0] ?? '')).data?.reason).toBe('unreadable')
    // What it uploads: a code that is used, at the end of all numbers; then it says that nothing waits.
    const last = entry(seen, { seq: 2 ** 31 - 1 })
    const uploaded = await gates.call(gateCalls.journal, { ...stolen, body: { entries: [last], moreYn: 'N' } })
    expect(uploaded.data?.results[0]).toMatchObject({ outcome: 'conflict', reason: 'old_code' })

    expect(await upload(door, waiting)).toEqual(['sequence', 'sequence'])
    expect(await kept(door)).toEqual([...waiting.map(({ code }) => [code, 'sequence']), [seen, 'old_code']])
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
    expect(await kept(door)).toHaveLength(3)
    const anew = await doorAt(place)
    expect(await upload(anew, [{ ...entry(await first.code()), seq: 1 }])).toEqual(['entered'])
  })
})
