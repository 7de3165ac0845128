import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { PhoneLinkProgress } from '#contract/calls/phoneLink.ts'
import { PHONE_LINK_FRESH_MS, PHONE_LINK_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { sqlState, UNIQUE_VIOLATION } from '#server/db/errors.ts'
import { holdSession } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller, Writer } from '#server/http/serve.ts'
import { acceptedHashes, keyedHash, newHash } from '#server/keys.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import {
  checkPassword,
  openNotifiedSession,
  readMember,
  signedIn,
  type SignedIn,
} from '#server/modules/member/service.ts'
import {
  findLiveSession,
  paceAddress,
  paceMember,
  signedInAt,
  tokensOf,
  type SeenAs,
} from '#server/modules/session/service.ts'
import { isOwnPass } from '#server/modules/pass/service.ts'
import * as store from './phoneLink.store.ts'

/**
 * Signing in on a phone from a computer (decision 0142):
 *
 *     offered ─ claim ─→ claimed ─ confirm ─→ confirmed ─ open ─→ opened
 *        └──────────────────┴───────────────────┴─ expiry, wrong number, new link, end of the sessions ─→ over
 *
 * The computer shows the secret as a QR code. The phone that is first to send it claims the link with a secret of its
 * own, and shows a number; the member picks that number on the computer, and only then the phone's secret opens a
 * session. A person who photographs the QR code can claim the link, but shows a number that the member does not see.
 */

const SECRET_BYTES = 32
/** Two-digit numbers, which are easy to compare. */
const NUMBER_MIN = 10
const NUMBER_COUNT = 90
const OPTION_COUNT = 3

/** Returns the hashes under which a secret or a claim may be stored, a new one under the first (decision 0347). */
const hashesOf = ({ keys }: Pick<Deps, 'keys'>, purpose: 'secret' | 'claim', value: string): string[] =>
  acceptedHashes(keys, 'phone-link', JSON.stringify([purpose, value]))

/**
 * Derives the numbers on offer and the phone's among them from its claim, so that none has to be stored. The hash of
 * the claim is the key, because it outlasts a rotation of the root; nobody can choose a claim by it who lacks the root.
 */
const numbersOf = (claimHash: string): { number: number; numbers: number[] } => {
  const numbers = new Set<number>()
  for (let round = 0; numbers.size < OPTION_COUNT; round += 1) {
    const bytes = Buffer.from(keyedHash(Buffer.from(claimHash), `number ${round}`), 'base64url')
    numbers.add(NUMBER_MIN + (bytes.readUInt32BE() % NUMBER_COUNT))
  }
  // The first is the phone's; in ascending order its place says nothing.
  const [number = NUMBER_MIN] = numbers
  return { number, numbers: [...numbers].toSorted((a, b) => a - b) }
}

/**
 * Checks that the member sits at the computer: by a sign-in within the last hour, which a link is not, else by the
 * password. Throws `E_LINK_PROOF` where it is missing; `E_PASSWORD_MISMATCH`, `E_THROTTLED`, `E_BUSY`.
 */
const checkFresh = async (
  deps: Deps,
  { memberId, sessionId }: Caller,
  password: string | undefined,
  ip: string,
): Promise<void> => {
  const at = await signedInAt(deps.db, sessionId)
  if (at !== undefined && deps.clock() < at + PHONE_LINK_FRESH_MS) return
  if (password === undefined) throw new Refusal('E_LINK_PROOF')
  await checkPassword(deps, memberId, password, ip)
}

/**
 * Makes a link, which replaces the member's earlier one. Throws `E_NOT_FOUND`, also for another member's pass; what
 * `checkFresh` throws; `E_TOKEN`; `E_THROTTLED`.
 */
export const createLink = async (
  deps: Deps,
  caller: Caller,
  { passUid, password, ip, write }: { passUid?: string; password?: string; ip: string; write: Writer },
): Promise<{ id: string; secret: string; expiresAt: number }> => {
  await paceMember(deps, 'phoneLink', caller.memberId)
  if (passUid !== undefined && !(await isOwnPass(deps.db, passUid, caller.memberId))) throw new Refusal('E_NOT_FOUND')
  await checkFresh(deps, caller, password, ip)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const link = { id: uuidv7(), expiresAt: deps.clock() + PHONE_LINK_MS }
  const secretHash = newHash(hashesOf(deps, 'secret', secret))
  await write((tx) => store.putLink(tx, { ...caller, ...link, passUid: passUid ?? null, secretHash }))
  return { ...link, secret }
}

const progressOf = (deps: Deps, link: store.Link | undefined): PhoneLinkProgress => {
  const label = link?.label ?? null
  if (link?.openedAt) return { state: 'opened', numbers: null, label }
  if (!link || link.expiresAt <= deps.clock()) return { state: 'over', numbers: null, label: null }
  if (link.claimHash === null) return { state: 'offered', numbers: null, label }
  if (link.confirmedAt !== null) return { state: 'confirmed', numbers: null, label }
  return { state: 'claimed', numbers: numbersOf(link.claimHash).numbers, label }
}

/** Returns how far a phone has come. Throws `E_NOT_FOUND` for a link that was replaced or ended, or is another's. */
export const readLink = async (deps: Deps, { memberId }: Caller, id: string): Promise<PhoneLinkProgress> => {
  const link = await store.findOwnLink(deps.db, memberId, id)
  if (!link) throw new Refusal('E_NOT_FOUND')
  return progressOf(deps, link)
}

/**
 * Lets the phone in that shows `number`; a wrong number, or null for none, deletes the link. Throws `E_NOT_FOUND` as
 * `readLink` does.
 */
export const confirmLink = (
  deps: Deps,
  { memberId, sessionId }: Caller,
  { id, number, write }: { id: string; number: number | null; write: Writer },
): Promise<PhoneLinkProgress> =>
  write(async (tx) => {
    const link = await store.findOwnLink(tx, memberId, id)
    if (!link) throw new Refusal('E_NOT_FOUND')
    const { claimHash } = link
    if (claimHash === null || numbersOf(claimHash).number !== number) await store.deleteLinks(tx, memberId, id)
    else await store.confirm(tx, { id, sessionId, claimHash }, deps.clock())
    return progressOf(deps, await store.findOwnLink(tx, memberId, id))
  })

/**
 * Claims the link for the phone that sends its secret first; returns the number that the phone shows. `memberId`: who
 * is signed in on that phone, if anybody. Throws `E_LINK`, `E_THROTTLED`.
 */
export const claimLink = async (
  deps: Deps,
  {
    secret,
    claim,
    memberId,
    label,
    ip,
  }: { secret: string; claim: string; memberId: string | null; label: string | null; ip: string },
) => {
  await paceAddress(deps, 'phoneLinkClaim', ip)
  const hashes = { secretHashes: hashesOf(deps, 'secret', secret), claimHashes: hashesOf(deps, 'claim', claim) }
  const link = await store
    .claim(deps.db, { ...hashes, claimHash: newHash(hashes.claimHashes), label }, deps.clock())
    .catch((error: unknown) => {
      // The claim is taken by another link: no phone of ours uses one twice.
      if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('E_LINK')
      throw error
    })
  if (!link) throw new Refusal('E_LINK')
  const { number } = numbersOf(link.claimHash)
  return { number, expiresAt: link.expiresAt, ownYn: link.memberId === memberId ? ('Y' as const) : ('N' as const) }
}

/** What a phone gets: `signedIn` is null while the computer has not confirmed, and on a phone of the member. */
export interface Opened {
  isWaiting: boolean
  signedIn: SignedIn | null
  passUid: string | null
}

/**
 * Opens the session of a confirmed link, once. The answer may be lost: until the link expires, the phone that claimed
 * it gets the same session again, unless that has been renewed since. Throws `E_LINK`.
 */
export const openLink = async (
  deps: Deps,
  { claim, caller, ...seenAs }: { claim: string; caller: Caller | null } & SeenAs,
): Promise<Opened> => {
  const now = deps.clock()
  const link = await store.findClaimed(deps.db, hashesOf(deps, 'claim', claim))
  if (!link || link.expiresAt <= now) throw new Refusal('E_LINK')
  const { memberId, sessionId, passUid, claimHash } = link
  if (link.confirmedAt === null) return { isWaiting: true, signedIn: null, passUid: null }
  const opened = await deps.db.transaction(async (tx) => {
    // Before the link: whoever ends the sessions deletes the link, too, and this waits for that or goes before it.
    if (!(await holdSession(tx, { memberId, sessionId }))) throw new Refusal('E_LINK')
    if (!(await store.spend(tx, claimHash, now))) return undefined
    if (caller?.memberId === memberId) {
      await store.recordSession(tx, claimHash, caller.sessionId)
      return null
    }
    const row = await openNotifiedSession(tx, deps, { memberId, keep: true, linked: true, ...seenAs })
    await store.recordSession(tx, claimHash, row.id)
    return row
  })
  if (opened === null) return { isWaiting: false, signedIn: null, passUid }
  const row = opened ?? (await reopened(deps, claimHash, caller))
  if (row === null) return { isWaiting: false, signedIn: null, passUid }
  const member = await readMember(deps.db, memberId)
  if (!member) throw new Refusal('E_LINK')
  return { isWaiting: false, signedIn: signedIn(await tokensOf(deps, row), member), passUid }
}

/** Returns the session that the link has opened, while it is unused; null where it is the caller's own. */
const reopened = async (deps: Deps, claimHash: string, caller: Caller | null) => {
  const sessionId = (await store.findClaimed(deps.db, [claimHash]))?.openedSessionId ?? undefined
  if (sessionId === undefined) throw new Refusal('E_LINK')
  if (sessionId === caller?.sessionId) return null
  const row = await findLiveSession(deps.db, sessionId, deps.clock())
  if (!row || row.generation !== 1) throw new Refusal('E_LINK')
  return row
}

export const LINK_JOBS: readonly JobKind[] = [
  recurringJob('phone-links-forget', HOUR_MS, ({ db, clock }) => store.deleteLinksBefore(db, clock() - HOUR_MS)),
]
