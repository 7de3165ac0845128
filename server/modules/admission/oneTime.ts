import { randomBytes } from 'node:crypto'
import { ONE_TIME_PER_DAY, ONE_TIME_TTL_MS } from '#contract/limits.ts'
import { toLetters } from '#contract/rules/crockford.ts'
import { ONE_TIME_LETTERS, oneTimeSpoken, oneTimeText } from '#contract/rules/scan.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Writer } from '#server/http/serve.ts'
import { newHash } from '#server/keys.ts'
import { oneTimeHashes } from './code.ts'
import { writeForOwnPass, type CodeRequest } from './ownPass.ts'
import * as store from './store.ts'

/** Enough for ten letters (50 bits). A guess takes an enrolled gate and one scan, within ten minutes. */
const CODE_BYTES = 7

/**
 * Makes a one-time code for a pass whose phone lost its key: it opens one online gate once within ten minutes, and
 * staff compare the holder's name. Returns the code to read aloud (`code`) and for a QR code (`text`). Throws as
 * `writeForOwnPass`; `E_ONE_TIME_LIMIT` after `ONE_TIME_PER_DAY` codes in 24 h.
 */
export const makeOneTimeCode = async (
  deps: Deps,
  request: CodeRequest,
  { memberId, ip, write }: { memberId: string; ip: string; write: Writer },
) => {
  const letters = toLetters(randomBytes(CODE_BYTES)).slice(0, ONE_TIME_LETTERS)
  const caller = { memberId, ip, write, purpose: 'one_time' as const }
  const expiresAt = await writeForOwnPass(deps, request, caller, async (tx, { passUid }, now) => {
    if ((await store.codesSince(tx, passUid, now - DAY_MS)) >= ONE_TIME_PER_DAY) throw new Refusal('E_ONE_TIME_LIMIT')
    const ends = now + ONE_TIME_TTL_MS
    const codeHash = newHash(oneTimeHashes(deps, letters))
    await store.replaceOneTime(tx, {
      codeHash,
      passUid,
      memberId,
      madeAt: now,
      expiresAt: ends,
    })
    return ends
  })
  return { code: oneTimeSpoken(letters), text: oneTimeText(letters), expiresAt }
}
