import type { FirstReason, GateReason } from '../calls/gate.ts'
import type { Judgement } from './passCheck.ts'

/** The reason a gate gives for a refused code, online and offline. It does not tell a forger why a code failed (G2). */
export const REASON_OF: Record<Extract<Judgement, { verdict: 'refused' }>['reason'], FirstReason> = {
  unreadable: 'unreadable',
  unknown_key: 'unreadable',
  forged: 'unreadable',
  revoked: 'revoked',
  seen: 'old_code',
}

/**
 * Returns the nearest reason that gates of the first release know. For `stale` that is `revoked`, whose message asks
 * the visitor to open My Pass online, which renews the certificate.
 */
export const firstReasonOf = (reason: GateReason): FirstReason => (reason === 'stale' ? 'revoked' : reason)
