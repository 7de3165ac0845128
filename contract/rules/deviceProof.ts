import { ascii } from './bytes.ts'

/**
 * Returns the bytes that a phone signs to prove that it has its key: the server's nonce (letters, digits, `-` and `_`),
 * with a prefix that separates this from all other uses of the key.
 */
export const deviceProofBytes = (nonce: string): Uint8Array<ArrayBuffer> => ascii(`harbor-pass device\n${nonce}`)
