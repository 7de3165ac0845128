import { ascii } from './bytes.ts'

/** What a phone signs to show that it holds its key: the server's nonce (letters, digits, `-` and `_`), apart from all other uses of the key. */
export const deviceProofBytes = (nonce: string): Uint8Array<ArrayBuffer> => ascii(`harbor-pass device\n${nonce}`)
