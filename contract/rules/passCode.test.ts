import fc from 'fast-check'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { encodeBase45 } from './base45.ts'
import { fromBase64url, toHex } from './bytes.ts'
import {
  certificateBytesToSign,
  CODE_PREFIX,
  codeBytesToSign,
  decodeCertificate,
  encodeCertificate,
  presentCode,
  readCode,
  readVoucherCode,
  VOUCHER_PREFIX,
} from './passCode.ts'
import { vectors } from './passCode.vectors.json'
import { type Algorithm, verifyWith } from './signature.ts'

const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array()
const verify = verifyWith(crypto.subtle)
const PARAMETERS = { Ed25519: 'Ed25519', 'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } } as const

/** Returns a function that signs with the device key of a test vector. */
const signer = async (vector: (typeof vectors)[number]) => {
  const parameters = PARAMETERS[vector.algorithm as Algorithm]
  const key = await crypto.subtle.importKey('jwk', vector.devicePrivateJwk, parameters, false, ['sign'])
  return async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.sign(parameters, key, data))
}

test('readCode refuses any other text', () => {
  const code = vectors[0]?.code ?? ''
  for (const text of [
    '',
    CODE_PREFIX,
    'HP1',
    code.slice(4),
    code.toLowerCase(),
    ` ${code}`,
    `${code} `,
    code.slice(0, -1),
    `${code}000`,
    code.replace('HP1', 'HP2'),
    'https://example.com',
  ])
    expect(readCode(text), text).toBeNull()
})

test('a certificate with values that the format cannot hold throws RangeError', () => {
  const certificate = decodeCertificate(bytes(vectors[0]?.certificate ?? ''))
  if (!certificate) throw new Error('no certificate')
  for (const wrong of [
    { epoch: 65_536 },
    { epoch: -1 },
    { epoch: 1.5 },
    { notAfter: 1_500 },
    { notAfter: -1_000 },
    { notAfter: 4_294_967_296_000 },
    { keyId: 'xyz' },
    { passUid: 'x' },
    { deviceKey: new Uint8Array(33) },
  ])
    expect(() => certificateBytesToSign({ ...certificate, ...wrong }), JSON.stringify(wrong)).toThrow(RangeError)
  expect(() => encodeCertificate({ ...certificate, signature: new Uint8Array(63) })).toThrow(RangeError)
})

test('a certificate survives a round trip with the least and the greatest values', () => {
  const certificate = decodeCertificate(bytes(vectors[0]?.certificate ?? ''))
  if (!certificate) throw new Error('no certificate')
  for (const edge of [{ epoch: 0 }, { epoch: 65_535 }, { notAfter: 0 }, { notAfter: 4_294_967_295_000 }])
    expect(decodeCertificate(encodeCertificate({ ...certificate, ...edge }))).toEqual({ ...certificate, ...edge })
})

test('the code of a voucher names its reservation, and neither kind can be relabelled as the other (L23)', async () => {
  const vector = vectors[0]
  const certificate = decodeCertificate(bytes(vector?.certificate ?? ''))
  if (!vector || !certificate) throw new Error('no vector')
  const rsvtUid = '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d99'
  const voucher = encodeCertificate({ ...certificate, passUid: rsvtUid, passType: null, epoch: 0 })
  const code = await presentCode(voucher, 5_000, await signer(vector))
  expect(code).toMatch(/^HP1V:/)
  expect(readVoucherCode(code)).toMatchObject({ time: 5_000, certificate: { passUid: rsvtUid, passType: null } })
  expect(readCode(code)).toBeNull()
  expect(readVoucherCode(vector.code)).toBeNull()
  // With the other prefix it is still of its own kind.
  expect(readCode(code.replace(VOUCHER_PREFIX, CODE_PREFIX))).toBeNull()
  expect(readVoucherCode(vector.code.replace(CODE_PREFIX, VOUCHER_PREFIX))).toBeNull()
  // Version 10-M of a QR code holds 311 letters.
  expect(code.length).toBeLessThanOrEqual(298)
  expect(QRCode.create([{ data: code, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' }).version).toBe(10)
})

test('a code holds a time of up to six bytes, and a later one throws RangeError', async () => {
  const vector = vectors[0]
  if (!vector) throw new Error('no vector')
  const [certificate, sign] = [bytes(vector.certificate), await signer(vector)]
  for (const time of [0, 281_474_976_710_655])
    expect(readCode(await presentCode(certificate, time, sign))?.time).toBe(time)
  await expect(presentCode(certificate, 281_474_976_710_656, sign)).rejects.toThrow(RangeError)
})

test.each(vectors)('the recorded code of $algorithm is still read, verified and signed (L8)', async (vector) => {
  const certificateBytes = bytes(vector.certificate)
  const certificate = decodeCertificate(certificateBytes)
  if (!certificate) throw new Error('no certificate')
  expect(certificate).toMatchObject({
    algorithm: vector.algorithm,
    keyId: vector.keyId,
    passUid: vector.passUid,
    passType: vector.passType,
    epoch: vector.epoch,
    notAfter: vector.notAfter,
    deviceKey: bytes(vector.deviceKey),
  })
  expect(encodeCertificate(certificate)).toEqual(certificateBytes)
  expect(toHex(certificateBytesToSign(certificate))).toBe(vector.certificateBytesToSign)
  const issuerKey = bytes(vector.issuerKey)
  expect(
    await verify({
      algorithm: 'Ed25519',
      publicKey: issuerKey,
      signature: certificate.signature,
      data: certificateBytesToSign(certificate),
    }),
  ).toBe(true)

  const code = readCode(vector.code)
  expect(code).toMatchObject({ certificate, certificateBytes, time: vector.time })
  const data = codeBytesToSign(certificateBytes, vector.time)
  const signed = {
    algorithm: certificate.algorithm,
    publicKey: certificate.deviceKey,
    signature: code?.signature ?? new Uint8Array(),
  }
  expect(await verify({ ...signed, data: codeBytesToSign(certificateBytes, vector.time + 1) })).toBe(false)
  expect(await verify({ ...signed, data })).toBe(true)

  const secondCode = await presentCode(certificateBytes, vector.time, await signer(vector))
  if (vector.algorithm === 'Ed25519') expect(secondCode).toBe(vector.code)
  expect(readCode(secondCode)).toMatchObject({ certificate, time: vector.time })
})

test.each(vectors)(
  'a code of $algorithm fits a QR code of version 10, level M, in alphanumeric mode (L8)',
  ({ code, letters }) => {
    expect(code).toHaveLength(letters)
    expect(letters).toBeLessThanOrEqual(311)
    const drawn = QRCode.create(code, { errorCorrectionLevel: 'M' })
    expect(drawn.version).toBeLessThanOrEqual(10)
    expect(drawn.segments).toHaveLength(1)
    expect(code).toBe(code.trim())
  },
)

test('a certificate is refused as a code, and so are random bytes', () => {
  const certificate = bytes(vectors[0]?.certificate ?? '')
  expect(readCode(CODE_PREFIX + encodeBase45(certificate))).toBeNull()
  expect(decodeCertificate(certificate.subarray(1))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 220 }), (noise) => {
      expect(noise[0] === 0x11 || noise[0] === 0x12 ? null : readCode(CODE_PREFIX + encodeBase45(noise))).toBeNull()
    }),
  )
})

test('presentCode throws RangeError without a certificate, a valid time or a whole signature', async () => {
  const vector = vectors[0]
  if (!vector) throw new Error('no vector')
  const sign = await signer(vector)
  await expect(presentCode(new Uint8Array(124), vector.time, sign)).rejects.toThrow(RangeError)
  await expect(presentCode(bytes(vector.certificate), -1, sign)).rejects.toThrow(RangeError)
  await expect(
    presentCode(bytes(vector.certificate), vector.time, () => Promise.resolve(new Uint8Array(70))),
  ).rejects.toThrow(RangeError)
})
