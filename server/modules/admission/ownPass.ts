import type { PASS_CERT_PURPOSES } from '#contract/calls/cert.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Writer } from '#server/http/serve.ts'
import { checkOwnCode } from '#server/modules/member/ownCode.ts'
import { checkPassword } from '#server/modules/member/service.ts'
import { factsOf, isUsable } from './service.ts'
import * as store from './store.ts'

/** The pass that a member wants a code for, with the member's proof. */
export interface CodeRequest {
  passUid: string
  password?: string | undefined
  /** A code that was mailed for `purpose`. */
  code?: string | undefined
}

/**
 * Runs `effect` with a lock on the member's own pass, which a gate admits, at the instant that it returns (ms UTC). For
 * codes that open gates without the key of a phone. `write` locks the session: a withdrawal or a new password at the same
 * time waits for it and then ends what `effect` has stored; when it came first, `write` throws `E_TOKEN`. Throws
 * `E_NOT_FOUND`, also for another member's pass; `E_PASS_ELSEWHERE` when the pass is bound to a phone and there is
 * neither password nor mailed code; `E_PASSWORD_MISMATCH`; `E_CERT_MISMATCH`; `E_CERT_EXPIRED`; `E_CERT_TRIES`;
 * `E_PASS_NOT_LIVE`, also for a card; `E_THROTTLED`; `E_BUSY`.
 */
export const writeForOwnPass = async <T>(
  deps: Deps,
  { passUid, password, code }: CodeRequest,
  {
    memberId,
    ip,
    write,
    purpose,
  }: { memberId: string; ip: string; write: Writer; purpose: (typeof PASS_CERT_PURPOSES)[number] },
  effect: (tx: Tx, pass: store.Pass, now: number) => Promise<T>,
): Promise<T> => {
  if (password !== undefined) await checkPassword(deps, memberId, password, ip)
  const mailed = code === undefined ? null : await checkOwnCode(deps, { memberId, purpose }, code)
  return write(async (tx) => {
    const pass = await store.lockOwn(tx, passUid, memberId)
    if (!pass) throw new Refusal('E_NOT_FOUND')
    if (pass.deviceUid !== null && password === undefined && mailed === null) throw new Refusal('E_PASS_ELSEWHERE')
    const now = deps.clock()
    const facts = factsOf(pass, await store.entriesOf(tx, passUid))
    if (!isUsable(facts, now) || pass.medium !== 'mobile') throw new Refusal('E_PASS_NOT_LIVE')
    const result = await effect(tx, pass, now)
    await mailed?.consume(tx)
    return result
  })
}
