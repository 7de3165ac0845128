import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import * as gateCalls from '#contract/calls/gate.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { gate as gateTable, gateCode } from '#server/db/schema/gate.ts'
import { makeEnrolmentCode, revokeGate } from '#server/modules/gate/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember } from '../harness/factories.ts'
import { DESK, openGates, VENUE, type Gates } from './gates.ts'

describe.each(drawnEngines())('enrolment on %s', (engine) => {
  let gates: Gates
  let place = ''
  let neighbour = 0
  beforeAll(async () => {
    gates = await openGates(engine)
    place = gates.inGroup('A')[0] ?? ''
  })
  afterAll(() => gates.close())

  const enrol = (code: string, ip = `203.0.${(neighbour += 1) % 256}.9`) =>
    gates.call(gateCalls.enrol, { body: { code }, ip })

  test('refuses malformed requests, wrong codes and unknown places', async () => {
    for (const body of [{}, { code: 7 }, { code: 'x'.repeat(41) }, { code: 'A', place }])
      expect((await gates.call(gateCalls.enrol, { body: body as never })).http).toBe(422)
    for (const code of ['', 'A', '0000-0000-0000-0000', 'UUUU-UUUU-UUUU-UUUU'])
      expect(await enrol(code)).toMatchObject({ http: 200, data: null, status: { code: 'E_GATE_CODE' } })
    await expect(makeEnrolmentCode(gates.deps, 'nowhere')).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })

  test('a code has 80 bits, lasts ten minutes, is good once, and may be typed in any case and spacing', async () => {
    const { code, expiresAt } = await makeEnrolmentCode(gates.deps, place)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(expiresAt).toBe(gates.time.now + 10 * MINUTE_MS)
    const { data } = await enrol(code.toLowerCase().replaceAll('-', ' '))
    expect(data?.place).toMatchObject({ kind: 'attraction', uid: place })
    expect((await enrol(code)).status.code).toBe('E_GATE_CODE')

    const lateCode = await makeEnrolmentCode(gates.deps, place)
    gates.advance(10 * MINUTE_MS)
    expect((await enrol(lateCode.code)).status.code).toBe('E_GATE_CODE')
    const justInTime = await makeEnrolmentCode(gates.deps, place)
    gates.advance(10 * MINUTE_MS - 1)
    expect((await enrol(justInTime.code)).status.code).toBe('200')
  })

  test('neither code nor credential is stored in plain text', async () => {
    const { code } = await makeEnrolmentCode(gates.deps, place)
    const credential = (await enrol(code)).data?.credential ?? ''
    expect(Buffer.from(credential, 'base64url')).toHaveLength(32)
    const rows = JSON.stringify([
      await gates.deps.db.select().from(gateCode),
      await gates.deps.db.select().from(gateTable),
    ])
    expect(rows).not.toContain(credential)
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(code.replaceAll('-', ''))
  })

  test('repeated guesses are throttled', async () => {
    const codes: string[] = []
    for (let tried = 0; tried < 15; tried += 1)
      codes.push((await enrol('0000-0000-0000-0000', '192.0.2.1')).status.code)
    expect(codes.at(-1)).toBe('E_THROTTLED')
  })

  test('a credential is good for gate calls only, and a member’s token for none of them', async () => {
    const door = await gates.gate(place)
    const { accessToken } = await signUpMember(gates)
    for (const token of [undefined, 'garbage', accessToken, `${door.token}x`])
      for (const entry of [gateCalls.rules, gateCalls.admit, gateCalls.undo, gateCalls.journal])
        expect(await gates.call(entry, token === undefined ? {} : { token })).toMatchObject({
          http: 400,
          data: null,
          status: { code: 'E_GATE' },
        })
    expect((await gates.call(myPassList, { token: door.token })).status.code).toBe('E_TOKEN')
  })

  test('a revoked gate is refused at once', async () => {
    const door = await gates.gate(place)
    expect((await gates.call(gateCalls.rules, { token: door.token })).status.code).toBe('200')
    expect(await revokeGate(gates.deps, door.gateUid)).toBe(true)
    expect(await revokeGate(gates.deps, door.gateUid)).toBe(false)
    expect((await gates.call(gateCalls.rules, { token: door.token })).status.code).toBe('E_GATE')
    const [row] = await gates.deps.db.select().from(gateTable).where(eq(gateTable.gateUid, door.gateUid))
    expect(row?.revokedAt).toBe(gates.time.now)
  })

  test('partners and exchange desks can enrol, and an exchange desk admits nobody', async () => {
    const venue = await gates.gate(VENUE)
    expect(venue.place).toMatchObject({ kind: 'venue', name: 'Haeundae Somunnan Amso Galbi' })
    const desk = await gates.gate(DESK)
    expect(desk.place.kind).toBe('receiptplace')
    expect((await desk.scan('HP1:ABC')).status.code).toBe('E_GATE_PLACE')
    expect((await desk.upload([])).status.code).toBe('E_GATE_PLACE')
    expect(await desk.rules()).toMatchObject({ group: null })
  })
})
