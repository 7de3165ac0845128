import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS } from '../time.ts'
import { decodeBase45, encodeBase45 } from './base45.ts'
import { toHex } from './bytes.ts'
import { compressPoint } from './p256.ts'
import { type HeldLiveCode, judgeCode, type Scan, seenId } from './passCheck.ts'
import { certificateBytesToSign, CODE_PREFIX, encodeCertificate, presentCode } from './passCode.ts'
import { type Algorithm, verifyWith } from './signature.ts'

const verify = verifyWith(crypto.subtle)
const now = Date.UTC(2026, 10, 21, 3)
const passUid = '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d88'
const PARAMETERS = { Ed25519: { name: 'Ed25519' }, 'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } }

const pair = async (algorithm: Algorithm) => {
  const keys = (await crypto.subtle.generateKey(PARAMETERS[algorithm], true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const sign = async (data: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign(PARAMETERS[algorithm], keys.privateKey, data))
  return { raw: algorithm === 'P-256' ? (compressPoint(raw) ?? raw) : raw, sign }
}
type Pair = Awaited<ReturnType<typeof pair>>

describe.each(['Ed25519', 'P-256'] as const)('%s', (algorithm) => {
  let issuer: Pair
  let device: Pair
  let keyId = ''
  beforeAll(async () => {
    issuer = await pair('Ed25519')
    device = await pair(algorithm)
    keyId = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', issuer.raw)).subarray(0, 4))
  })
  const certificate = async (over: { by?: Pair; epoch?: number; notAfter?: number; passUid?: string } = {}) => {
    const body = {
      algorithm,
      keyId,
      passUid: over.passUid ?? passUid,
      passType: 'Big3',
      epoch: over.epoch ?? 3,
      notAfter: over.notAfter ?? now + 30 * DAY_MS,
      deviceKey: device.raw,
    } as const
    return encodeCertificate({ ...body, signature: await (over.by ?? issuer).sign(certificateBytesToSign(body)) })
  }
  const code = async (time: number, over: Parameters<typeof certificate>[0] = {}) =>
    presentCode(await certificate(over), time, device.sign)
  const scan = (text: string, over: Partial<Scan> = {}) =>
    judgeCode(
      {
        text,
        now,
        issuerKeys: new Map([[keyId, issuer.raw]]),
        revoked: new Map(),
        seen: new Set(),
        held: null,
        opened: null,
        notBefore: null,
        ...over,
      },
      verify,
    )
  const refused = (reason: string) => ({ verdict: 'refused', reason })

  test('refuses unreadable, forged, revoked and seen codes (G1, G3, G6)', async () => {
    const good = await code(now)
    expect(await scan('HELLO')).toEqual(refused('unreadable'))
    expect(await scan(good, { issuerKeys: new Map() })).toEqual(refused('unknown_key'))
    expect(await scan(await code(now, { by: device }))).toEqual(refused('forged'))
    const foreignPair = await pair(algorithm)
    expect(await scan(await presentCode(await certificate(), now, foreignPair.sign))).toEqual(refused('forged'))
    expect(await scan(good, { revoked: new Map([[passUid, 3]]) })).toEqual(refused('revoked'))
    expect(await scan(good, { revoked: new Map([[passUid, 2]]) })).toMatchObject({ verdict: 'admitted' })
    expect(await scan(good, { seen: new Set([seenId({ passUid, epoch: 3, time: now })]) })).toEqual(refused('seen'))
  })

  test('a code with an expired certificate is stale, and revoked when its epoch is (G3, G4)', async () => {
    const expiredCode = await code(now, { notAfter: now })
    expect(await scan(expiredCode)).toMatchObject({ verdict: 'stale', certificate: { passUid, epoch: 3 }, time: now })
    expect(await scan(expiredCode, { now: now - 1 })).toMatchObject({ verdict: 'admitted' })
    expect(await scan(expiredCode, { revoked: new Map([[passUid, 3]]) })).toEqual(refused('revoked'))
    expect(await scan(await code(now, { notAfter: now, by: device }))).toEqual(refused('forged'))
  })

  test('the lowest epoch is refused only when it is revoked or a later one has opened (G3)', async () => {
    const lowest = await code(now, { epoch: 0 })
    expect(await scan(lowest)).toMatchObject({ verdict: 'admitted' })
    expect(await scan(lowest, { opened: { epoch: 0, time: now - 1 } })).toMatchObject({ verdict: 'admitted' })
    expect(await scan(lowest, { revoked: new Map([[passUid, 0]]) })).toEqual(refused('revoked'))
    expect(await scan(lowest, { opened: { epoch: 1, time: now - 1 } })).toEqual(refused('revoked'))
  })

  test('a certificate alone is refused, also when its own signature stands for that of a code (G1)', async () => {
    const bytes = await certificate()
    expect(await scan(CODE_PREFIX + encodeBase45(bytes))).toEqual(refused('unreadable'))
    expect(await scan(await presentCode(bytes, now, () => Promise.resolve(bytes.slice(-64))))).toEqual(
      refused('forged'),
    )
  })

  test('a code with any changed byte is refused (G1)', async () => {
    const bytes = decodeBase45((await code(now)).slice(CODE_PREFIX.length)) ?? new Uint8Array()
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ change
        expect((await scan(CODE_PREFIX + encodeBase45(changed))).verdict).toBe('refused')
      }),
      { numRuns: 150, examples: Array.from(bytes, (_, at) => [at, 1] as [number, number]) },
    )
  })

  test("admits a code within 90 s of the gate's clock, either way (G5)", async () => {
    for (const skewMs of [-90_000, 0, 90_000]) {
      const judged = await scan(await code(now + skewMs))
      expect(judged).toMatchObject({
        verdict: 'admitted',
        by: 'clock',
        skewMs,
        certificate: { passUid, epoch: 3, passType: 'Big3' },
      })
    }
    for (const skewMs of [-90_001, 90_001, -DAY_MS, KST_OFFSET_MS])
      expect(await scan(await code(now + skewMs))).toMatchObject({ verdict: 'hold' })
  })

  test("holds a code within 26 h of the gate's clock, and judges it old beyond (G7, G8)", async () => {
    const most = 26 * HOUR_MS
    for (const skewMs of [-most, -most + 1, most - 1, most])
      expect(await scan(await code(now + skewMs))).toMatchObject({ verdict: 'hold' })
    for (const skewMs of [-most - 1, most + 1, -20 * DAY_MS, 9 * DAY_MS])
      expect(await scan(await code(now + skewMs))).toEqual({ verdict: 'old' })
  })

  test('two codes beyond 26 h are old, however far apart they are shown (G8)', async () => {
    for (const skewMs of [-29 * DAY_MS, -20 * DAY_MS, -26 * HOUR_MS - 15_001, 9 * DAY_MS]) {
      const time = now + skewMs
      const held = { passUid, epoch: 3, time, arrivedAt: now }
      expect(await scan(await code(time + 15_000), { held, now: now + 15_000 })).toEqual({ verdict: 'old' })
    }
  })

  test('a code older than one that has opened is old, and revoked when its epoch is older (G3, G10)', async () => {
    const opened = { epoch: 3, time: now }
    for (const time of [now - 1, now - 80_000, now - 20 * HOUR_MS])
      expect(await scan(await code(time), { opened })).toEqual({ verdict: 'old' })
    const held = { passUid, epoch: 3, time: now - 20 * HOUR_MS, arrivedAt: now }
    expect(await scan(await code(held.time + 15_000), { held, opened, now: now + 15_000 })).toEqual({ verdict: 'old' })
    // `opened` alone does not refuse the code that opened: `seen` does, at the gate that it opened.
    for (const time of [now, now + 1])
      expect(await scan(await code(time), { opened })).toMatchObject({ verdict: 'admitted', by: 'clock' })
    expect(await scan(await code(now), { opened: { epoch: 4, time: 0 } })).toEqual(refused('revoked'))
    expect(await scan(await code(now - 1), { opened: { epoch: 2, time: now } })).toMatchObject({ verdict: 'admitted' })
  })

  describe('a gate whose clock is not believed', () => {
    const notBefore = now + 10 * DAY_MS

    test('admits no code by its time and holds every code for a second one (G12)', async () => {
      for (const time of [notBefore - DAY_MS, notBefore, notBefore + 2 * DAY_MS])
        expect(await scan(await code(time), { notBefore })).toMatchObject({ verdict: 'hold' })
      expect(await scan(await code(now), { notBefore: now + 20 * HOUR_MS })).toMatchObject({ verdict: 'hold' })
      const held = { passUid, epoch: 3, time: notBefore, arrivedAt: now }
      expect(await scan(await code(notBefore + 15_000), { held, notBefore, now: now + 15_000 })).toMatchObject({
        verdict: 'admitted',
        by: 'two_codes',
      })
    })

    test('judges a code more than 26 h older than the known instant to be old (G12)', async () => {
      const least = notBefore - 26 * HOUR_MS
      expect(await scan(await code(least), { notBefore })).toMatchObject({ verdict: 'hold' })
      expect(await scan(await code(least - 1), { notBefore })).toEqual({ verdict: 'old' })
      expect(await scan(await code(now), { notBefore: 0 })).toMatchObject({ verdict: 'hold' })
    })

    test('judges the end of a certificate by the known instant and the time in the code (G12)', async () => {
      const notAfter = now + 5 * DAY_MS
      expect(await scan(await code(now, { notAfter }), { notBefore: notAfter })).toMatchObject({ verdict: 'stale' })
      expect(await scan(await code(notAfter, { notAfter }), { notBefore: now })).toMatchObject({ verdict: 'stale' })
      const ahead = { notBefore: now, now: now + 20 * DAY_MS }
      expect(await scan(await code(now, { notAfter }), ahead)).toMatchObject({ verdict: 'hold' })
    })
  })

  describe('a clock that is wrong by a day', () => {
    const wrong = now - DAY_MS
    const hold = async (time = wrong): Promise<HeldLiveCode> => {
      const judged = await scan(await code(time))
      if (judged.verdict !== 'hold') throw new Error(judged.verdict)
      return judged.held
    }

    test('one picture never passes: it is held, then old (G9)', async () => {
      const held = await hold()
      const picture = await code(wrong)
      for (const soon of [15_000, 20_000])
        expect(await scan(picture, { held, now: now + soon })).toEqual({ verdict: 'hold', held })
      for (const later of [20_001, 60_001, DAY_MS])
        expect(await scan(picture, { held, now: now + later })).toEqual({ verdict: 'old' })
    })

    test('an earlier code is old, and one drawn within 10 s proves nothing (G7, G9)', async () => {
      const held = await hold()
      expect(await scan(await code(wrong - 15_000), { held, now: now + 15_000 })).toEqual({ verdict: 'old' })
      expect(await scan(await code(wrong + 4_000), { held, now: now + 4_000 })).toEqual({ verdict: 'hold', held })
    })

    test('a next code whose time does not fit its arrival replaces the held one (G7)', async () => {
      const held = await hold()
      for (const [times, arrivals] of [
        [15_000, 9_999],
        [15_000, 20_001],
        [7_200_000, 15_000],
        [61_000, 61_000],
      ] as const)
        expect(await scan(await code(wrong + times), { held, now: now + arrivals })).toEqual({
          verdict: 'hold',
          held: { passUid, epoch: 3, time: wrong + times, arrivedAt: now + arrivals },
        })
    })

    test('two codes are compared when they are at least 10 s and at most 60 s apart (G7)', async () => {
      const held = await hold()
      const next = async (times: number, arrivals = times) =>
        scan(await code(wrong + times), { held, now: now + arrivals })
      expect(await next(9_999)).toEqual({ verdict: 'hold', held })
      for (const ms of [10_000, 10_001, 59_999, 60_000])
        expect(await next(ms), `${ms} ms`).toMatchObject({ verdict: 'admitted', by: 'two_codes' })
      for (const times of [60_000, 60_001])
        expect(await next(times, 60_001)).toEqual({
          verdict: 'hold',
          held: { passUid, epoch: 3, time: wrong + times, arrivedAt: now + 60_001 },
        })
    })

    test('a held code of another pass or epoch is ignored (G7)', async () => {
      const held = await hold()
      const next = await code(wrong + 15_000)
      expect(
        await scan(next, { held: { ...held, passUid: passUid.replace('0', '1') }, now: now + 15_000 }),
      ).toMatchObject({ verdict: 'hold' })
      expect(await scan(next, { held: { ...held, epoch: 2 }, now: now + 15_000 })).toMatchObject({ verdict: 'hold' })
    })

    test('a next code whose arrival fits its time, ± 5 s, is admitted (G7)', async () => {
      const held = await hold()
      for (const arrivals of [10_000, 15_000, 20_000])
        expect(await scan(await code(wrong + 15_000), { held, now: now + arrivals })).toMatchObject({
          verdict: 'admitted',
          by: 'two_codes',
          skewMs: wrong + 15_000 - now - arrivals,
        })
    })
  })
})
