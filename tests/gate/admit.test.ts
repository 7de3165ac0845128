import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as gateCalls from '#contract/calls/gate.ts'
import { PASS_TYPES } from '#contract/codes.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { admission, discountUse } from '#server/db/schema/pass.ts'
import { news } from '#server/db/schema/news.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { drawnEngines } from '../harness/engines.ts'
import { makePhone } from '../passes/phone.ts'
import { openGates, OTHER_VENUE, VENUE, type EnrolledGate, type Gates } from './gates.ts'

describe.each(drawnEngines())('admission at an online gate, on %s', (engine) => {
  let gates: Gates
  let a: string[] = []
  let b: string[] = []
  let doorA: EnrolledGate
  let doorB: EnrolledGate
  let venue: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    a = gates.inGroup('A')
    b = gates.inGroup('B')
    doorA = await gates.gate(a[0] ?? '')
    doorB = await gates.gate(b[0] ?? '')
    venue = await gates.gate(VENUE)
  })
  afterAll(() => gates.close())

  const entered = (passUid: string) =>
    gates.deps.db
      .select()
      .from(admission)
      .then((rows) => rows.filter((row) => row.passUid === passUid))

  test('refuses malformed requests', async () => {
    const { token } = doorA
    const entryUid = randomUUID()
    for (const body of [
      {},
      { entryUid },
      { entryUid: 'x', code: 'y' },
      { entryUid, code: 'x'.repeat(321) },
      { entryUid, code: 'x', at: 1 },
    ])
      expect((await gates.call(gateCalls.admit, { token, body: body as never })).http).toBe(422)
  })

  test('refuses unreadable text, a code of a forged phone and a certificate of a forged issuer', async () => {
    const { code, certificate } = await gates.traveller()
    const good = await code()
    const thief = await makePhone(gates)
    for (const text of ['', 'hello', 'HP1:', good.slice(0, -2), `${good}00`, await gates.draw(thief, certificate)])
      expect((await doorA.scan(text)).data, text).toMatchObject({
        verdict: 'refused',
        reason: 'unreadable',
        pass: null,
      })
    const bytes = Buffer.from(certificate, 'base64url')
    // Another pass epoch than the signed one.
    bytes.writeUInt8((bytes.at(23) ?? 0) + 1, 23)
    const phone = await makePhone(gates)
    expect((await doorA.scan(await gates.draw(phone, toBase64url(bytes)))).data?.reason).toBe('unreadable')
  })

  test('the first entry starts the window and notifies the holder', async () => {
    const { code, pass, passUid, memberId } = await gates.traveller()
    expect(await pass()).toMatchObject({ state: 'unused', activatedAt: null })
    const entryUid = randomUUID()
    const { data } = await doorA.scan(await code(), entryUid)
    const at = gates.time.now
    expect(data).toEqual({
      verdict: 'admitted',
      reason: null,
      exactReason: null,
      entryUid,
      at,
      by: 'clock',
      skewMs: 0,
      undoUntil: at + 60 * SECOND_MS,
      pass: {
        passUid,
        passType: '24H',
        state: 'in_use',
        holder: null,
        activatedAt: at,
        expiresAt: at + DAY_MS,
        allowance: null,
        group: 'A',
        hereBefore: null,
      },
    })
    expect(await pass()).toMatchObject({
      state: 'in_use',
      activatedAt: at,
      expiresAt: at + DAY_MS,
      admissions: [{ gdsUid: a[0], group: 'A', at }],
    })
    const memberNews = (await gates.deps.db.select().from(news)).filter((entry) => entry.memberId === memberId)
    expect(memberNews.map(({ kind, values }) => [kind, values])).toEqual([
      ['pass_activated', { pass: '24H', expiresAt: at + DAY_MS }],
    ])
  })

  test('the holder is notified once six hours before the end of the window and once at its end', async () => {
    const { code, memberId, pass } = await gates.traveller()
    await doorA.scan(await code())
    const start = gates.time.now
    const kinds = async () => {
      await runDueJobs(gates.deps)
      await runDueJobs(gates.deps)
      const memberNews = (await gates.deps.db.select().from(news)).filter((entry) => entry.memberId === memberId)
      return memberNews.toSorted((x, y) => x.at - y.at).map(({ kind }) => kind)
    }
    gates.time.now = start + 18 * HOUR_MS - 1
    expect(await kinds()).toEqual(['pass_activated'])
    gates.time.now = start + 18 * HOUR_MS
    expect(await kinds()).toEqual(['pass_activated', 'pass_expiring'])
    gates.time.now = start + 24 * HOUR_MS
    expect(await kinds()).toEqual(['pass_activated', 'pass_expiring', 'pass_expired'])
    expect((await pass()).state).toBe('used')
  })

  test('a 24H pass is admitted at 23:59:59.999 and refused at 24:00:00', async () => {
    const { code, set, pass } = await gates.traveller()
    await doorA.scan(await code())
    const start = gates.time.now
    gates.time.now = start + DAY_MS - 1
    // The renewed certificate ends with the window; the phone still shows the one from before the entry.
    expect((await doorB.scan(await code())).data).toMatchObject({
      verdict: 'admitted',
      pass: { expiresAt: start + DAY_MS },
    })
    gates.time.now = start + DAY_MS
    const third = await gates.gate(b[1] ?? '')
    expect((await third.scan(await code())).data).toMatchObject({ verdict: 'refused', reason: 'expired' })
    expect((await venue.scan(await code())).data?.reason).toBe('expired')
    await set({ activatedAt: null, validUntil: gates.time.now })
    expect((await third.scan(await code())).data?.reason).toBe('expired')
    expect((await pass()).activatedAt).toBeNull()
  })

  test('a pass enters each attraction once, and a refusal gives the time of the first entry', async () => {
    const { code, passUid } = await gates.traveller()
    await doorA.scan(await code())
    const first = gates.time.now
    gates.advance(HOUR_MS)
    expect((await doorA.scan(await code())).data).toMatchObject({
      verdict: 'refused',
      reason: 'used_here',
      pass: { hereBefore: first },
    })
    expect((await doorB.scan(await code())).data?.verdict).toBe('admitted')
    expect(await entered(passUid)).toHaveLength(2)
  })

  test('a Big3 enters one place of group A and two of group B', async () => {
    const { code } = await gates.traveller('Big3')
    const doors = await Promise.all([a[0], a[1], b[0], b[1], b[2]].map((uid) => gates.gate(uid ?? '')))
    const reasons: (string | null | undefined)[] = []
    for (const door of doors) {
      gates.advance(15 * SECOND_MS)
      const { data } = await door.scan(await code())
      reasons.push(data?.reason ?? data?.verdict)
    }
    expect(reasons).toEqual(['admitted', 'allowance_spent', 'admitted', 'admitted', 'allowance_spent'])
    const spent = await doors[0]?.scan(await code())
    expect(spent?.data).toMatchObject({ reason: 'used_here', pass: { state: 'used' } })
  })

  test('an attraction outside both groups refuses every pass', async () => {
    const [outside] = gates.inGroup(null)
    if (outside === undefined) throw new Error('every attraction takes the pass')
    const door = await gates.gate(outside)
    for (const passType of PASS_TYPES) {
      const { code, pass } = await gates.traveller(passType)
      expect((await door.scan(await code())).data?.reason, passType).toBe('not_valid_here')
      expect((await pass()).state, passType).toBe('unused')
    }
  })

  test('a code opens one gate once, and a repeated request returns the same entry', async () => {
    const { code, passUid } = await gates.traveller()
    const shownCode = await code()
    const entryUid = randomUUID()
    const first = await doorA.scan(shownCode, entryUid)
    gates.advance(SECOND_MS)
    expect((await doorA.scan(shownCode, entryUid)).data).toEqual(first.data)
    expect((await doorB.scan(shownCode)).data).toMatchObject({ verdict: 'refused', reason: 'old_code' })
    expect(await entered(passUid)).toHaveLength(1)
    // The entry's id with another pass, or at another gate.
    const otherTraveller = await gates.traveller()
    expect((await doorA.scan(await otherTraveller.code(), entryUid)).status.code).toBe('E_KEY_REUSED')
    expect((await doorB.scan(await code(), entryUid)).data?.verdict).not.toBe('admitted')
    expect(await entered(otherTraveller.passUid)).toHaveLength(0)
  })

  test('a screenshot is held and then refused as old, and a phone with a wrong clock is admitted by its next code', async () => {
    const wrong = -9 * HOUR_MS
    const { code, passUid } = await gates.traveller()
    const picture = await code(gates.time.now + wrong)
    expect((await doorA.scan(picture)).data).toMatchObject({ verdict: 'hold', reason: null, pass: null })
    gates.advance(15 * SECOND_MS)
    expect((await doorA.scan(picture)).data?.verdict).toBe('hold')
    gates.advance(30 * SECOND_MS)
    expect((await doorA.scan(picture)).data).toMatchObject({ verdict: 'refused', reason: 'old_code' })
    expect(await entered(passUid)).toHaveLength(0)

    const { code: living } = await gates.traveller()
    expect((await doorA.scan(await living(gates.time.now + wrong))).data?.verdict).toBe('hold')
    gates.advance(15 * SECOND_MS)
    // A gate does not know the codes that another gate holds.
    const next = await living(gates.time.now + wrong)
    expect((await doorB.scan(next)).data?.verdict).toBe('hold')
    expect((await doorA.scan(next)).data).toMatchObject({ verdict: 'admitted', by: 'two_codes', skewMs: wrong })
  })

  test('a code 90 s off the clock is admitted, and one a millisecond more is held', async () => {
    const { code } = await gates.traveller()
    expect((await doorA.scan(await code(gates.time.now + 90 * SECOND_MS + 1))).data?.verdict).toBe('hold')
    expect((await doorA.scan(await code(gates.time.now + 90 * SECOND_MS))).data?.verdict).toBe('admitted')
  })

  test('a code from before the pass moved to another phone is revoked', async () => {
    const { code, token, passUid, password } = await gates.traveller()
    const before = await code()
    const otherPhone = await makePhone(gates)
    expect((await otherPhone.show(token, { passUid, password })).status.code).toBe('200')
    expect((await doorA.scan(before)).data?.reason).toBe('revoked')
  })

  test('a refund is reported before a pending gift', async () => {
    const { code, set, pass } = await gates.traveller()
    await set({ giftUid: randomUUID() })
    expect((await doorA.scan(await code())).data).toMatchObject({ verdict: 'refused', reason: 'gift_pending' })
    await set({ refundUid: randomUUID() })
    expect((await doorA.scan(await code())).data?.reason).toBe('refunded')
    await set({ refundUid: null, voided: 'cancelled' })
    expect((await venue.scan(await code())).data?.reason).toBe('refunded')
    await set({ voided: null, giftUid: null })
    expect((await pass()).state).toBe('unused')
    // A refused scan does not use up the code.
    expect((await doorA.scan(await code())).data?.verdict).toBe('admitted')
  })

  test('a partner records one discount per pass, starts no window, and refuses the second with the time of the first', async () => {
    const { code, pass, passUid } = await gates.traveller()
    const { data } = await venue.scan(await code())
    const first = gates.time.now
    expect(data).toMatchObject({ verdict: 'recorded', reason: null, pass: { state: 'unused', hereBefore: null } })
    expect(await pass()).toMatchObject({ state: 'unused', activatedAt: null, admissions: [] })
    gates.advance(MINUTE)
    expect((await venue.scan(await code())).data).toMatchObject({
      verdict: 'refused',
      reason: 'used_here',
      pass: { hereBefore: first },
    })
    const otherGate = await gates.gate(OTHER_VENUE)
    expect((await otherGate.scan(await code(gates.time.now + SECOND_MS))).data?.verdict).toBe('recorded')
    const uses = (await gates.deps.db.select().from(discountUse)).filter((use) => use.passUid === passUid)
    expect(uses.map(({ venueUid }) => venueUid).toSorted()).toEqual([VENUE, OTHER_VENUE].toSorted())
    expect((await doorA.scan(await code(gates.time.now + 2 * SECOND_MS))).data?.verdict).toBe('admitted')
  })
  const MINUTE = 60 * SECOND_MS
})
