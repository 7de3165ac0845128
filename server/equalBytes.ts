import { timingSafeEqual } from 'node:crypto'

/** Returns whether two texts or byte arrays are equal; takes the same time for each content of one length. */
export const equalBytes = (a: string | Uint8Array, b: string | Uint8Array): boolean => {
  const [aBytes, bBytes] = [Buffer.from(a), Buffer.from(b)]
  return aBytes.length === bBytes.length && timingSafeEqual(aBytes, bBytes)
}
