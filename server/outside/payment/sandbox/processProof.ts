import { createHmac } from 'node:crypto'
import { equalBytes } from '#server/equalBytes.ts'

/** The nonce of a request to a gateway, and the process id that the gateway claims. */
interface Claim {
  /** Made by the caller for each request. */
  nonce: string
  pid: number
}

/** Returns a proof that the process `pid` has the secret, without revealing it. */
export const proofOf = (secret: string, { nonce, pid }: Claim): string =>
  createHmac('sha256', secret).update(`identity.${nonce}.${pid}`).digest('base64url')

/** Returns whether `proof` shows that a process with the secret made this claim. */
export const isProcessProof = (proof: string, secret: string, claim: Claim): boolean =>
  equalBytes(proof, proofOf(secret, claim))
