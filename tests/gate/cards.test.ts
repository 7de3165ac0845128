import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { card } from '#server/db/schema/card.ts'
import { admission, pass as passTable } from '#server/db/schema/pass.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { findCard, gateCards } from '#server/modules/card/service.ts'
import { cardHash } from '#server/modules/card/hashes.ts'
import { passOfCard, unknownNumber } from '../harness/cards.ts'
import { openGates, type Gates } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** Card passes at gates: QR code and printed number lead to one entry, and printed numbers cannot be guessed. */

const MINUTE = 60 * SECOND_MS
let gates: Gates
beforeAll(async () => {
  gates = await openGates('embedded')
})
afterAll(() => gates.close())

/** Cards 01 to 05 of each product are sold; each test uses its own. */
const number = (nth: number, product = 1) => sampleNumber(product, nth)
const entriesOf = async (cardNumber: string) =>
  gates.deps.db
    .select()
    .from(admission)
    .where(eq(admission.passUid, await passOfCard(gates.deps, cardNumber)))

describe('a card at a scanner', () => {
  let scanner: Scanner
  beforeEach(async () => {
    scanner = await openScanner(gates)
    await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
  })
  const rulesSent = async () => {
    scanner.advance(MINUTE)
    await scanner.online()
    // A contact may be under way that began before the entry could be uploaded: contact twice.
    await scanner.contact()
    await scanner.contact()
    await scanner.waiting(0)
  }

  test('offline, the QR code enters once, and the printed number admits nobody (G17, G18)', async () => {
    await scanner.offline()
    expect(await scanner.read(sampleQr(number(1)))).toMatchObject({ verdict: 'admitted', by: 'card', offline: true })
    const typed = await scanner.read(number(1))
    expect(typed).toMatchObject({ verdict: 'scan_card' })
    const data = { verdict: 'scan_card' }
    expect(await scanner.letIn(number(1), typed.entryUid)).toMatchObject({ ok: true, data })
    expect(await scanner.read(sampleQr(number(1)))).toMatchObject({ verdict: 'refused', reason: 'used_here' })
    await scanner.waiting(1)
    await rulesSent()
    expect(scanner.state().kept).toEqual([])
    expect(await entriesOf(number(1))).toMatchObject([{ late: true, mark: null }])
  })

  test('a card that entered by its number online is refused by its QR code, also offline', async () => {
    expect(await scanner.read(number(2))).toMatchObject({ verdict: 'admitted', offline: false })
    await scanner.offline()
    expect(await scanner.read(sampleQr(number(2)))).toMatchObject({ verdict: 'refused', reason: 'used_here' })
    expect(await entriesOf(number(2))).toHaveLength(1)
  })

  test('a printed number is not judged while the journal holds an entry of a card (G19)', async () => {
    await scanner.offline()
    await scanner.read(sampleQr(number(3)))
    await scanner.online()
    expect(await scanner.read(number(3))).toMatchObject({ verdict: 'scan_card' })
    await rulesSent()
    expect(await scanner.read(number(3))).toMatchObject({ verdict: 'refused', reason: 'used_here' })
    expect(await entriesOf(number(3))).toHaveLength(1)
  })

  test('a mistyped number is refused at once, and the server is not asked (G18)', async () => {
    const wrong = number(5).replace(/.$/, (last) => String((Number(last) + 1) % 10))
    const failure = { kind: 'refused', code: 'E_CARD_NUMBER' }
    const before = scanner.network.sentRequests.length
    expect(await scanner.scan(wrong)).toEqual({ ok: false, failure })
    expect(await scanner.scan(wrong.replaceAll(/(.{4})(?=.)/g, '$1 '))).toEqual({ ok: false, failure })
    expect(scanner.network.sentRequests.slice(before).filter(({ path }) => path.includes('/gate/admit'))).toEqual([])
    await scanner.offline()
    expect(await scanner.scan(wrong)).toEqual({ ok: false, failure })
    expect(await scanner.read(number(5))).toMatchObject({ verdict: 'network' })
  })

  test('a card that the renewed list has before staff let it in is judged again (G17)', async () => {
    const stock = number(12, 4)
    await scanner.offline()
    const reading = await scanner.read(sampleQr(stock))
    expect(reading).toMatchObject({ verdict: 'ask' })
    await gates.deps.db
      .update(card)
      .set({ state: 'live', passUid: await gates.issue('00000000-0000-7000-8000-000000000001') })
      .where(eq(card.numberHash, cardHash(gates.deps.keys, stock)))
    await rulesSent()
    await scanner.offline()
    const data = { verdict: 'admitted', by: 'card' }
    expect(await scanner.letIn(sampleQr(stock), reading.entryUid)).toMatchObject({ ok: true, data })
    await rulesSent()
    expect(scanner.state().kept.filter(({ entryUid }) => entryUid === reading.entryUid)).toEqual([])
    expect(await entriesOf(stock)).toMatchObject([{ late: true, mark: null }])
  })

  test('a card that staff let in before it was listed enters no second time once it is listed', async () => {
    const stock = number(11, 4)
    await scanner.offline()
    const reading = await scanner.read(sampleQr(stock))
    expect(reading).toMatchObject({ verdict: 'ask' })
    expect(await scanner.letIn(sampleQr(stock), reading.entryUid)).toMatchObject({ ok: true })
    await gates.deps.db
      .update(card)
      .set({ state: 'live', passUid: await gates.issue('00000000-0000-7000-8000-000000000001') })
      .where(eq(card.numberHash, cardHash(gates.deps.keys, stock)))
    await rulesSent()
    await scanner.offline()
    expect(await scanner.read(sampleQr(stock))).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  })
})

test('the gate lists contain cards in use and blocked cards, but none in stock', async () => {
  const lists = async () => {
    const { live, blocked } = await gateCards(gates.deps)
    return { live: live.map(({ qr }) => qr), blocked, passes: new Map(live.map(({ qr, passUid }) => [qr, passUid])) }
  }
  const { live, blocked, passes } = await lists()
  expect(live).toEqual(expect.arrayContaining([number(1), number(5, 4)].map(sampleQr)))
  expect(live).not.toContain(sampleQr(number(11)))
  expect(blocked).toContain(sampleQr(number(99, 2)))
  const qr = sampleQr(number(4, 3))
  const passUid = await passOfCard(gates.deps, number(4, 3))
  expect(passes.get(qr)).toBe(passUid)
  const listedAfter = async (facts: Partial<typeof passTable.$inferInsert>) => {
    await gates.deps.db.update(passTable).set(facts).where(eq(passTable.passUid, passUid))
    const after = await lists()
    return [after.live.includes(qr), after.blocked.includes(qr)]
  }
  // A refund that waits for the desk blocks the card until it is denied.
  expect(await listedAfter({ refundUid: uuidv7() })).toEqual([false, true])
  expect(await listedAfter({ refundUid: null })).toEqual([true, false])
  expect(await listedAfter({ voided: 'cancelled' })).toEqual([false, true])
  expect(await findCard(gates.deps, sampleQr(number(1)))).toMatchObject({ state: 'live' })
  expect(await findCard(gates.deps, `HPCARD${number(1)}`)).toBeUndefined()
  expect(await findCard(gates.deps, unknownNumber(1))).toBeUndefined()
})

describe('printed numbers at a gate', () => {
  test('numbers in a journal of the first release share the limit on guesses, and go to the desk beyond it', async () => {
    const door = await gates.gate(gates.inGroup('A')[0] ?? '')
    const entryOf = (code: string, seq: number) => ({ entryUid: crypto.randomUUID(), seq, at: gates.time.now, code })
    const guessed = Array.from({ length: 20 }, (_, nth) => entryOf(unknownNumber(nth), nth + 1))
    const [real, qr] = [entryOf(number(4), 21), entryOf(sampleQr(number(5)), 22)]
    const { data } = await door.upload([...guessed, real, qr])
    expect(data?.results.slice(-2)).toMatchObject([
      { outcome: 'conflict', reason: 'unreadable' },
      { outcome: 'entered' },
    ])
    expect(await entriesOf(number(4))).toEqual([])
  })

  test('a number with a wrong check digit is refused each time and does not count as a guess', async () => {
    const door = await gates.gate(gates.inGroup('A')[1] ?? '')
    const wrong = number(2, 2).replace(/.$/, (last) => String((Number(last) + 1) % 10))
    for (let times = 0; times < 25; times += 1)
      expect(await door.scan(wrong)).toMatchObject({ http: 200, status: { code: 'E_CARD_NUMBER' }, data: null })
    const entry = (nth: number) => ({ entryUid: crypto.randomUUID(), seq: nth + 1, at: gates.time.now, code: wrong })
    const { data } = await door.upload(Array.from({ length: 25 }, (_, nth) => entry(nth)))
    expect(new Set(data?.results.map(({ reason }) => reason))).toEqual(new Set(['unreadable']))
    expect((await door.scan(number(2, 2))).data).toMatchObject({ verdict: 'admitted' })
  })

  test('a gate may try twenty numbers at once and then one in thirty seconds; QR codes and other gates are not limited', async () => {
    const [door, otherDoor] = [
      await gates.gate(gates.inGroup('A')[0] ?? ''),
      await gates.gate(gates.inGroup('A')[0] ?? ''),
    ]
    const wrong = (nth: number) => door.scan(unknownNumber(nth))
    for (let nth = 0; nth < 20; nth += 1) expect((await wrong(nth)).data).toMatchObject({ reason: 'unreadable' })
    const held = await door.scan(number(1, 2))
    expect(held).toMatchObject({ http: 429, status: { code: 'E_THROTTLED', retryAfter: 30 } })
    expect((await door.scan(sampleQr(number(1, 2)))).data).toMatchObject({ verdict: 'admitted' })
    expect((await otherDoor.scan(number(2, 2))).data).toMatchObject({ verdict: 'admitted' })
    gates.advance(30 * SECOND_MS)
    expect((await wrong(20)).data).toMatchObject({ reason: 'unreadable' })
    expect((await wrong(21)).status.code).toBe('E_THROTTLED')
    gates.advance(HOUR_MS)
    expect((await wrong(22)).data).toMatchObject({ reason: 'unreadable' })
  })
})
