import { createHmac } from 'node:crypto'
import { WALLET_LINK_MS } from '#contract/limits.ts'
import { toLetters } from '#contract/rules/crockford.ts'
import { WALLET_LETTERS, walletText } from '#contract/rules/scan.ts'
import type { Deps } from '#server/deps.ts'
import { equalBytes } from '#server/equalBytes.ts'
import { WALLET_FILES } from '#server/http/secretPaths.ts'
import { acceptedHashes, acceptedSecrets, newHash } from '#server/keys.ts'

/** The codes of wallet passes, and the links to their files. Both are derived, so that the database holds neither. */

type With = Pick<Deps, 'keys'>

/** Sixteen letters of five bits. */
const CODE_BYTES = 10

const hmac = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

const lettersOf = (secret: Buffer, walletUid: string): string =>
  toLetters(hmac(secret, walletUid).subarray(0, CODE_BYTES)).slice(0, WALLET_LETTERS)

/**
 * Returns the HMACs under which the code of a wallet pass may be stored, a new one under the first. `letters`: the code
 * without its prefix.
 */
export const walletCodeHashes = ({ keys }: With, letters: string): string[] =>
  acceptedHashes(keys, 'wallet-code-hash', letters)

/** Returns the code of a new wallet pass as the text of its QR code (`text`) and as it is stored (`codeHash`). */
export const walletCode = (deps: With, walletUid: string): { text: string; codeHash: string } => {
  const letters = lettersOf(deps.keys.secret('wallet-code'), walletUid)
  const codeHash = newHash(walletCodeHashes(deps, letters))
  return { text: walletText(letters), codeHash }
}

/** Returns the text of the QR code of a stored wallet pass; null when its root was revoked. */
export const storedWalletText = (
  deps: With,
  { walletUid, codeHash }: { walletUid: string; codeHash: string },
): string | null => {
  const letters = acceptedSecrets(deps.keys, 'wallet-code')
    .map((secret) => lettersOf(secret, walletUid))
    .find((each) => walletCodeHashes(deps, each).includes(codeHash))
  return letters === undefined ? null : walletText(letters)
}

const LINK = 'wallet-link'
const linkProof = (secret: Buffer, walletUid: string, until: number): string =>
  hmac(secret, `${walletUid} ${until}`).toString('base64url')

/** Returns the path of the file for Apple Wallet, good until `WALLET_LINK_MS` after `now` (ms UTC), any number of times. */
export const walletLink = (deps: With, walletUid: string, now: number): string => {
  const until = now + WALLET_LINK_MS
  return `${WALLET_FILES}/${walletUid}/${until}/${linkProof(deps.keys.secret(LINK), walletUid, until)}.pkpass`
}

/** Returns whether the parameters of such a path were signed by this installation, and have not expired at `now`. */
export const isWalletLink = (
  deps: With,
  { walletUid, until, file }: { walletUid: string; until: string; file: string },
  now: number,
): boolean => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now) return false
  return acceptedSecrets(deps.keys, LINK).some((secret) =>
    equalBytes(file, `${linkProof(secret, walletUid, Number(until))}.pkpass`),
  )
}
