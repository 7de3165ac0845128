/**
 * Points of the curve P-256 in both encodings. A pass code carries the compressed one (33 bytes); WebCrypto exports and
 * imports the uncompressed one (65 bytes) in every browser.
 */

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  let square = base % P
  for (let bits = exponent; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

const number = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
const square = (x: bigint): bigint => ((((x * x - 3n) * x + B) % P) + P) % P

/** Compresses 65 bytes (WebCrypto's `raw`) to 33; null when they are not an uncompressed point. */
export const compressPoint = (raw: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  if (raw.length !== 65 || raw[0] !== 4) return null
  const short = new Uint8Array(33)
  short.set(raw.subarray(1, 33), 1)
  short[0] = 2 + ((raw[64] ?? 0) & 1)
  return short
}

/** Expands 33 bytes to 65 (WebCrypto's `raw`); null when they name no point of the curve. */
export const expandPoint = (short: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  if (short.length !== 33 || (short[0] !== 2 && short[0] !== 3)) return null
  const x = number(short.subarray(1))
  if (x >= P) return null
  const root = power(square(x), (P + 1n) / 4n)
  if ((root * root) % P !== square(x)) return null
  let y = Number(root & 1n) === short[0] - 2 ? root : P - root
  const raw = new Uint8Array(65)
  raw[0] = 4
  raw.set(short.subarray(1), 1)
  for (let at = 64; at > 32; at -= 1) {
    raw[at] = Number(y & 255n)
    y >>= 8n
  }
  return raw
}
