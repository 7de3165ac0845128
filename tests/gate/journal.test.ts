import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as gateCalls from '#contract/calls/gate.ts'
import * as giftCalls from '#contract/calls/gift.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { discountUse, pass as passTable } from '#server/db/schema/pass.ts'
import { news } from '#server/db/schema/news.ts'
import { storedCode } from '#server/modules/card/service.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember } from '../harness/factories.ts'
import { makePhone } from '../passes/phone.ts'
import { journals, openGates, VENUE, type Gates } from './gates.ts'

const MINUTE = 60 * SECOND_MS

describe.each(drawnEngines())('a journal on %s', (engine) => {
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

  test('refuses malformed journals', async () => {
    const door = await doorAt(a[0])
    const good = entry('HP1:A')
    for (const body of [
      {},
      { entries: [good] },
      { entries: [{ ...good, seq: 0 }], moreYn: 'N' },
      { entries: [{ ...good, name: 'x' }], moreYn: 'N' },
      { entries: Array.from({ length: 51 }, () => entry('HP1:A')), moreYn: 'N' },
    ])
      expect((await gates.call(gateCalls.journal, { token: door.token, body: body as never })).http).toBe(422)
  })

  test('entries of an offline gate are entered once, with their own time', async () => {
    const door = await doorAt(a[0])
    const [first, second] = [await gates.traveller(), await gates.traveller()]
    gates.advance(HOUR_MS)
    const start = gates.time.now
    const one = entry(await first.code())
    gates.advance(MINUTE)
    const two = entry(await second.code())
    gates.advance(HOUR_MS)
    const answer = await door.upload([two, one])
    expect(answer.data).toEqual({
      results: [
        { entryUid: two.entryUid, outcome: 'entered', reason: null },
        { entryUid: one.entryUid, outcome: 'entered', reason: null },
      ],
      seq: two.seq,
    })
    expect(await first.pass()).toMatchObject({ state: 'in_use', activatedAt: start, expiresAt: start + DAY_MS })
    expect((await entered(first.passUid))[0]).toMatchObject({ at: start, late: true, mark: null, by: 'clock' })
    // The answer was lost: the gate uploads the same journal once more.
    expect((await door.upload([one, two])).data?.results.map(({ outcome }) => outcome)).toEqual(['entered', 'entered'])
    expect(await entered(first.passUid)).toHaveLength(1)
    expect(await conflicts(door)).toEqual([])
  })

  test('a first entry that is uploaded after its window ended is announced only as expired', async () => {
    const door = await doorAt(a[0])
    const { code, memberId, pass } = await gates.traveller()
    const lateEntry = entry(await code())
    gates.advance(DAY_MS)
    expect(await upload(door, [lateEntry])).toEqual(['entered'])
    expect((await pass()).activatedAt).toBe(lateEntry.at)
    await runDueJobs(gates.deps)
    const memberNews = (await gates.deps.db.select().from(news)).filter((each) => each.memberId === memberId)
    expect(memberNews.map(({ kind }) => kind)).toEqual(['pass_expired'])
  })

  test('a first entry that is uploaded within its window is announced with the remaining time', async () => {
    const door = await doorAt(a[0])
    const { code, memberId } = await gates.traveller()
    const lateEntry = entry(await code())
    gates.advance(DAY_MS - 1)
    expect(await upload(door, [lateEntry])).toEqual(['entered'])
    const memberNews = (await gates.deps.db.select().from(news)).filter((each) => each.memberId === memberId)
    expect(memberNews.map(({ kind, values }) => [kind, values])).toEqual([
      ['pass_activated', { pass: '24H', expiresAt: lateEntry.at + DAY_MS }],
    ])
  })

  test('an entry that was admitted online, with its answer lost, is not entered twice', async () => {
    const door = await doorAt(a[0])
    const { code, passUid } = await gates.traveller()
    const lateEntry = entry(await code())
    expect((await door.scan(lateEntry.code, lateEntry.entryUid)).data?.verdict).toBe('admitted')
    expect(await upload(door, [lateEntry])).toEqual(['entered'])
    expect(await entered(passUid)).toHaveLength(1)
  })

  test('an entry that was admitted online, with its answer lost, is undone by the journal within a minute only', async () => {
    const door = await doorAt(a[0])
    const { code, pass, passUid } = await gates.traveller()
    const lateEntry = entry(await code())
    await door.scan(lateEntry.code, lateEntry.entryUid)
    const undoneAfter = (ms: number) => ({ ...lateEntry, undone: { at: lateEntry.at + ms, reason: 'other' as const } })
    gates.advance(MINUTE)
    expect(await upload(door, [undoneAfter(MINUTE)], 'Y')).toEqual(['entered'])
    expect((await pass()).state).toBe('in_use')
    expect(await upload(door, [undoneAfter(MINUTE - 1)])).toEqual(['undone'])
    expect(await pass()).toMatchObject({ state: 'unused', admissions: [] })
    expect(await entered(passUid)).toMatchObject([{ undoneAt: lateEntry.at + MINUTE - 1 }])
    expect(await upload(door, [undoneAfter(MINUTE - 1)])).toEqual(['undone'])
  })

  test('a late upload does not shorten a running window', async () => {
    const [door, otherDoor] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, pass, passUid } = await gates.traveller()
    const early = entry(await code())
    gates.advance(3 * HOUR_MS)
    await otherDoor.scan(await code())
    const expiresAt = (await pass()).expiresAt
    gates.advance(MINUTE)
    expect(await upload(door, [early])).toEqual(['entered'])
    expect((await pass()).expiresAt).toBe(expiresAt)
    expect(await entered(passUid)).toHaveLength(2)
  })

  test('when two offline gates admit one pass, both entries stay and the second is marked', async () => {
    const [door, twin] = [await doorAt(a[0]), await doorAt(a[0])]
    const { code, pass, passUid } = await gates.traveller()
    const one = entry(await code())
    gates.advance(15 * SECOND_MS)
    const two = entry(await code())
    expect(await upload(door, [one])).toEqual(['entered'])
    expect(await upload(twin, [two])).toEqual(['used_here'])
    expect((await entered(passUid)).map(({ mark }) => mark)).toEqual([null, 'used_here'])
    expect((await pass()).admissions).toHaveLength(1)
    expect(await upload(twin, [two])).toEqual(['used_here'])

    const big = await gates.traveller('Big3')
    const [doorA, doorB] = [await doorAt(a[1]), await doorAt(a[2])]
    const [x, y] = [entry(await big.code()), entry(await big.code(gates.time.now + SECOND_MS))]
    expect(await upload(doorA, [x])).toEqual(['entered'])
    expect(await upload(doorB, [y])).toEqual(['allowance_spent'])
    expect((await big.pass()).allowance).toMatchObject({ A: { total: 1, used: 1 } })
  })

  test('each code is verified again: forged codes, codes used at another gate, pictures and unknown cards go to the desk', async () => {
    const [door, twin] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, certificate, passUid } = await gates.traveller()
    const thief = await makePhone(gates)
    const shownCode = await code()
    expect(await upload(twin, [entry(shownCode)])).toEqual(['entered'])
    const entries = [
      entry(await gates.draw(thief, certificate)),
      entry(shownCode),
      entry(await code(gates.time.now - HOUR_MS)),
      entry('9999999999999999'),
      entry('7K3M-Q2XD-01'),
    ]
    expect(await upload(door, entries)).toEqual(['unreadable', 'old_code', 'held', 'unreadable', 'unreadable'])
    expect(await entered(passUid)).toHaveLength(1)
    const standing = await conflicts(door)
    // Stored as uploaded, except the number of a card, which is stored as a hash.
    const stored = entries.map((one) => ({ ...one, code: storedCode(gates.deps.keys, one.code) }))
    expect(standing.map(({ entry: whole }) => whole)).toEqual(stored)
    expect(stored.filter(({ code: text }, nth) => text !== entries[nth]?.code)).toHaveLength(1)
    // A repeated upload is kept once and gets the same answers.
    expect(await upload(door, entries)).toEqual(['unreadable', 'old_code', 'held', 'unreadable', 'unreadable'])
    expect(await conflicts(door)).toHaveLength(5)
  })

  test('a phone with a wrong clock is entered by two codes that fit in time', async () => {
    const door = await doorAt(a[0])
    const { code, passUid } = await gates.traveller()
    const held = { code: await code(gates.time.now + 9 * HOUR_MS), at: gates.time.now }
    gates.advance(15 * SECOND_MS)
    const living = entry(await code(gates.time.now + 9 * HOUR_MS), { held })
    const picture = entry(await code(gates.time.now + 9 * HOUR_MS), { held: { ...held, at: held.at - 30 * SECOND_MS } })
    expect(await upload(door, [picture, living])).toEqual(['held', 'entered'])
    expect((await entered(passUid))[0]).toMatchObject({ by: 'two_codes', skewMs: 9 * HOUR_MS })
  })

  test('entries from before the last contact, from the future or out of sequence go to the desk', async () => {
    const door = await doorAt(a[0])
    const { code, passUid } = await gates.traveller()
    const early = entry(await code())
    gates.advance(MINUTE)
    await door.upload([])
    const future = entry(await code(gates.time.now + MINUTE), { at: gates.time.now + MINUTE })
    expect(await upload(door, [early, future])).toEqual(['time', 'time'])
    gates.advance(MINUTE)
    const repeated = entry(await code(), { seq: future.seq })
    expect(await upload(door, [repeated])).toEqual(['sequence'])
    expect(await entered(passUid)).toEqual([])
    expect(await conflicts(door)).toHaveLength(3)
  })

  test('a long time offline can be uploaded in several requests', async () => {
    const door = await doorAt(a[0])
    const [x, y] = [await gates.traveller(), await gates.traveller()]
    const entries = [entry(await x.code()), entry(await y.code())]
    gates.advance(HOUR_MS)
    expect(await upload(door, entries.slice(0, 1), 'Y')).toEqual(['entered'])
    gates.advance(MINUTE)
    expect(await upload(door, entries.slice(1), 'N')).toEqual(['entered'])
  })

  test('entries of refunded passes, of expired passes and at places outside the groups go to the desk', async () => {
    const door = await doorAt(a[0])
    const { code, passUid, set } = await gates.traveller()
    const entries = [entry(await code()), entry(await code(gates.time.now + SECOND_MS))]
    await set({ voided: 'refund' })
    expect(await upload(door, entries.slice(0, 1), 'Y')).toEqual(['refunded'])
    await set({ voided: null, activatedAt: gates.time.now - DAY_MS })
    expect(await upload(door, entries.slice(1), 'Y')).toEqual(['expired'])
    const [nowhere] = gates.inGroup(null)
    const outside = await doorAt(nowhere)
    await set({ activatedAt: null })
    expect(await upload(outside, [entry(await code(gates.time.now + 2 * SECOND_MS))])).toEqual(['not_valid_here'])
    expect(await entered(passUid)).toEqual([])
    expect((await conflicts(door)).map((row) => row.passUid)).toEqual([passUid, passUid])
  })

  test('an entry counts if it was made before the pass moved to another phone, and not if after', async () => {
    const [door, doorB] = [await doorAt(a[0]), await doorAt(b[0])]
    const { code, passUid, password, token } = await gates.traveller()
    const before = entry(await code())
    gates.advance(MINUTE)
    const otherPhone = await makePhone(gates)
    expect((await otherPhone.show(token, { passUid, password })).status.code).toBe('200')
    gates.advance(MINUTE)
    expect(await upload(door, [before])).toEqual(['entered'])
    expect(await upload(doorB, [entry(await code())])).toEqual(['revoked'])
  })

  test('a discount while a gift was pending ends the gift and starts no window', async () => {
    const venue = await doorAt(VENUE)
    const { code, passUid, token, password, pass } = await gates.traveller()
    const friend = await signUpMember(gates)
    const sent = await gates.call(giftCalls.giftInsert, { token, body: { passUid, id: friend.email, password } })
    const giftUid = sent.data?.giftUid ?? ''
    const undone = { at: gates.time.now + SECOND_MS, reason: 'wrong_pass' as const }
    gates.advance(2 * SECOND_MS)
    expect(await upload(venue, [entry(await code(), { at: gates.time.now - 2 * SECOND_MS, undone })])).toEqual([
      'undone',
    ])
    const stored = () => gates.deps.db.select().from(passTable).where(eq(passTable.passUid, passUid))
    expect(await stored()).toMatchObject([{ giftUid, discountUsedAt: null }])
    expect(await upload(venue, [entry(await code(gates.time.now + SECOND_MS))])).toEqual(['recorded'])
    expect(await stored()).toMatchObject([{ giftUid: null, discountUsedAt: gates.time.now, activatedAt: null }])
    expect((await pass()).state).toBe('unused')
    const accept = await gates.call(giftCalls.giftReceive, { token: friend.accessToken, body: { giftUid } })
    expect(accept.status.code).toBe('E_GIFT_ENDED')
  })

  test('of two offline discounts of one pass at one partner the second is kept and marked, and the first alone counts', async () => {
    const [venue, till] = [await doorAt(VENUE), await doorAt(VENUE)]
    const { code, passUid } = await gates.traveller()
    const first = gates.time.now
    const second = entry(await code(first + SECOND_MS), { at: first + SECOND_MS })
    expect(await upload(venue, [entry(await code())])).toEqual(['recorded'])
    gates.advance(MINUTE)
    expect(await upload(till, [second])).toEqual(['used_here'])
    expect(await upload(till, [second])).toEqual(['used_here'])
    const uses = await gates.deps.db.select().from(discountUse).where(eq(discountUse.passUid, passUid))
    expect(uses.map(({ at, mark }) => [at, mark])).toEqual([
      [first, null],
      [first + SECOND_MS, 'used_here'],
    ])
    const [row] = await gates.deps.db.select().from(passTable).where(eq(passTable.passUid, passUid))
    expect(row?.discountUsedAt).toBe(first)
  })

  test('an entry while a gift was pending ends the gift', async () => {
    const door = await doorAt(a[0])
    const { code, passUid, token, password, pass } = await gates.traveller()
    const friend = await signUpMember(gates)
    const sent = await gates.call(giftCalls.giftInsert, { token, body: { passUid, id: friend.email, password } })
    expect(sent.status.code).toBe('200')
    const giftUid = sent.data?.giftUid ?? ''
    expect(await upload(door, [entry(await code(gates.time.now + SECOND_MS))])).toEqual(['entered'])
    expect((await pass()).state).toBe('in_use')
    const accept = await gates.call(giftCalls.giftReceive, { token: friend.accessToken, body: { giftUid } })
    expect(accept.status.code).toBe('E_GIFT_ENDED')
  })

  test('an entry that is seven days old goes to the desk, even if the gate never reported an empty journal', async () => {
    const door = await doorAt(a[0])
    const [early, lateTraveller] = [await gates.traveller(), await gates.traveller()]
    const first = entry(await early.code())
    gates.advance(SECOND_MS)
    const second = entry(await lateTraveller.code())
    gates.advance(7 * DAY_MS - SECOND_MS)
    expect(await upload(door, [first, second], 'Y')).toEqual(['time', 'entered'])
    expect(await early.pass()).toMatchObject({ state: 'unused', admissions: [] })
    expect(await conflicts(door)).toMatchObject([{ reason: 'time', entry: { at: first.at } }])
    expect(await entered(lateTraveller.passUid)).toMatchObject([{ at: second.at, mark: null }])
  })

  test('an entry that was undone within a minute is stored and does not count', async () => {
    const door = await doorAt(a[0])
    const { code, pass, passUid } = await gates.traveller()
    const undone = { at: gates.time.now + 59 * SECOND_MS, reason: 'did_not_enter' as const }
    const tooLate = { ...undone, at: gates.time.now + 60 * SECOND_MS }
    const entries = [
      entry(await code(), { undone }),
      entry(await code(gates.time.now + SECOND_MS), { undone: tooLate }),
    ]
    gates.advance(2 * MINUTE)
    expect(await upload(door, entries)).toEqual(['undone', 'undo'])
    expect(await pass()).toMatchObject({ state: 'unused', admissions: [] })
    expect(await entered(passUid)).toMatchObject([{ undoneAt: undone.at, undoReason: 'did_not_enter' }])
    expect(await upload(door, entries)).toEqual(['undone', 'undo'])
  })
})
