import type { Data } from '#contract/calls/call.ts'
import type { signOutInfo, WITHDRAWAL_BLOCKS } from '#contract/calls/profile.ts'
import { ERASED_WITHIN_MS, FRESH_SIGN_IN_MS } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller } from '#server/http/serve.ts'
import { blockCardsOf } from '#server/modules/card/service.ts'
import { deleteMailbox } from '#server/modules/cert/service.ts'
import { countCoupons } from '#server/modules/coupon/service.ts'
import { revokeDevices } from '#server/modules/device/service.ts'
import { databaseJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { checkOwnCode, type OwnCode } from '#server/modules/member/ownCode.ts'
import { checkOwnPassword, hasPassword } from '#server/modules/member/service.ts'
import { livePassesOf } from '#server/modules/pass/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import { endSessions, signedInAt } from '#server/modules/session/service.ts'
import { erase } from './erasure.ts'
import * as store from './store.ts'

const ERASE = 'erase-member'

type Block = (typeof WITHDRAWAL_BLOCKS)[number]

/** Returns what blocks a withdrawal: open payments, refunds, gifts and bookings. */
const blocksOf = async (db: Database | Tx, memberId: string, now: number): Promise<Block[]> => {
  const blocks: Record<Block, boolean> = {
    E_WITHDRAW_PAYMENT: await store.hasChargeableOrder(db, memberId),
    E_WITHDRAW_REFUND: await store.hasOpenRefund(db, memberId),
    E_WITHDRAW_GIFT: await store.hasUnansweredGift(db, memberId),
    E_WITHDRAW_BOOKING: await store.hasOpenReservation(db, memberId, now),
  }
  return (Object.keys(blocks) as Block[]).filter((block) => blocks[block])
}

/** Paid passes and reservations that are lost with the membership. */
const lossOf = async (db: Database | Tx, memberId: string, now: number) => ({
  passes: await livePassesOf(db, memberId, now),
  reservations: await store.runningReservations(db, memberId, now),
})

/** Returns whether the caller signed in within the last five minutes, and not by another session's link. */
const isFreshSignIn = async (deps: Deps, { sessionId }: Caller): Promise<boolean> => {
  const at = await signedInAt(deps.db, sessionId)
  return at !== undefined && deps.clock() < at + FRESH_SIGN_IN_MS
}

/** Returns what a withdrawal loses, what blocks it, and which proof it needs. */
export const withdrawalInfo = async (deps: Deps, caller: Caller): Promise<Data<typeof signOutInfo>> => {
  const { db, clock } = deps
  const { memberId } = caller
  const now = clock()
  return {
    ...(await lossOf(db, memberId, now)),
    coupons: await countCoupons(db, memberId, now),
    points: await balanceOf(db, memberId, now),
    blocks: await blocksOf(db, memberId, now),
    proof: (await hasPassword(db, memberId)) ? 'password' : (await isFreshSignIn(deps, caller)) ? 'none' : 'code',
  }
}

interface WithdrawalInput {
  agreed: boolean
  /** Agrees to lose live passes and reservations. */
  loses: boolean
  password: string | undefined
  code: string | undefined
}

/**
 * Checks that the caller is the member, for which a token is not enough: by the password; for a member without one by a
 * mailed code, or a sign-in within the last five minutes. Returns the code, which the caller consumes. Throws
 * `E_PASSWORD_MISMATCH`, `E_THROTTLED`, `E_BUSY`, `E_WITHDRAW_PROOF`, `E_CERT_MISMATCH`, `E_CERT_EXPIRED`,
 * `E_CERT_TRIES`.
 */
const checkProof = async (
  deps: Deps,
  caller: Caller,
  { password, code }: WithdrawalInput,
  ip: string,
): Promise<OwnCode | null> => {
  const { memberId } = caller
  if (await hasPassword(deps.db, memberId)) {
    await checkOwnPassword(deps, memberId, password, ip)
    return null
  }
  if (code !== undefined) return checkOwnCode(deps, { memberId, purpose: 'withdraw' }, code)
  if (!(await isFreshSignIn(deps, caller))) throw new Refusal('E_WITHDRAW_PROOF')
  return null
}

/**
 * Ends a membership (spec 4.58, 5.15): ends all sessions and blanks the profile at once; a job erases the rest within a
 * day, by `erasedBy` (ms UTC). Throws `E_WITHDRAW_AGREE`; what `checkProof` throws; `E_TOKEN`; the first of
 * `WITHDRAWAL_BLOCKS` that applies; `E_WITHDRAW_LOSS` when passes or reservations would be lost without consent.
 */
export const withdraw = async (
  deps: Deps,
  caller: Caller,
  input: WithdrawalInput,
  ip: string,
): Promise<{ erasedBy: number }> => {
  const { memberId } = caller
  if (!input.agreed) throw new Refusal('E_WITHDRAW_AGREE')
  const mailed = await checkProof(deps, caller, input, ip)
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const row = await store.lockMember(tx, memberId)
    if (!row) throw new Refusal('E_TOKEN')
    const [block] = await blocksOf(tx, memberId, now)
    if (block) throw new Refusal(block)
    const { passes, reservations } = await lossOf(tx, memberId, now)
    if (passes.length + reservations.length > 0 && !input.loses) throw new Refusal('E_WITHDRAW_LOSS')
    await mailed?.consume(tx)
    await revokeDevices(tx, memberId, now)
    await blockCardsOf(tx, memberId)
    await endSessions(tx, memberId, now)
    await store.withdraw(tx, memberId, now)
    await deleteMailbox(tx, row.email)
    // A mail server that does not answer must not keep the address here, nor write to it days later.
    await deps.mail.withdraw(row.email, tx)
    await schedule(tx, { kind: ERASE, key: `erase:${memberId}`, dueAt: now, waitsSince: now, args: { memberId } })
  })
  return { erasedBy: now + ERASED_WITHIN_MS }
}

export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(ERASE, (tx, { args }, { clock }) => erase(tx, String(args.memberId), clock())),
]
