import type { PASS_CERT_PURPOSES } from '#contract/calls/cert.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { consumeProof, proveByCode, sendCode } from '#server/modules/cert/service.ts'
import { checkPassword, readMember } from './service.ts'

/** What a code that is mailed to the member's own address can be for. */
type Purpose = (typeof PASS_CERT_PURPOSES)[number] | 'withdraw'

const mailboxOf = async <P extends Purpose>(deps: Deps, memberId: string, purpose: P) => {
  const member = await readMember(deps.db, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  return { email: member.email, purpose }
}

/**
 * Mails the member a code for one purpose. Returns and throws as `sendCode`; throws `E_TOKEN` for a withdrawn member.
 */
export const sendOwnCode = async (
  deps: Deps,
  { memberId, purpose }: { memberId: string; purpose: Purpose },
  { locale, ip }: { locale: Locale; ip: string },
) => sendCode(deps, await mailboxOf(deps, memberId, purpose), locale, ip)

/**
 * A correct code. `consume` spends it in the transaction of its action; throws `E_CERT_EXPIRED` when it was spent or
 * has expired.
 */
export interface OwnCode {
  consume: (tx: Tx) => Promise<void>
}

/**
 * Checks a code that was mailed to the member, before the transaction that needs it; counts as one of its five tries.
 * Throws `E_CERT_MISMATCH`; `E_CERT_EXPIRED`; `E_CERT_TRIES`; `E_TOKEN` for a withdrawn member.
 */
export const checkOwnCode = async (
  deps: Deps,
  { memberId, purpose }: { memberId: string; purpose: Purpose },
  code: string,
): Promise<OwnCode> => {
  const mailbox = await mailboxOf(deps, memberId, purpose)
  const certUid = await proveByCode(deps, mailbox, code)
  return {
    consume: (tx) => consumeProof(tx, deps, certUid, mailbox, 'E_CERT_EXPIRED'),
  }
}

/**
 * Checks the password or a mailed code, one of which an action takes besides the token. Resolves to the code, for the
 * action to consume; null for a password. Throws `E_CERT_REQUIRED` without either; `E_PASSWORD_MISMATCH`, `E_THROTTLED`,
 * `E_BUSY`; what `checkOwnCode` throws.
 */
export const checkProof = async (
  deps: Deps,
  owner: { memberId: string; purpose: Purpose },
  { password, code }: { password?: string | undefined; code?: string | undefined },
  ip: string,
): Promise<OwnCode | null> => {
  if (password !== undefined) {
    await checkPassword(deps, owner.memberId, password, ip)
    return null
  }
  if (code === undefined) throw new Refusal('E_CERT_REQUIRED')
  return checkOwnCode(deps, owner, code)
}
