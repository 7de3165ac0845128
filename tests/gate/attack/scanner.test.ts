import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as giftCalls from '#contract/calls/gift.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb } from '#db/gate.ts'
import { sampleQr } from '#server/modules/card/numbers.ts'
import { createGate } from '#sync/gate/gate.ts'
import { gate as gateTable, gateConflict } from '#server/db/schema/gate.ts'
import { admission } from '#server/db/schema/pass.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import { signUpMember } from '../../harness/factories.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { makePhone } from '../../passes/phone.ts'
import { openGates, type Gates } from '../gates.ts'
import { openScanner, type Scanner } from '../scanner.ts'
import { forgeries } from './forgery.ts'

/**
 * Attacks on an offline scanner, by what it scans and through its storage, and how the server treats the uploaded
 * entries.
 */

const MINUTE = 60 * SECOND_MS
const SOLD = '9990000000010002'
let gates: Gates
let place = ''
let scanner: Scanner
beforeAll(async () => {
  gates = await openGates('embedded')
  place = gates.inGroup('A')[0] ?? ''
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(place)
})

const entriesOf = async (passUid: string) =>
  (await gates.deps.db.select().from(admission)).filter((row) => row.passUid === passUid)
const conflictsOf = async (code: string) =>
  (await gates.deps.db.select().from(gateConflict)).filter(({ entry }) => entry.code === code)
const storageOf = (of: Scanner): GateDb => {
  if (!of.browser.idb) throw new Error('no storage')
  return new GateDb(idbOf(of.browser.idb, IDBKeyRange))
}
const reportAll = async (...all: Scanner[]) => {
  for (const one of all) await one.online()
  scanner.advance(MINUTE)
  for (const one of all) {
    if (one !== scanner) one.clock.advance(MINUTE)
    await one.contact()
    await one.waiting(0)
  }
}

test('forged codes and a certificate alone are refused offline, and the genuine code still opens (G1)', async () => {
  const traveller = await gates.traveller()
  await scanner.offline()
  for (const [what, text] of Object.entries(await forgeries(gates, traveller)))
    expect(await scanner.read(text), what).toMatchObject({ verdict: 'refused', reason: 'unreadable', pass: null })
  expect(scanner.state().waiting).toBe(0)
  expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted', offline: true })
})

test('a pass that was given away since the lists were made is admitted offline and kept for the desk, and its new holder enters once', async () => {
  const { token, password, code, passUid } = await gates.traveller()
  await scanner.offline()
  const friend = await signUpMember(gates)
  const sent = await gates.call(giftCalls.giftInsert, { token, body: { passUid, id: friend.email, password } })
  const giftUid = sent.data?.giftUid ?? ''
  await gates.call(giftCalls.giftReceive, { token: friend.accessToken, body: { giftUid } })
  scanner.advance(MINUTE)
  const shownCode = await code()
  expect(await scanner.read(shownCode)).toMatchObject({ verdict: 'admitted', offline: true })
  await reportAll(scanner)
  expect(scanner.state().kept).toMatchObject([{ outcome: 'conflict', reason: 'revoked' }])
  expect(await conflictsOf(shownCode)).toMatchObject([{ reason: 'revoked', passUid }])
  expect(await entriesOf(passUid)).toEqual([])
  const phone = await makePhone(gates)
  const { data } = await phone.show(friend.accessToken, { passUid })
  const certificate = data?.list.find((pass) => pass.passUid === passUid)?.certificate ?? null
  const secondScanner = await openScanner(gates)
  await secondScanner.enrolAt(place)
  expect(await secondScanner.read(await gates.draw(phone, certificate))).toMatchObject({
    verdict: 'admitted',
    offline: false,
  })
  // The second scanner's lists contain the revocation.
  await secondScanner.offline()
  expect(await secondScanner.read(await code())).toMatchObject({ verdict: 'refused', reason: 'revoked' })
  expect(await entriesOf(passUid)).toHaveLength(1)
})

test('journal entries that were altered on the device (dated back, pass replaced, id reused) are kept for the desk, and none is entered', async () => {
  const [early, swapped, doubled, absent] = await Promise.all([1, 2, 3, 4].map(() => gates.traveller()))
  if (!early || !swapped || !doubled || !absent) throw new Error('too few')
  const before = gates.time.now
  const admittedTraveller = await gates.traveller()
  const { entryUid } = await scanner.read(await admittedTraveller.code())
  scanner.advance(HOUR_MS)
  await scanner.contact()
  await scanner.offline()
  scanner.advance(MINUTE)
  for (const one of [early, swapped, doubled]) expect((await scanner.read(await one.code())).verdict).toBe('admitted')
  await scanner.waiting(3)
  const db = storageOf(scanner)
  const [first, second, third] = await db.entries.orderBy('seq').toArray()
  if (!first || !second || !third) throw new Error('no journal')
  await db.entries.put({ ...first, at: before, code: await early.code(before) })
  // A code that was never shown at this gate: the phone signed it a while ago.
  await db.entries.put({ ...second, code: await absent.code(gates.time.now - 2 * MINUTE) })
  // An id that the server knows from another visitor's entry.
  await db.entries.put({ ...third, entryUid })
  const codes = (await db.entries.orderBy('seq').toArray()).map(({ code }) => code)
  db.close()
  await scanner.online()
  scanner.advance(MINUTE)
  await scanner.contact()
  for (const one of [early, swapped, doubled, absent]) expect(await entriesOf(one.passUid)).toEqual([])
  const reasons = await Promise.all(codes.map(async (code) => (await conflictsOf(code)).map(({ reason }) => reason)))
  expect(reasons).toEqual([['time'], ['held'], ['sequence']])
  expect(await entriesOf(admittedTraveller.passUid)).toHaveLength(1)
})

test('text that the server would reject is not written into the journal, which is then uploaded (G20)', async () => {
  const { code, passUid } = await gates.traveller()
  await scanner.offline()
  // The number of a sold card, with so much white space that it is too long, or with white space to be normalised.
  const wide = SOLD.replace('999', `999${' '.repeat(400)}`)
  expect(await scanner.read(wide)).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
  expect(await scanner.read(SOLD.replace('999', '999\t\u2003'))).toMatchObject({ verdict: 'network' })
  expect(await scanner.read(`\t${sampleQr(SOLD)}\u2003`)).toMatchObject({ verdict: 'admitted', by: 'card' })
  expect(await scanner.read(`HP1:${'A'.repeat(400)}`)).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
  expect((await scanner.read(await code())).verdict).toBe('admitted')
  await reportAll(scanner)
  expect(scanner.state().kept).toEqual([])
  expect(await entriesOf(passUid)).toHaveLength(1)
  expect(await scanner.read(`HP1:\u0000${'A'.repeat(400)}`)).toMatchObject({ reason: 'unreadable', offline: false })
})

test('two pages of one scanner admit a pass once, by whichever code (G25)', async () => {
  const { code, passUid } = await gates.traveller()
  const tab = await scanner.browser.tab()
  const second = await createGate(tab.runtime)
  await scanner.offline()
  await tab.runtime.online.probe()
  const [shownCode, nextCode] = [await code(), await code(gates.time.now + SECOND_MS)]
  const answers = await Promise.all([
    scanner.scan(shownCode),
    second.scan(shownCode),
    scanner.scan(nextCode),
    second.scan(nextCode),
  ])
  const verdicts = answers.map((answer) => (answer.ok ? answer.data.verdict : answer.failure.kind))
  expect(verdicts.toSorted()).toEqual(['admitted', 'refused', 'refused', 'refused'])
  await reportAll(scanner)
  expect(await entriesOf(passUid)).toHaveLength(1)
})

test('a credential copied to another device makes two journals collide: each scan is entered once or kept for the desk, and revoking it ends both', async () => {
  const [shared, own, theirs] = await Promise.all([1, 2, 3].map(() => gates.traveller()))
  if (!shared || !own || !theirs) throw new Error('too few')
  const thief = await openScanner(gates)
  const [from, to] = [storageOf(scanner), storageOf(thief)]
  await to.kept.bulkPut(await from.kept.toArray())
  from.close()
  to.close()
  await Promise.all([scanner.offline(), thief.offline()])
  const sharedCode = await shared.code()
  expect((await scanner.read(sharedCode)).verdict).toBe('admitted')
  expect((await scanner.read(await own.code())).verdict).toBe('admitted')
  // The copy scans a screenshot of the same code, and a visitor of its own.
  expect((await thief.read(sharedCode)).verdict).toBe('admitted')
  const elsewhere = await theirs.code()
  expect((await thief.read(elsewhere)).verdict).toBe('admitted')
  await reportAll(scanner, thief)
  expect(scanner.state().kept).toEqual([])
  expect(thief.state().kept.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['conflict', 'sequence'],
    ['conflict', 'sequence'],
  ])
  expect(await conflictsOf(elsewhere)).toHaveLength(1)
  for (const { passUid } of [shared, own]) expect(await entriesOf(passUid)).toMatchObject([{ mark: null }])
  expect(await entriesOf(theirs.passUid)).toEqual([])
  // Ids are sorted by creation time.
  const mine = (await gates.deps.db.select().from(gateTable))
    .toSorted((x, y) => (x.gateUid < y.gateUid ? -1 : 1))
    .at(-1)
  expect(await revokeGate(gates.deps, mine?.gateUid ?? '')).toBe(true)
  for (const one of [scanner, thief])
    expect(await one.scan(await theirs.code())).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
})
