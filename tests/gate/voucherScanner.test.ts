import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { presentCode } from '#contract/rules/passCode.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { gate as gateTable } from '#server/db/schema/gate.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { revokeGate } from '#server/modules/gate/service.ts'
import { issueVoucherCertificate } from '#server/modules/pass/service.ts'
import { openGates, VENUE, type Gates, type Traveller } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'
import { CAFE, CAFE_PLACE } from './voucherHolder.ts'

/** Vouchers of goods at the scanner's client, against the real server. */

let gates: Gates
let scanner: Scanner
let visitor: Traveller
beforeAll(async () => {
  gates = await openGates('embedded')
  visitor = await gates.traveller()
})
afterAll(() => gates.close())
beforeEach(async () => {
  scanner = await openScanner(gates)
  await scanner.enrolAt(CAFE_PLACE)
})

/** Inserts a confirmed voucher of the visitor, as its payment would have; returns its id and what draws its codes. */
const makeVoucher = async () => {
  const rsvtUid = randomUUID()
  const now = gates.time.now
  const endsAt = now + 90 * DAY_MS
  await gates.deps.db.insert(reservation).values({
    rsvtUid,
    rsvtNumber: `HR-${rsvtUid.slice(0, 8)}`,
    memberId: visitor.memberId,
    quoteUid: randomUUID(),
    gdsUid: 'vo-cafe-momos',
    gdsDtlUid: CAFE,
    gdsTycd: 'CD0000000082',
    priceSn: 'open',
    goodsCnt: 2,
    amount: 12_000,
    state: 'confirmed',
    confirmation: 'instant',
    startsAt: now,
    endsAt,
    validDays: 90,
    holdUntil: now,
    guestName: 'MEI LIN',
    guestEmail: 'mei@mail.example',
    reservedAt: now,
    paidAt: now,
    confirmedAt: now,
  })
  const { algorithm, publicKey } = await visitor.phone.proof('')
  const issued = issueVoucherCertificate(gates.deps.keys, { rsvtUid, endsAt, key: { algorithm, publicKey } }, now)
  const certificate = fromBase64url(issued ?? '') ?? new Uint8Array()
  return {
    rsvtUid,
    draw: (skewMs = 0) => presentCode(certificate, gates.time.now + skewMs, visitor.phone.sign),
    usedAt: async () =>
      (await gates.deps.db.select().from(reservation).where(eq(reservation.rsvtUid, rsvtUid)))[0]?.usedAt,
  }
}

test('online the server redeems a voucher, with what staff compare, and refuses it from then on (G35, G36)', async () => {
  const voucher = await makeVoucher()
  expect(await scanner.read(await voucher.draw())).toMatchObject({
    verdict: 'redeemed',
    kind: 'voucher',
    offline: false,
    undoUntil: null,
    voucher: { rsvtUid: voucher.rsvtUid, goodsCnt: 2, guestName: 'MEI LIN', usedAt: gates.time.now },
  })
  const usedAt = gates.time.now
  scanner.advance(20 * SECOND_MS)
  expect(await scanner.read(await voucher.draw())).toMatchObject({
    verdict: 'refused',
    reason: 'used',
    voucher: { usedAt },
  })
})

test('offline the scanner says that a voucher needs a connection, and the journal holds nothing of it (G35)', async () => {
  const voucher = await makeVoucher()
  await scanner.offline()
  const answer = await scanner.read(await voucher.draw())
  expect(answer).toMatchObject({ verdict: 'voucher_network', kind: 'voucher', offline: true, voucher: null })
  expect(scanner.state().waiting).toBe(0)
  await scanner.online()
  await scanner.contact()
  expect(await voucher.usedAt()).toBeNull()
  scanner.advance(20 * SECOND_MS)
  expect((await scanner.read(await voucher.draw())).verdict).toBe('redeemed')
})

test('a scan whose answer was lost is repeated with the next code and gets its success, and no other (G37)', async () => {
  const [voucher, second] = [await makeVoucher(), await makeVoucher()]
  scanner.network.fault(/POST \/gate\/voucher/, 'lose')
  const lost = await scanner.read(await voucher.draw())
  expect(lost.verdict).toBe('voucher_network')
  const usedAt = await voucher.usedAt()
  expect(usedAt).toBe(gates.time.now)
  await scanner.online()
  // A visitor between the two scans changes nothing.
  const between = await scanner.read(await second.draw())
  expect(between.verdict).toBe('redeemed')
  expect(between.entryUid).not.toBe(lost.entryUid)
  scanner.advance(20 * SECOND_MS)
  expect(await scanner.read(await voucher.draw())).toMatchObject({ verdict: 'redeemed', at: usedAt })
  scanner.advance(20 * SECOND_MS)
  expect(await scanner.read(await voucher.draw())).toMatchObject({ verdict: 'refused', reason: 'used' })
})

test('a phone whose clock is wrong is redeemed by two codes in a row (G7)', async () => {
  const voucher = await makeVoucher()
  expect(await scanner.read(await voucher.draw(-HOUR_MS))).toMatchObject({ verdict: 'hold', kind: 'voucher' })
  scanner.advance(15 * SECOND_MS)
  expect(await scanner.read(await voucher.draw(-HOUR_MS))).toMatchObject({ verdict: 'redeemed', by: 'two_codes' })
})

test('a scanner of another place learns nothing, and a revoked one ends (G31, G36)', async () => {
  const voucher = await makeVoucher()
  const elsewhere = await openScanner(gates)
  await elsewhere.enrolAt(VENUE)
  expect(await elsewhere.read(await voucher.draw())).toMatchObject({
    verdict: 'refused',
    reason: 'elsewhere',
    voucher: null,
  })
  const [gate] = (await gates.deps.db.select().from(gateTable)).filter(({ placeUid }) => placeUid === VENUE)
  expect(await revokeGate(gates.deps, gate?.gateUid ?? '')).toBe(true)
  expect(await elsewhere.scan(await voucher.draw())).toMatchObject({ ok: false, failure: { code: 'E_GATE' } })
  expect(await voucher.usedAt()).toBeNull()
})
