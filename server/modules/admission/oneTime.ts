import { randomBytes } from 'node:crypto'
import { ONE_TIME_PER_DAY, ONE_TIME_TTL_MS } from '#contract/limits.ts'
import { toLetters } from '#contract/rules/crockford.ts'
import { isLive, passState } from '#contract/rules/passState.ts'
import { ONE_TIME_LETTERS, oneTimeSpoken, oneTimeText } from '#contract/rules/scan.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Writer } from '#server/http/serve.ts'
import { checkOwnCode } from '#server/modules/member/ownCode.ts'
import { checkPassword } from '#server/modules/member/service.ts'
import { oneTimeHash } from './code.ts'
import { factsOf } from './service.ts'
import * as store from './store.ts'

/** Enough for ten letters (50 bits). A guess takes an enrolled gate and one scan, within ten minutes. */
const CODE_BYTES = 7

/**
 * Makes a one-time code for a pass whose phone lost its key: it opens one online gate once within ten minutes, and
 * staff compare the holder's name. Returns the code to read aloud (`code`) and for a QR code (`text`). `write` locks
 * the session: a withdrawal or a new password at the same time waits for it and then expires the code; when it came
 * first, `write` throws `E_TOKEN`. Throws `E_NOT_FOUND`, also for another member's pass; `E_PASS_ELSEWHERE` when the
 * pass is bound to a phone and there is neither password nor mailed code; `E_PASSWORD_MISMATCH`; `E_CERT_MISMATCH`;
 * `E_CERT_EXPIRED`; `E_CERT_TRIES`; `E_PASS_NOT_LIVE`, also for a card; `E_ONE_TIME_LIMIT` after `ONE_TIME_PER_DAY`
 * codes in 24 h; `E_THROTTLED`; `E_BUSY`.
 */
export const makeOneTimeCode = async (
  deps: Deps,
  { passUid, password, code }: { passUid: string; password?: string | undefined; code?: string | undefined },
  { memberId, ip, write }: { memberId: string; ip: string; write: Writer },
) => {
  if (password !== undefined) await checkPassword(deps, memberId, password, ip)
  const mailed = code === undefined ? null : await checkOwnCode(deps, { memberId, purpose: 'one_time' }, code)
  const letters = toLetters(randomBytes(CODE_BYTES)).slice(0, ONE_TIME_LETTERS)
  const expiresAt = await write(async (tx) => {
    const pass = await store.lockOwn(tx, passUid, memberId)
    if (!pass) throw new Refusal('E_NOT_FOUND')
    if (pass.deviceUid !== null && password === undefined && mailed === null) throw new Refusal('E_PASS_ELSEWHERE')
    const now = deps.clock()
    const facts = factsOf(pass, await store.entriesOf(tx, passUid))
    const isUsable = isLive(passState(facts, now)) && !facts.inGift && !facts.inRefund
    if (!isUsable || pass.medium !== 'mobile') throw new Refusal('E_PASS_NOT_LIVE')
    if ((await store.codesSince(tx, passUid, now - DAY_MS)) >= ONE_TIME_PER_DAY) throw new Refusal('E_ONE_TIME_LIMIT')
    await mailed?.consume(tx)
    const ends = now + ONE_TIME_TTL_MS
    await store.replaceOneTime(tx, {
      codeHash: oneTimeHash(deps, letters),
      passUid,
      memberId,
      madeAt: now,
      expiresAt: ends,
    })
    return ends
  })
  return { code: oneTimeSpoken(letters), text: oneTimeText(letters), expiresAt }
}
