import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { gate as gateTable } from '#server/db/schema/gate.ts'
import { makeEnrolmentCode, revokeGate } from '#server/modules/gate/service.ts'
import { openGates, VENUE, type Gates } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** A scanner that was revoked at one place and is enrolled at another. */

let gates: Gates
let scanner: Scanner
let firstPlace = ''
beforeAll(async () => {
  gates = await openGates('embedded')
  firstPlace = gates.inGroup('A')[0] ?? ''
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(firstPlace)
})

/** Revokes all scanners of the first place, and waits until this one knows. */
const revoke = async () => {
  const rows = await gates.deps.db.select().from(gateTable).where(eq(gateTable.placeUid, firstPlace))
  for (const { gateUid } of rows) await revokeGate(gates.deps, gateUid)
  await scanner.online()
  scanner.advance(MINUTE_MS)
  expect(await scanner.contact()).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  await scanner.settled(() => scanner.state().enrolment?.ended === true, 'an ended scanner')
}

test('a scanner that is enrolled at another place judges nothing by the lists of the former one (G13, G31)', async () => {
  const { code } = await gates.traveller()
  await revoke()
  scanner.network.fault(/gate\/rules/, 'drop')
  const enrolment = await makeEnrolmentCode(gates.deps, VENUE)
  expect(await scanner.enrol(enrolment.code)).toMatchObject({ ok: true })
  await scanner.settled(() => scanner.state().enrolment?.place.uid === VENUE, 'the new place')
  expect(scanner.state().lists).toBeNull()
  await scanner.offline()
  expect(await scanner.read(await code())).toMatchObject({ verdict: 'no_lists', offline: true })
})

test('a scanner that is enrolled at another place admits visitors of the former one, and loses no entry (G14, G31)', async () => {
  const [online, offline] = [await gates.traveller('Big3'), await gates.traveller()]
  const shownCode = await online.code()
  expect((await scanner.read(shownCode)).verdict).toBe('admitted')
  await scanner.offline()
  const { entryUid } = await scanner.read(await offline.code())
  await scanner.waiting(1)
  expect(scanner.state().enteredToday).toBe(2)
  await revoke()
  await scanner.enrolAt(VENUE)
  await scanner.waiting(0)
  expect(scanner.state().kept).toMatchObject([{ entryUid, outcome: 'conflict', reason: 'time' }])
  const entriesAtNewPlace = scanner.state().enteredToday
  await scanner.offline()
  expect(await scanner.read(await offline.code())).toMatchObject({ verdict: 'recorded', offline: true })
  expect(await scanner.read(shownCode)).toMatchObject({ verdict: 'refused', reason: 'old_code' })
  expect(await scanner.read(await online.code())).toMatchObject({ verdict: 'recorded', offline: true })
  for (const { code } of [online, offline]) {
    scanner.advance(20 * SECOND_MS)
    expect(await scanner.read(await code())).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  }
  expect(entriesAtNewPlace).toBe(0)
})
