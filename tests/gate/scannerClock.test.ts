import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { admission } from '#server/db/schema/pass.ts'
import { createGate } from '#sync/gate/gate.ts'
import { isClockBelieved } from '#sync/gate/gateClock.ts'
import { openGates, VENUE, type Gates, type Traveller } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** Pictures of codes at a gate, and a gate whose own clock is wrong. */

const MINUTE = 60 * SECOND_MS
let gates: Gates
let scanner: Scanner
beforeAll(async () => {
  gates = await openGates('embedded')
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
})

const entriesOf = (passUid: string) =>
  gates.deps.db.select().from(admission).where(eq(admission.passUid, passUid)).orderBy(admission.at)
const old = { verdict: 'refused', reason: 'old_code' }
/** Two pictures of a phone's screen, taken 15 s apart. */
const picturesOf = async ({ code }: Traveller, at: number) => [await code(at), await code(at + 15 * SECOND_MS)] as const

describe('pictures of live codes', () => {
  test.each([
    ['29 days old', -29 * DAY_MS],
    ['20 days old', -20 * DAY_MS],
    ['26 h and a second old', -26 * HOUR_MS - SECOND_MS],
    ['9 days ahead', 9 * DAY_MS],
    ['26 h and 16 s ahead', 26 * HOUR_MS + 16 * SECOND_MS],
  ])('two, shown as far apart as they were taken, %s: both are old, online and offline (G8)', async (_, skew) => {
    const traveller = await gates.traveller()
    for (const line of ['online', 'offline'] as const) {
      await scanner[line]()
      const [first, second] = await picturesOf(traveller, gates.time.now + skew)
      expect(await scanner.read(first), line).toMatchObject(old)
      scanner.advance(15 * SECOND_MS)
      expect(await scanner.read(second), line).toMatchObject(old)
    }
    expect(await entriesOf(traveller.passUid)).toEqual([])
  })

  test('are old when a newer code opened here offline, although that entry was undone (G10)', async () => {
    const traveller = await gates.traveller()
    const [first, second] = await picturesOf(traveller, gates.time.now - 2 * HOUR_MS)
    await scanner.offline()
    const { entryUid } = await scanner.read(await traveller.code())
    await scanner.undo({ entryUid, reason: 'did_not_enter' })
    scanner.advance(MINUTE)
    expect(await scanner.read(first)).toMatchObject(old)
    scanner.advance(15 * SECOND_MS)
    expect(await scanner.read(second)).toMatchObject(old)
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted' })
  })

  test('are refused online after a newer code has opened another gate, also one from the last 90 s, while a new code is admitted', async () => {
    const traveller = await gates.traveller()
    const otherGate = await gates.gate(gates.inGroup('B')[0] ?? '')
    const [first, second] = await picturesOf(traveller, gates.time.now - 2 * HOUR_MS)
    const recent = await traveller.code(gates.time.now - 40 * SECOND_MS)
    expect((await otherGate.scan(await traveller.code())).data).toMatchObject({ verdict: 'admitted' })
    for (const picture of [recent, first, second]) expect(await scanner.read(picture)).toMatchObject(old)
    scanner.advance(15 * SECOND_MS)
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted' })
  })

  test('are kept for the desk when a gate that could not know of the newer code has admitted them', async () => {
    const traveller = await gates.traveller()
    const otherGate = await gates.gate(gates.inGroup('B')[0] ?? '')
    const [first, second] = await picturesOf(traveller, gates.time.now - 2 * HOUR_MS)
    await scanner.offline()
    expect((await otherGate.scan(await traveller.code())).data).toMatchObject({ verdict: 'admitted' })
    scanner.advance(5 * MINUTE)
    expect(await scanner.read(first)).toMatchObject({ verdict: 'hold' })
    scanner.advance(15 * SECOND_MS)
    expect(await scanner.read(second)).toMatchObject({ verdict: 'admitted', offline: true })
    scanner.advance(MINUTE)
    await scanner.online()
    await scanner.contact()
    await scanner.waiting(0)
    expect(scanner.state().kept).toMatchObject([{ outcome: 'conflict', reason: 'old_code' }])
    const conflicts = await gates.deps.db.select().from(gateConflict).where(eq(gateConflict.passUid, traveller.passUid))
    expect(conflicts).toMatchObject([{ reason: 'old_code', entry: { code: second } }])
    expect(await entriesOf(traveller.passUid)).toHaveLength(1)
  })

  test('an offline entry from before a newer code opened elsewhere counts', async () => {
    const traveller = await gates.traveller('Big3')
    const otherGate = await gates.gate(gates.inGroup('B')[0] ?? '')
    await scanner.offline()
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted', offline: true })
    scanner.advance(10 * MINUTE)
    expect((await otherGate.scan(await traveller.code())).data).toMatchObject({ verdict: 'admitted' })
    await scanner.online()
    await scanner.contact()
    await scanner.waiting(0)
    expect(scanner.state().kept).toEqual([])
    expect(await entriesOf(traveller.passUid)).toMatchObject([
      { late: true, mark: null },
      { late: false, mark: null },
    ])
  })

  test('a pass on a new phone is admitted although that phone’s clock is behind the former one’s', async () => {
    const traveller = await gates.traveller('Big3')
    expect(await scanner.read(await traveller.code(gates.time.now + 60 * SECOND_MS))).toMatchObject({
      verdict: 'admitted',
    })
    const venue = await gates.gate(VENUE)
    expect((await venue.scan(await traveller.code(gates.time.now - SECOND_MS))).data).toMatchObject(old)
    const passes = await traveller.phone.show(traveller.token)
    expect(passes.status.code).toBe('200')
    const { makePhone } = await import('../passes/phone.ts')
    const next = await makePhone(gates)
    const moved = await next.show(traveller.token, { passUid: traveller.passUid, password: traveller.password })
    const certificate = moved.data?.list.find(({ passUid }) => passUid === traveller.passUid)?.certificate ?? null
    const code = await gates.draw(next, certificate, gates.time.now - SECOND_MS)
    expect((await venue.scan(code)).data).toMatchObject({ verdict: 'recorded' })
  })
})

describe('a gate whose own clock is behind what it knows', () => {
  /** Restarts the scanner offline, with its clock moved by `ms`. */
  const restart = async (ms: number) => {
    await scanner.offline()
    scanner.stop()
    scanner.clock.set(scanner.clock.wall() + ms)
    const tab = await scanner.browser.tab()
    const gate = await createGate(tab.runtime)
    await scanner.settled(() => gate.state.get().lists !== null, 'a scanner that was started anew')
    const read = async (text: string) => {
      const answer = await gate.scan(text)
      if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
      return answer.data
    }
    const isBelieved = () =>
      isClockBelieved(tab.runtime.clock.now(), tab.runtime.clock.isVerified(), gate.state.get().notBefore)
    return { tab, gate, read, isBelieved }
  }

  test('a picture that fits the wrong clock is never admitted (G11, G12)', async () => {
    const traveller = await gates.traveller()
    const picture = await traveller.code(gates.time.now - 10 * DAY_MS)
    const { read, isBelieved } = await restart(-10 * DAY_MS)
    expect(isBelieved()).toBe(false)
    expect(await read(picture)).toMatchObject(old)
    const recent = await traveller.code(gates.time.now - 20 * HOUR_MS)
    expect(await read(recent)).toMatchObject({ verdict: 'hold', skewMs: null })
    scanner.advance(21 * SECOND_MS)
    expect(await read(recent)).toMatchObject(old)
    expect(await entriesOf(traveller.passUid)).toEqual([])
  })

  test('a live phone is admitted with its second code (G12)', async () => {
    const traveller = await gates.traveller()
    const { read } = await restart(-10 * DAY_MS)
    expect(await read(await traveller.code())).toMatchObject({ verdict: 'hold' })
    scanner.advance(15 * SECOND_MS)
    expect(await read(await traveller.code())).toMatchObject({ verdict: 'admitted', by: 'two_codes' })
  })

  test('a page that is reopened with the right time believes its clock (G11, G5)', async () => {
    const traveller = await gates.traveller()
    const { read, isBelieved } = await restart(0)
    expect(isBelieved()).toBe(true)
    expect(await read(await traveller.code())).toMatchObject({ verdict: 'admitted', by: 'clock' })
  })

  test('a clock that is set while the scanner runs is not believed until a server is heard (G11)', async () => {
    const traveller = await gates.traveller()
    await scanner.offline()
    scanner.clock.set(scanner.clock.wall() + HOUR_MS)
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'hold', skewMs: null })
    await scanner.online()
    await scanner.contact()
    await scanner.offline()
    scanner.advance(15 * SECOND_MS)
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted', by: 'clock' })
  })
})
