import { PASS_TYPES, type PassType } from '../codes.ts'
import { decodeBase45, encodeBase45 } from './base45.ts'
import { ascii, concat, toHex, uuidBytes, uuidText } from './bytes.ts'
import { type Algorithm, KEY_BYTES, SIGNATURE_BYTES, type Sign } from './signature.ts'

/**
 * The live code, which a phone shows and a gate reads offline (L8). Its format is final; numbers are big-endian.
 *
 *   text  = "HP1:" Base45(code)                                                  295 or 297 letters: QR version 10-M
 *   code  = certificate  time(6, ms UTC as the server counts)  device signature(64)        194 or 195 bytes
 *   certificate = body  issuer signature(64, Ed25519)
 *   body  = form(1: version 1 in the high half, algorithm of the device key in the low: 1 Ed25519, 2 P-256)
 *           issuer key id(4)  pass id(16)  product(1)  epoch(2)  not after(4, s UTC)  device key(32 or 33)
 *
 * The issuer signs "harbor-pass certificate\n" body. The device signs "harbor-pass code\n" certificate time.
 * A certificate is never valid alone.
 *
 * The code of a voucher of goods has the same layout with the prefix "HP1V:", the id of its reservation in the place of
 * the pass id, product 128 and epoch 0 (L23, decision 0328).
 */

export const CODE_PREFIX = 'HP1:'
export const VOUCHER_PREFIX = 'HP1V:'
const VOUCHER_PRODUCT = 128
const VERSION = 1
const ALGORITHMS: readonly Algorithm[] = ['Ed25519', 'P-256']
const KEY_ID_BYTES = 4
const HEAD_BYTES = 1 + KEY_ID_BYTES + 16 + 1 + 2 + 4
const TIME_BYTES = 6
export const EPOCH_MAX = 0xffff

export interface CertificateBody {
  algorithm: Algorithm
  /** First four bytes of the SHA-256 of the issuer's public key, hex. */
  keyId: string
  /** The pass; for a voucher its reservation. */
  passUid: string
  /** Null: a voucher. */
  passType: PassType | null
  /** The pass epoch. A new binding raises it; gate lists revoke lower ones. */
  epoch: number
  /** ms UTC, whole seconds. */
  notAfter: number
  /** 32 bytes (Ed25519) or 33 (P-256, compressed). */
  deviceKey: Uint8Array
}
export interface Certificate extends CertificateBody {
  signature: Uint8Array
}

const wholeIn = (value: number, max: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= max

const bigEndian = (value: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
const fromBigEndian = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)

const encodeBody = (body: CertificateBody): Uint8Array<ArrayBuffer> => {
  const pass = uuidBytes(body.passUid)
  const seconds = body.notAfter / 1000
  if (
    !pass ||
    !/^[\da-f]{8}$/.test(body.keyId) ||
    !wholeIn(body.epoch, EPOCH_MAX) ||
    !wholeIn(seconds, 0xffffffff) ||
    body.deviceKey.length !== KEY_BYTES[body.algorithm]
  )
    throw new RangeError('not a certificate')
  return concat(
    Uint8Array.of(VERSION * 16 + ALGORITHMS.indexOf(body.algorithm) + 1),
    bigEndian(Number.parseInt(body.keyId, 16), KEY_ID_BYTES),
    pass,
    Uint8Array.of(body.passType === null ? VOUCHER_PRODUCT : PASS_TYPES.indexOf(body.passType) + 1),
    bigEndian(body.epoch, 2),
    bigEndian(seconds, 4),
    body.deviceKey,
  )
}

/** Returns the bytes that the issuer signs. Throws `RangeError` for a body that the format cannot hold. */
export const certificateBytesToSign = (body: CertificateBody): Uint8Array<ArrayBuffer> =>
  concat(ascii('harbor-pass certificate\n'), encodeBody(body))

/** Encodes a signed certificate. Throws `RangeError` when the format cannot hold it. */
export const encodeCertificate = (certificate: Certificate): Uint8Array<ArrayBuffer> => {
  if (certificate.signature.length !== SIGNATURE_BYTES) throw new RangeError('not a signature')
  return concat(encodeBody(certificate), certificate.signature)
}

/** Length in bytes of the certificate at the start of `code`; null for an unknown version or algorithm. */
const certificateLength = (code: Uint8Array): number | null => {
  const form = code[0] ?? 0
  const algorithm = ALGORITHMS[(form & 15) - 1]
  return form >> 4 === VERSION && algorithm ? HEAD_BYTES + KEY_BYTES[algorithm] + SIGNATURE_BYTES : null
}

/** Decodes a certificate; null when the bytes are not one. Does not verify the signature. */
export const decodeCertificate = (bytes: Uint8Array): Certificate | null => {
  if (bytes.length !== certificateLength(bytes)) return null
  const algorithm = ALGORITHMS[((bytes[0] ?? 0) & 15) - 1]
  const product = bytes[21] ?? 0
  const passType = product === VOUCHER_PRODUCT ? null : PASS_TYPES[product - 1]
  if (!algorithm || passType === undefined) return null
  return {
    algorithm,
    keyId: toHex(bytes.subarray(1, 5)),
    passUid: uuidText(bytes.subarray(5, 21)),
    passType,
    epoch: fromBigEndian(bytes.subarray(22, 24)),
    notAfter: fromBigEndian(bytes.subarray(24, 28)) * 1000,
    deviceKey: bytes.slice(HEAD_BYTES, HEAD_BYTES + KEY_BYTES[algorithm]),
    signature: bytes.slice(HEAD_BYTES + KEY_BYTES[algorithm]),
  }
}

const timed = (certificate: Uint8Array, time: number): Uint8Array<ArrayBuffer> =>
  concat(certificate, bigEndian(time, TIME_BYTES))

/** Returns the bytes that the device signs; `time` is that of the code, whole ms UTC. */
export const codeBytesToSign = (certificate: Uint8Array, time: number): Uint8Array<ArrayBuffer> =>
  concat(ascii('harbor-pass code\n'), timed(certificate, time))

/**
 * Resolves to the text of a fresh live code. `nowMs` is the phone's clock corrected by the server's (L10); `sign` uses
 * the device key. Throws `RangeError` for an invalid certificate or time, or a signature that is not 64 bytes.
 */
export const presentCode = async (certificate: Uint8Array, nowMs: number, sign: Sign): Promise<string> => {
  const time = Math.floor(nowMs)
  const body = decodeCertificate(certificate)
  if (!body || !wholeIn(time, 256 ** TIME_BYTES - 1)) throw new RangeError('not a certificate')
  const signature = await sign(codeBytesToSign(certificate, time))
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError('not a signature')
  return (
    (body.passType === null ? VOUCHER_PREFIX : CODE_PREFIX) + encodeBase45(concat(timed(certificate, time), signature))
  )
}

export interface Code {
  certificate: Certificate
  certificateBytes: Uint8Array
  /** When the phone drew it, ms UTC. */
  time: number
  signature: Uint8Array
}

const readPrefixed = (text: string, prefix: string): Code | null => {
  const bytes = text.startsWith(prefix) ? decodeBase45(text.slice(prefix.length)) : null
  const length = bytes && certificateLength(bytes)
  if (!bytes || !length || bytes.length !== length + TIME_BYTES + SIGNATURE_BYTES) return null
  const certificateBytes = bytes.slice(0, length)
  const certificate = decodeCertificate(certificateBytes)
  return (
    certificate && {
      certificate,
      certificateBytes,
      time: fromBigEndian(bytes.subarray(length, length + TIME_BYTES)),
      signature: bytes.slice(length + TIME_BYTES),
    }
  )
}

/** Parses a scanned text; null when it is not the live code of a pass. Does not verify the signatures. */
export const readCode = (text: string): Code | null => {
  const code = readPrefixed(text, CODE_PREFIX)
  return code?.certificate.passType ? code : null
}

/** Parses a scanned text; null when it is not the live code of a voucher. Does not verify the signatures. */
export const readVoucherCode = (text: string): Code | null => {
  const code = readPrefixed(text, VOUCHER_PREFIX)
  return code?.certificate.passType === null ? code : null
}
