import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passInsert } from '#contract/calls/card.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { cardHash } from '#server/modules/card/hashes.ts'
import { keyLoop } from '#server/modules/key/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember } from '../harness/factories.ts'
import { journals, openGates, type Gates } from './gates.ts'
import { command } from './keyCommands.ts'

/** Journals of cards whose upload is repeated after the root secret was rotated (decision 0347). */

describe.each(drawnEngines())('a journal across a rotated root on %s', (engine) => {
  let gates: Gates
  beforeAll(async () => {
    gates = await openGates(engine)
  })
  afterAll(() => gates.close())

  const { entry, doorAt, upload, conflicts } = journals(() => gates)
  const rotate = async () => {
    expect((await command(gates, 'POST', 'root')).status).toBe(200)
    gates.advance(MINUTE_MS)
    await keyLoop.run(gates.deps, new AbortController().signal)
  }

  test('a repeated upload gets the same answers and stores no conflict twice', async () => {
    const door = await doorAt(gates.inGroup('A')[0])
    const unknown = entry('9999999999999999')
    const blocked = entry(sampleNumber(1, 99))
    // Another scan with an id that is taken: it has a conflict of its own.
    const twin = { ...entry('9999999999999998'), entryUid: unknown.entryUid }
    const entries = [unknown, blocked, twin]
    const answers = await upload(door, entries, 'Y')
    expect(answers).toEqual(['unreadable', 'card_blocked', 'sequence'])
    const before = await conflicts(door)
    expect(before).toHaveLength(3)

    await rotate()
    expect(await upload(door, entries, 'Y')).toEqual(answers)
    const after = await conflicts(door)
    expect(after.map(({ entryUid }) => entryUid)).toEqual(before.map(({ entryUid }) => entryUid))
    // Of the blocked card alone the row is known, and both moved to the next root.
    expect(after[1]?.entry.code).toBe(`card:${cardHash(gates.deps.keys, sampleNumber(1, 99))}`)
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
  })

  test('a card that is registered after a rotation takes the entries along that name it', async () => {
    const door = await doorAt(gates.inGroup('A')[0])
    const number = sampleNumber(1, 2)
    const early = entry(sampleQr(number), { at: gates.time.now - MINUTE_MS * 60 * 24 * 8 })
    expect(await upload(door, [early])).toEqual(['time'])
    gates.advance(MINUTE_MS * 60 * 24)
    await rotate()
    const { accessToken: token } = await signUpMember(gates)
    expect((await gates.call(passInsert, { token, query: { cardNum: number } })).status.code).toBe('200')
    expect((await conflicts(door)).map((row) => row.entry.code)).toEqual([
      `card:${cardHash(gates.deps.keys, sampleQr(number))}`,
    ])
  })
})
