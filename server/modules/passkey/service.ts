import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Data } from '#contract/calls/call.ts'
import type * as passkey from '#contract/calls/passkey.ts'
import type { Passkey } from '#contract/calls/passkey.ts'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX } from '#contract/limits.ts'
import { passkeyName } from '#contract/rules/text.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { holdMembership } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Writer } from '#server/http/serve.ts'
import { acceptedHashes, keyedHash } from '#server/keys.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { checkProof } from '#server/modules/member/ownCode.ts'
import { openNotifiedSession, readMember, signedIn, type SignedIn } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { paceAddress, paceMember, tokensOf, type SeenAs } from '#server/modules/session/service.ts'
import * as store from './store.ts'
import { siteOf, readRegistration, verifyAssertion, type Assertion, type Registration } from './verify.ts'

/**
 * Passkeys (decision 0336). Both ways begin with a challenge, which is good once:
 *
 *     password or mailed code → addOptions → the device makes a key → add → stored
 *                            signInOptions → the device signs      → signIn → session
 */

const CHALLENGE_BYTES = 32

const PURPOSE = 'passkey-challenge'

const makeChallenge = (deps: Pick<Deps, 'clock' | 'keys'>, memberId: string | null) => {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const expiresAt = deps.clock() + PASSKEY_CHALLENGE_MS
  return {
    challenge,
    expiresAt,
    row: { challengeHash: keyedHash(deps.keys.secret(PURPOSE), challenge), memberId, expiresAt },
  }
}

/** Uses a challenge of this member, or with null of a sign-in. Throws `E_PASSKEY_EXPIRED`. */
const spend = async (tx: Tx, deps: Deps, challenge: string, memberId: string | null): Promise<void> => {
  const challengeHashes = acceptedHashes(deps.keys, PURPOSE, challenge)
  if (!(await store.spendChallenge(tx, { challengeHashes, memberId }, deps.clock())))
    throw new Refusal('E_PASSKEY_EXPIRED')
}

/** The bytes of the member's id: nothing about the person, and the same for all passkeys of a member. */
const handleOf = (memberId: string): string => Buffer.from(memberId.replaceAll('-', ''), 'hex').toString('base64url')

const present = ({ passkeyUid, name, label, addedAt, usedAt }: store.Row): Passkey => ({
  passkeyUid,
  name,
  label,
  addedAt,
  usedAt,
})

/** Returns whose passkeys these are, and the ids of all of them, as password managers know them. */
const knownToManagers = (deps: Deps, memberId: string, stored: readonly store.Row[]) => ({
  rpId: siteOf(deps).rpId,
  userHandle: handleOf(memberId),
  credentialIds: stored.map(({ credentialId }) => credentialId),
})

/** Returns the member's passkeys, the newest first, and what password managers are told of them. */
export const listOwn = async (deps: Deps, memberId: string): Promise<Data<typeof passkey.list>> => {
  const stored = await store.listPasskeys(deps.db, memberId)
  return { list: stored.map(present), ...knownToManagers(deps, memberId, stored) }
}

interface Typed {
  password?: string | undefined
  /** Mailed for the purpose `passkey`. */
  code?: string | undefined
}

interface Writing {
  memberId: string
  ip: string
  write: Writer
}

/**
 * Makes the challenge of a new passkey, against the password or a mailed code. Returns what the browser needs to make
 * it. Throws what `checkProof` throws; `E_PASSKEY_LIMIT`; `E_THROTTLED`.
 */
export const addOptions = async (deps: Deps, typed: Typed, { memberId, ip, write }: Writing) => {
  await paceMember(deps, 'passkey', memberId)
  const mailed = await checkProof(deps, { memberId, purpose: 'passkey' }, typed, ip)
  const { challenge, expiresAt, row } = makeChallenge(deps, memberId)
  const { stored, member } = await write(async (tx) => {
    await mailed?.consume(tx)
    const passkeys = await store.listPasskeys(tx, memberId)
    if (passkeys.length >= PASSKEYS_MAX) throw new Refusal('E_PASSKEY_LIMIT')
    await store.insertChallenge(tx, row)
    return { stored: passkeys, member: await readMember(tx, memberId) }
  })
  return {
    challenge,
    expiresAt,
    userNm: member?.email ?? '',
    ...knownToManagers(deps, memberId, stored),
  }
}

/**
 * Stores the passkey that a browser has made, and notifies the member. `writeAlone` makes concurrent calls of a member
 * wait, so that no two of them exceed the limit. Throws `E_PASSKEY` when it is wrong or stored already;
 * `E_PASSKEY_EXPIRED`; `E_PASSKEY_LIMIT`.
 */
export const addPasskey = async (
  deps: Deps,
  registration: Registration,
  { memberId, label, writeAlone }: { memberId: string; label: string | null; writeAlone: Writer },
): Promise<Passkey> => {
  const answer = await readRegistration(deps, registration)
  if (!answer) throw new Refusal('E_PASSKEY')
  return writeAlone(async (tx) => {
    // First: nothing is verified but answers to what this member was asked.
    await spend(tx, deps, answer.challenge, memberId)
    const verified = await answer.verify()
    if (!verified) throw new Refusal('E_PASSKEY')
    const { publicKey, signCount } = verified
    if ((await store.countPasskeys(tx, memberId)) >= PASSKEYS_MAX) throw new Refusal('E_PASSKEY_LIMIT')
    const addedAt = deps.clock()
    const row: store.Row = {
      passkeyUid: uuidv7(),
      memberId,
      credentialId: registration.credentialId,
      publicKey,
      signCount,
      name: null,
      label,
      addedAt,
      usedAt: null,
    }
    if (!(await store.insertPasskey(tx, row))) throw new Refusal('E_PASSKEY')
    const key = `passkey-added:${row.passkeyUid}`
    await notifyMember(tx, { memberId, kind: 'passkey_added', key, values: { addedAt }, at: addedAt })
    return present(row)
  })
}

/** Names a passkey. Throws `E_NOT_FOUND`, also for another member's. */
export const renamePasskey = async (
  tx: Tx,
  owner: { passkeyUid: string; memberId: string },
  name: string,
): Promise<Passkey> => {
  const row = await store.renamePasskey(tx, owner, passkeyName(name) ?? name)
  if (!row) throw new Refusal('E_NOT_FOUND')
  return present(row)
}

/**
 * Deletes a passkey, against the password or a mailed code, and notifies the member. Sessions that it has opened go on.
 * Throws `E_NOT_FOUND`, also for another member's; what `checkProof` throws.
 */
export const deletePasskey = async (
  deps: Deps,
  { passkeyUid, ...typed }: Typed & { passkeyUid: string },
  { memberId, ip, write }: Writing,
): Promise<null> => {
  const mailed = await checkProof(deps, { memberId, purpose: 'passkey' }, typed, ip)
  return write(async (tx) => {
    await mailed?.consume(tx)
    if (!(await store.deletePasskey(tx, { passkeyUid, memberId }))) throw new Refusal('E_NOT_FOUND')
    const deletedAt = deps.clock()
    const key = `passkey-deleted:${passkeyUid}`
    await notifyMember(tx, { memberId, kind: 'passkey_deleted', key, values: { deletedAt }, at: deletedAt })
    return null
  })
}

/** Makes the challenge of a sign-in. It names no passkeys: the device shows those that it has. Throws `E_THROTTLED`. */
export const signInOptions = async (deps: Deps, ip: string) => {
  await paceAddress(deps, 'passkeyOptions', ip)
  const { challenge, expiresAt, row } = makeChallenge(deps, null)
  await store.insertChallenge(deps.db, row)
  return { challenge, expiresAt, rpId: siteOf(deps).rpId }
}

/** Input of `signInByPasskey`. `keep`: “Keep me signed in”. */
export interface PasskeySignIn extends SeenAs {
  signed: Assertion & { userHandle?: string | null | undefined }
  keep: boolean
  ip: string
}

/**
 * Opens a session by a passkey. A passkey that is unknown, deleted, of a withdrawn member, or signs something else is
 * answered alike. A count that has not risen is refused: the key was copied. Throws `E_PASSKEY`; `E_PASSKEY_EXPIRED`
 * for a challenge that is unknown, used, or for adding; `E_THROTTLED`.
 */
export const signInByPasskey = async (
  deps: Deps,
  { signed, keep, ip, label, locale }: PasskeySignIn,
): Promise<SignedIn> => {
  const paced = await paceAddress(deps, 'passkeyFailure', ip)
  const stored = await store.findPasskey(deps.db, signed.credentialId)
  const verified = stored && (await verifyAssertion(deps, stored, signed))
  if (!verified) throw new Refusal('E_PASSKEY')
  const { memberId, passkeyUid } = stored
  // A device sends the handle that it was given; another member's would mean a forged answer.
  if (signed.userHandle != null && signed.userHandle !== handleOf(memberId)) throw new Refusal('E_PASSKEY')
  const { challenge, signCount } = verified
  const opened = await deps.db.transaction(async (tx) => {
    // First, as every write does: a withdrawal waits for this, or is seen here.
    if (!(await holdMembership(tx, memberId))) throw new Refusal('E_PASSKEY')
    await spend(tx, deps, challenge, null)
    if (!(await store.recordSignIn(tx, { passkeyUid, signCount }, deps.clock()))) {
      deps.log.warn({ passkey: passkeyUid }, 'a passkey was deleted meanwhile, or its count has not risen')
      throw new Refusal('E_PASSKEY')
    }
    await paced.giveBack(tx)
    return openNotifiedSession(tx, deps, { memberId, keep, label, locale })
  })
  const member = await readMember(deps.db, memberId)
  if (!member) throw new Refusal('E_PASSKEY')
  return signedIn(await tokensOf(deps, opened), member)
}

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('passkey-forget', HOUR_MS, ({ db, clock }) => store.deleteChallengesBefore(db, clock() - HOUR_MS)),
]
