import { createHmac, timingSafeEqual } from 'node:crypto'
import { WALLET_LINK_MS } from '#contract/limits.ts'
import { toLetters } from '#contract/rules/crockford.ts'
import { WALLET_LETTERS, walletText } from '#contract/rules/scan.ts'
import type { Deps } from '#server/deps.ts'

/** The codes of wallet passes, and the links to their files. Both are derived, so that the database holds neither. */

type With = Pick<Deps, 'keys'>

/** Sixteen letters of five bits. */
const CODE_BYTES = 10

const sign = ({ keys }: With, purpose: string, text: string): Buffer =>
  createHmac('sha256', keys.secret(purpose)).update(text).digest()

const lettersOf = (deps: With, walletUid: string): string =>
  toLetters(sign(deps, 'wallet-code', walletUid).subarray(0, CODE_BYTES)).slice(0, WALLET_LETTERS)

/** Returns the HMAC under which the code of a wallet pass is stored. `letters`: the code without its prefix. */
export const walletCodeHash = (deps: With, letters: string): string =>
  sign(deps, 'wallet-code-hash', letters).toString('base64url')

/** Returns the code of a wallet pass as the text of its QR code (`text`) and as it is stored (`codeHash`). */
export const walletCode = (deps: With, walletUid: string): { text: string; codeHash: string } => {
  const letters = lettersOf(deps, walletUid)
  return { text: walletText(letters), codeHash: walletCodeHash(deps, letters) }
}

const linkProof = (deps: With, walletUid: string, until: number): Buffer =>
  sign(deps, 'wallet-link', `${walletUid} ${until}`)

/** Below `/api`, because the service worker answers other addresses of pages itself. */
export const WALLET_FILES = '/api/wallet'

/** Returns the path of the file for Apple Wallet, good until `WALLET_LINK_MS` after `now` (ms UTC), any number of times. */
export const walletLink = (deps: With, walletUid: string, now: number): string => {
  const until = now + WALLET_LINK_MS
  return `${WALLET_FILES}/${walletUid}/${until}/${linkProof(deps, walletUid, until).toString('base64url')}.pkpass`
}

/** Returns whether the parameters of such a path were signed by this installation, and have not expired at `now`. */
export const isWalletLink = (
  deps: With,
  { walletUid, until, file }: { walletUid: string; until: string; file: string },
  now: number,
): boolean => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now) return false
  const proof = Buffer.from(`${linkProof(deps, walletUid, Number(until)).toString('base64url')}.pkpass`)
  const signed = Buffer.from(file)
  return signed.length === proof.length && timingSafeEqual(signed, proof)
}
