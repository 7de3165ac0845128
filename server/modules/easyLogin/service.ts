import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod/mini'
import type { easyLogin, join, ProviderId } from '#contract/calls/easyLogin.ts'
import { CERT_PROOF_MS, SNS_FLOW_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { acceptedSecrets, keyedHash } from '#server/keys.ts'
import { grantProof } from '#server/modules/cert/service.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import {
  createMember,
  openNotifiedSession,
  readMember,
  readMemberByEmail,
  signedIn,
  type SignedIn,
} from '#server/modules/member/service.ts'
import { paceAddress, tokensOf, type SeenAs } from '#server/modules/session/service.ts'
import {
  type Flow,
  type Person,
  type Provider,
  ProviderAway,
  ProviderRefused,
} from '#server/outside/identity/identity.ts'
import * as store from './store.ts'

/**
 * Social sign-in:
 *
 *     start → the provider's page → return → easyLogin ─┬─ linked to a member ──────────→ signed in
 *       └ state, and a secret of this browser alone     ├─ proven mailbox of a member ──→ linked, signed in
 *                                                       └─ neither → join (with a proven mailbox) → signed in
 */

const FORGET_MS = DAY_MS
const BYTES = 32

const PURPOSE = 'sns-flow'
const keyed = (key: Buffer, what: string, value: string): string => keyedHash(key, JSON.stringify([what, value]))

/** Derives nonce and verifier from the state by our key, so that neither has to be stored, where it could be stolen. */
const flowOf = ({ config }: Pick<Deps, 'config'>, key: Buffer, id: ProviderId, state: string): Flow => ({
  state,
  nonce: keyed(key, 'nonce', state),
  verifier: keyed(key, 'verifier', state),
  redirectUri: `${config.publicUrl}/api/v1/account/easy-login/return/${id}`,
})

const providerOf = (deps: Deps, id: ProviderId): Provider => {
  const provider = deps.identity.get(id)
  if (!provider) throw new Refusal('E_NOT_FOUND')
  return provider
}

const callProvider = async <T>(deps: Deps, id: ProviderId, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderRefused || error instanceof ProviderAway)
      deps.log.warn({ provider: id, type: error.name, why: error.message }, 'a social sign-in did not work')
    if (error instanceof ProviderRefused) throw new Refusal('E_SNS')
    if (error instanceof ProviderAway) throw new Refusal('E_UNAVAILABLE', { retryAfter: 5 })
    throw error
  }
}

/**
 * Begins a social sign-in: returns the provider's page and the secret that the browser must present to `finish`.
 * `keep`: the member stays signed in. Throws `E_NOT_FOUND` for a provider that is not configured; `E_UNAVAILABLE` when
 * it does not answer; `E_SNS` when it refuses; `E_THROTTLED`.
 */
export const start = async (deps: Deps, id: ProviderId, keep: boolean, ip: string) => {
  const provider = providerOf(deps, id)
  await paceAddress(deps, 'easyLogin', ip)
  const [state, secret] = [randomBytes(BYTES).toString('base64url'), randomBytes(BYTES).toString('base64url')]
  const key = deps.keys.secret(PURPOSE)
  const url = await callProvider(deps, id, () => provider.begin(flowOf(deps, key, id, state)))
  await store.insertFlow(deps.db, {
    state: keyed(key, 'state', state),
    provider: id,
    secret: keyed(key, 'secret', secret),
    keep,
    expiresAt: deps.clock() + SNS_FLOW_MS,
  })
  return { url, secret }
}

/** Spends a flow; returns it with the key under which it began, which is a former one after a rotation. */
const spendFlow = async (deps: Deps, id: ProviderId, { state, secret }: { state: string; secret: string }) => {
  for (const key of acceptedSecrets(deps.keys, PURPOSE)) {
    const flowKey = { provider: id, state: keyed(key, 'state', state), secret: keyed(key, 'secret', secret) }
    const flow = await store.spendFlow(deps.db, flowKey, deps.clock())
    if (flow) return { ...flow, key }
  }
  return undefined
}

interface ProviderPerson extends Person {
  provider: ProviderId
}

/**
 * Finds the member by an existing link, else by a mailbox that the provider has verified, and then links the identity.
 */
const memberOf = async (tx: Tx, person: ProviderPerson, now: number): Promise<string | undefined> => {
  const linkedId = await store.findIdentity(tx, person)
  if (linkedId !== undefined) return (await readMember(tx, linkedId)) && linkedId
  if (!person.emailVerified || person.email === null) return undefined
  const member = await readMemberByEmail(tx, person.email)
  if (!member) return undefined
  await store.link(tx, person, member.id, now)
  // A concurrent request may have inserted the link: read it.
  return store.findIdentity(tx, person)
}

const welcome = async (tx: Tx, deps: Deps, person: ProviderPerson) => {
  const expiresAt = deps.clock() + CERT_PROOF_MS
  const snsUid = uuidv7()
  const { provider, subject, email, emailVerified, engNm, engSurname } = person
  await store.insertGuest(tx, { id: snsUid, provider, subject, expiresAt })
  const certUid = email !== null && emailVerified ? await grantProof(tx, deps, { email, purpose: 'join' }) : null
  return { joinYn: 'Y' as const, snsUid, email, certUid, engNm, engSurname }
}

/** A signed-in member, or the data that `joinBy` and its form start from. */
export type Finished =
  | { signedIn: SignedIn; guest: null }
  | { signedIn: null; guest: Awaited<ReturnType<typeof welcome>> }

/**
 * Completes a social sign-in (spec 7.21, `easy-login`). Throws `E_SNS` for a state, secret or code that is wrong, spent
 * or expired; `E_NOT_FOUND` for a provider that is not configured; `E_UNAVAILABLE`; `E_THROTTLED`.
 */
export const finish = async (
  deps: Deps,
  { entranceSns: id, code, state, secret, iss }: z.output<typeof easyLogin.body>,
  { ip, ...seenAs }: { ip: string } & SeenAs,
): Promise<Finished> => {
  const provider = providerOf(deps, id)
  await paceAddress(deps, 'easyLogin', ip)
  const flow = await spendFlow(deps, id, { state, secret })
  if (!flow) throw new Refusal('E_SNS')
  const person = {
    ...(await callProvider(deps, id, () => provider.finish(flowOf(deps, flow.key, id, state), { code, iss }))),
    provider: id,
  }
  const result = await deps.db.transaction(async (tx) => {
    const memberId = await memberOf(tx, person, deps.clock())
    if (memberId === undefined) return { guest: await welcome(tx, deps, person) }
    return { opened: await openNotifiedSession(tx, deps, { memberId, keep: flow.keep, ...seenAs }) }
  })
  if ('guest' in result) return { signedIn: null, guest: result.guest }
  const member = await readMember(deps.db, result.opened.memberId)
  if (!member) throw new Refusal('E_SNS')
  return { signedIn: signedIn(await tokensOf(deps, result.opened), member), guest: null }
}

/**
 * Creates a member without a password, linked to the identity of `snsUid`. Throws `E_SNS` when `snsUid` is unknown,
 * used or expired, or the identity is linked already; otherwise as `createMember`.
 */
export const joinBy = (
  deps: Deps,
  { snsUid, ...form }: z.output<typeof join.body>,
  seenAs: SeenAs,
): Promise<SignedIn> =>
  createMember(deps, form, seenAs, {
    also: async (tx, memberId) => {
      const guest = await store.spendGuest(tx, snsUid.toLowerCase(), deps.clock())
      if (!guest || !(await store.link(tx, guest, memberId, deps.clock()))) throw new Refusal('E_SNS')
    },
  })

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('sns-forget', HOUR_MS, ({ db, clock }) => store.deleteBefore(db, clock() - FORGET_MS)),
]
