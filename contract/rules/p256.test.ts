import { expect, test } from 'vitest'
import { compressPoint, expandPoint } from './p256.ts'

const key = async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  return new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
}

test('bytes that are no point are refused', async () => {
  const raw = await key()
  expect(compressPoint(raw.subarray(1))).toBeNull()
  expect(compressPoint(Uint8Array.of(2, ...raw.subarray(1)))).toBeNull()
  const short = compressPoint(raw) ?? new Uint8Array()
  expect(expandPoint(Uint8Array.of(4, ...short.subarray(1)))).toBeNull()
  expect(expandPoint(short.subarray(0, 32))).toBeNull()
  expect(expandPoint(new Uint8Array(33).fill(255).fill(2, 0, 1))).toBeNull() // x beyond the field
  expect(expandPoint(Uint8Array.of(2, ...new Uint8Array(31), 1))).toBeNull() // no y for x = 1
})

test('a generated key survives compression and expansion, with both parities', async () => {
  const parities = new Set<number | undefined>()
  for (let round = 0; round < 24; round += 1) {
    const raw = await key()
    const short = compressPoint(raw)
    expect(short).toHaveLength(33)
    expect(short && expandPoint(short)).toEqual(raw)
    parities.add(short?.[0])
  }
  expect(parities).toEqual(new Set([2, 3]))
})
