import type { GateReason } from '../calls/gate.ts'
import type { Judgement } from './passCheck.ts'

/** What a refused code is called at a gate, online and off: why a code is no good is told to nobody who made one up. */
export const REASON_OF: Record<Extract<Judgement, { verdict: 'refused' }>['reason'], GateReason> = {
  unreadable: 'unreadable',
  unknown_key: 'unreadable',
  forged: 'unreadable',
  expired: 'expired',
  revoked: 'revoked',
  seen: 'old_code',
}
