import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { CERT_DIGITS, CERT_PROOF_MS, CERT_RESEND_MS, CERT_TRIES, CERT_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { equalBytes } from '#server/equalBytes.ts'
import { Refusal } from '#server/http/refusal.ts'
import { acceptedHashes, keyedHash } from '#server/keys.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { paceAddress, paceMailbox } from '#server/modules/session/service.ts'
import type { LetterId } from '#server/outside/mail/letters.ts'
import * as store from './store.ts'

const FORGET_MS = DAY_MS

/** The letter that mails a code, by its purpose. */
const LETTERS: Record<store.Purpose, LetterId> = {
  join: 'code',
  withdraw: 'withdrawalCode',
  gift: 'giftCode',
  one_time: 'oneTimeCode',
  export: 'dataCopyCode',
  passkey: 'passkeyCode',
  wallet: 'walletCode',
}

const PURPOSE = 'cert'
const textOf = ({ email, purpose }: store.Mailbox, code: string): string => JSON.stringify([email, purpose, code])

/**
 * Mails a new code (spec 5.3); returns when it expires and when the next may be requested (ms UTC). The response is the
 * same whether or not the mailbox has an account. Members' codes have a pace of their own: anybody can use up that of
 * `join` for any mailbox. Throws `E_CERT_WAIT` within a minute of the last code; `E_THROTTLED`.
 */
export const sendCode = async (deps: Deps, mailbox: store.Mailbox, locale: Locale, ip: string) => {
  const now = deps.clock()
  const last = await store.findCode(deps.db, mailbox)
  const wait = (resendAt: number) =>
    new Refusal('E_CERT_WAIT', { retryAfter: Math.max(1, Math.ceil((resendAt - now) / 1000)) })
  if (last && last.resendAt > now && last.resendAt <= now + CERT_RESEND_MS) throw wait(last.resendAt)
  await paceAddress(deps, 'certMail', ip)
  await paceMailbox(deps, mailbox.purpose === 'join' ? 'code' : 'ownCode', mailbox.email, { ip, phone: null })

  const code = String(randomInt(10 ** CERT_DIGITS)).padStart(CERT_DIGITS, '0')
  const expiresAt = now + CERT_TTL_MS
  const resendAt = now + CERT_RESEND_MS
  const hash = keyedHash(deps.keys.secret(PURPOSE), textOf(mailbox, code))
  await deps.db.transaction(async (tx) => {
    if (!(await store.putCode(tx, { ...mailbox, hash, expiresAt, resendAt }, now))) throw wait(resendAt)
    const values = { code, minutes: String(CERT_TTL_MS / MINUTE_MS) }
    await deps.mail.send(
      { to: mailbox.email, locale, id: LETTERS[mailbox.purpose], values, key: `code:${uuidv7()}`, until: expiresAt },
      tx,
    )
  })
  deps.mail.wake()
  return { expiresAt, resendAt }
}

/** Counts a try, then compares; returns the code's row. Throws `E_CERT_MISMATCH`, `E_CERT_EXPIRED`, `E_CERT_TRIES`. */
const compareCode = async (deps: Deps, mailbox: store.Mailbox, code: string) => {
  const now = deps.clock()
  const row = await store.countTry(deps.db, mailbox, now)
  if (!row) {
    const spent = await store.findCode(deps.db, mailbox)
    throw new Refusal(spent && spent.expiresAt > now && spent.tries >= CERT_TRIES ? 'E_CERT_TRIES' : 'E_CERT_EXPIRED')
  }
  const hashes = acceptedHashes(deps.keys, PURPOSE, textOf(mailbox, code))
  if (!hashes.some((hash) => equalBytes(row.hash, hash))) throw new Refusal('E_CERT_MISMATCH')
  return row
}

/** Creates the proof of a code, or returns the one it has. Throws `E_CERT_EXPIRED` when a newer code replaced it. */
const makeProof = async (deps: Deps, mailbox: store.Mailbox, hash: string) => {
  const fresh = { id: uuidv7(), expiresAt: deps.clock() + CERT_PROOF_MS }
  const proof = await deps.db.transaction(async (tx) => {
    const id = await store.prove(tx, mailbox, hash, fresh)
    return id === undefined ? undefined : store.findProof(tx, id)
  })
  if (!proof) throw new Refusal('E_CERT_EXPIRED')
  return proof
}

/**
 * Checks a mailed code. `certUid` proves the mailbox once, for half an hour; null when the mailbox has an account,
 * which `isTaken` reveals only after the right code. Throws `E_CERT_MISMATCH` for a wrong code; `E_CERT_TRIES` after
 * `CERT_TRIES` tries; `E_CERT_EXPIRED` when the mailbox has no unexpired code, or a newer one replaced it;
 * `E_THROTTLED`.
 */
export const checkCode = async (
  deps: Deps,
  mailbox: store.Mailbox,
  { code, ip }: { code: string; ip: string },
  isTaken: (email: string) => Promise<boolean>,
) => {
  await paceAddress(deps, 'certCheck', ip)
  const row = await compareCode(deps, mailbox, code)
  if (await isTaken(mailbox.email)) return { certUid: null, useYn: 'N' as const, expiresAt: row.expiresAt }
  const proof = await makeProof(deps, mailbox, row.hash)
  return { certUid: proof.id, useYn: 'Y' as const, expiresAt: proof.expiresAt }
}

/** Checks a code that a member confirms an action with; returns the `certUid` to consume. Throws as `checkCode`. */
export const proveByCode = async (deps: Deps, mailbox: store.Mailbox, code: string): Promise<string> => {
  const { hash } = await compareCode(deps, mailbox, code)
  return (await makeProof(deps, mailbox, hash)).id
}

/**
 * Returns true when a proof is of this mailbox and purpose, unused and not expired. Does not consume it: call it before
 * expensive work. `consumeProof` decides, and may still refuse.
 */
export const canConsumeProof = async (deps: Deps, id: string, { email, purpose }: store.Mailbox): Promise<boolean> => {
  const proof = await store.findProof(deps.db, id)
  return (
    proof !== undefined &&
    proof.email === email &&
    proof.purpose === purpose &&
    proof.usedAt === null &&
    proof.expiresAt > deps.clock()
  )
}

/**
 * Consumes a proof in the transaction of its action. Throws `refusal` when it is unknown, used, expired, or of another
 * mailbox or purpose.
 */
export const consumeProof = async (
  tx: Tx,
  deps: Deps,
  id: string,
  mailbox: store.Mailbox,
  refusal: 'E_CERT_REQUIRED' | 'E_CERT_EXPIRED' = 'E_CERT_REQUIRED',
): Promise<void> => {
  if (!(await store.consume(tx, id, mailbox, deps.clock()))) throw new Refusal(refusal)
}

/** Creates the proof of a mailbox that a social sign-in provider has verified; returns its `certUid`. */
export const grantProof = async (tx: Tx, { clock }: Pick<Deps, 'clock'>, mailbox: store.Mailbox): Promise<string> => {
  const id = uuidv7()
  await store.insertProof(tx, { ...mailbox, id, expiresAt: clock() + CERT_PROOF_MS })
  return id
}

/** Deletes the codes and proofs of a mailbox. */
export const deleteMailbox = (tx: Tx, email: string): Promise<void> => store.deleteOf(tx, email)

/** Deletes codes and proofs that expired more than 24 h ago. */
const deleteCodes = (deps: Deps): Promise<void> => store.deleteBefore(deps.db, deps.clock() - FORGET_MS)

export const JOB_KINDS: readonly JobKind[] = [recurringJob('cert-forget', HOUR_MS, deleteCodes)]
