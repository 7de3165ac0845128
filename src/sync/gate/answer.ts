import type { GateReason, Verdict } from '#contract/calls/gate.ts'
import type { Group, PassType } from '#contract/codes.ts'

/** What staff are told of one scan. */
export interface GateAnswer {
  entryUid: string
  /** `ask`: a card that this gate's list does not know, staff decide. `network`: only the server could tell. */
  verdict: Verdict['verdict'] | 'ask' | 'network'
  reason: GateReason | null
  /** Judged here, with no network. */
  offline: boolean
  /** ms, by the server's clock as far as it is known. */
  at: number
  by: Verdict['by']
  skewMs: number | null
  /** The entry may be undone before this. */
  undoUntil: number | null
  pass: {
    passType: PassType | null
    holder: string | null
    expiresAt: number | null
    allowance: NonNullable<Verdict['pass']>['allowance']
    /** In which this place counts for the pass. */
    group: Group | null
    hereBefore: number | null
  } | null
}

export const fromServer = ({ verdict, reason, entryUid, at, by, skewMs, undoUntil, pass }: Verdict): GateAnswer => ({
  entryUid,
  verdict,
  reason,
  offline: false,
  at,
  by,
  skewMs,
  undoUntil,
  pass: pass && {
    passType: pass.passType,
    holder: pass.holder,
    expiresAt: pass.expiresAt,
    allowance: pass.allowance,
    group: pass.group,
    hereBefore: pass.hereBefore,
  },
})
