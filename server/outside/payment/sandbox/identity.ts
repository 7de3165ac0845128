import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a gateway is asked, and the process that it says it is. */
interface Claim {
  /** Of whoever asks, new each time. */
  nonce: string
  pid: number
}

/** Proves to whoever has the secret that the process `pid` has it too, without saying it. */
export const proofOf = (secret: string, { nonce, pid }: Claim): string =>
  createHmac('sha256', secret).update(`identity.${nonce}.${pid}`).digest('base64url')

/** Was this claim made by somebody who has the secret? */
export const isProof = (proof: string, secret: string, claim: Claim): boolean => {
  const [left, right] = [Buffer.from(proof), Buffer.from(proofOf(secret, claim))]
  return left.length === right.length && timingSafeEqual(left, right)
}
