import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CERTIFICATE_DAYS } from '#contract/limits.ts'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { makePhone } from '../passes/phone.ts'
import { journals, openGates, type EnrolledGate, type Gates, type Traveller } from './gates.ts'
import { openScanner, type Scanner } from './scanner.ts'

/** A genuine code whose certificate has expired because its phone was offline too long. Its pass may still be valid. */

const LIFE_MS = CERTIFICATE_DAYS * DAY_MS

/** What happened to the pass while its phone was offline, and the reason that a gate gives. */
const MEANWHILE: [string, (gates: Gates, traveller: Traveller) => Promise<unknown>, string][] = [
  ['is good', async () => undefined, 'stale'],
  ['is in use', ({ time }, { set }) => set({ activatedAt: time.now - DAY_MS + SECOND_MS }), 'stale'],
  ['is over', ({ time }, { set }) => set({ activatedAt: time.now - DAY_MS }), 'expired'],
  ['was never begun in time', ({ time }, { set }) => set({ validUntil: time.now }), 'expired'],
  ['was refunded', (_, { set }) => set({ voided: 'refund' }), 'refunded'],
  [
    'moved to another phone',
    async (gates, traveller) => {
      const { passUid, password } = traveller
      const { accessToken } = await signIn(gates, traveller)
      await (await makePhone(gates)).show(accessToken, { passUid, password })
    },
    'revoked',
  ],
]

describe.each(drawnEngines())('an expired certificate at a gate, on %s', (engine) => {
  let gates: Gates
  let door: EnrolledGate
  beforeAll(async () => {
    gates = await openGates(engine)
    door = await gates.gate(gates.inGroup('A')[0] ?? '')
  })
  afterAll(() => gates.close())

  test.each(MEANWHILE)('whose pass %s', async (_what, change, reason) => {
    const traveller = await gates.traveller()
    gates.advance(LIFE_MS)
    await change(gates, traveller)
    const { data } = await door.scan(await traveller.code())
    expect(data).toMatchObject({ verdict: 'refused', exactReason: reason, pass: { passUid: traveller.passUid } })
    expect(await journals(() => gates).entered(traveller.passUid)).toEqual([])
  })

  test('a forged code gets no answer about the pass that it names (G2)', async () => {
    const { certificate } = await gates.traveller()
    const thief = await makePhone(gates)
    gates.advance(LIFE_MS)
    const { data } = await door.scan(await gates.draw(thief, certificate))
    expect(data).toMatchObject({ verdict: 'refused', reason: 'unreadable', exactReason: 'unreadable', pass: null })
  })

  test('a certificate admits until its last second, and a phone that renews it is admitted again', async () => {
    const [last, renewed] = [await gates.traveller(), await gates.traveller()]
    gates.advance(LIFE_MS - SECOND_MS)
    expect((await door.scan(await last.code())).data).toMatchObject({ verdict: 'admitted', exactReason: null })
    gates.advance(SECOND_MS)
    expect((await door.scan(await renewed.code())).data).toMatchObject({ exactReason: 'stale' })
    const { certificate } = await renewed.pass()
    const code = await gates.draw(renewed.phone, certificate, gates.time.now + SECOND_MS)
    expect((await door.scan(code)).data).toMatchObject({ verdict: 'admitted' })
  })

  test('an entry in a journal is kept for the desk with its pass', async () => {
    const { code, passUid } = await gates.traveller()
    const { upload, entry, entered, conflicts } = journals(() => gates)
    const own = await gates.gate(gates.inGroup('A')[0] ?? '')
    await own.upload([])
    gates.advance(LIFE_MS)
    expect(await upload(own, [entry(await code())])).toEqual(['revoked'])
    expect(await conflicts(own)).toMatchObject([{ reason: 'revoked', passUid }])
    expect(await entered(passUid)).toEqual([])
  })
})

describe('an expired certificate at a scanner', () => {
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

  test.each(['online', 'offline'] as const)(
    '%s, a code of a pass that may be valid is refused as stale (G4)',
    async (line) => {
      const { code } = await gates.traveller()
      if (line === 'offline') await scanner.offline()
      scanner.advance(LIFE_MS)
      expect(await scanner.read(await code())).toMatchObject({
        verdict: 'refused',
        reason: 'stale',
        offline: line === 'offline',
      })
    },
  )

  test('offline, a code of a pass that is known to be over is refused as expired (G4, G14)', async () => {
    const { code, set } = await gates.traveller()
    await set({ activatedAt: gates.time.now - DAY_MS })
    expect(await scanner.read(await code())).toMatchObject({ reason: 'expired', offline: false })
    await scanner.offline()
    scanner.advance(LIFE_MS)
    expect(await scanner.read(await code())).toMatchObject({ verdict: 'refused', reason: 'expired', offline: true })
  })

  test('offline, the refusal of a forged code says nothing about the pass that it names (G2)', async () => {
    const { code, certificate } = await gates.traveller()
    await scanner.read(await code())
    await scanner.offline()
    scanner.advance(LIFE_MS)
    const forged = await gates.draw(await makePhone(gates), certificate)
    expect(await scanner.read(forged)).toMatchObject({ verdict: 'refused', reason: 'unreadable', pass: null })
  })
})
