import type { PASS_CERT_PURPOSES } from '#contract/calls/cert.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { consumeProof, proveByCode, sendCode } from '#server/modules/cert/service.ts'
import { readMember } from './service.ts'

/** Codes that are mailed to a member's own address, each good for one purpose. */
type Purpose = (typeof PASS_CERT_PURPOSES)[number] | 'withdraw'

const mailboxOf = async <P extends Purpose>(deps: Deps, memberId: string, purpose: P) => {
  const member = await readMember(deps.db, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  return { email: member.email, purpose }
}

/** Mails the member a code for one purpose. Answers when it expires and when the next may be sent, ms. Throws `E_CERT_WAIT`, `E_THROTTLED`. */
export const sendOwnCode = async (
  deps: Deps,
  { memberId, purpose }: { memberId: string; purpose: Purpose },
  { locale, ip }: { locale: Locale; ip: string },
) => sendCode(deps, await mailboxOf(deps, memberId, purpose), locale, ip)

/** A mailed code that was right. `consume` uses it up in the transaction of what it was for. Throws `E_CERT_EXPIRED`. */
export interface OwnCode {
  consume: (tx: Tx) => Promise<void>
}

/**
 * Checks a code that was mailed to the member, before the transaction that needs it; counts as one of five tries.
 * Throws `E_CERT_MISMATCH`, `E_CERT_EXPIRED` (also when it was used), `E_CERT_TRIES`.
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
