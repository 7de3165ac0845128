import type { Data } from '#contract/calls/call.ts'
import type { GateReason, Verdict } from '#contract/calls/gate.ts'
import type { redeem, VoucherReason } from '#contract/calls/redeem.ts'
import type { Group, PassType } from '#contract/codes.ts'

export type Redemption = Data<typeof redeem>

/** The answer to one scan, as the scanner shows it. */
export interface GateAnswer {
  entryUid: string
  /**
   * Verdicts of the scanner itself. `ask`: staff decide about an unlisted card (G17). `network`: only the server can
   * judge it (G18). `scan_card`: a printed number while a card's entry waits; scan its QR code (G19). `no_lists`: no
   * gate lists yet (G13). `voucher_network`: only the server can redeem a voucher (G35).
   */
  verdict: Verdict['verdict'] | 'redeemed' | 'ask' | 'network' | 'scan_card' | 'no_lists' | 'voucher_network'
  reason: GateReason | VoucherReason | null
  /** What the scanned text is; a card counts as a pass. */
  kind: 'pass' | 'voucher'
  /** The reservation of a voucher; null for a pass, and when this gate learns nothing about it. */
  voucher: Redemption['voucher']
  /** True when this gate judged by itself. */
  offline: boolean
  /** ms UTC, server-corrected. */
  at: number
  by: Verdict['by']
  /** The phone's clock minus the gate's; null without a live code, and where it is not known. */
  skewMs: number | null
  /** The entry can be undone before this time (ms); null when nothing was entered. */
  undoUntil: number | null
  pass: {
    passType: PassType | null
    holder: string | null
    expiresAt: number | null
    allowance: NonNullable<Verdict['pass']>['allowance']
    /** Group in which this place counts for the pass. */
    group: Group | null
    /** When the pass was last used here before this scan (ms); null when no use is known. */
    hereBefore: number | null
  } | null
}

/** Returns the server's verdict as an answer to a scan. */
export const fromServer = ({
  verdict,
  reason,
  exactReason,
  entryUid,
  at,
  by,
  skewMs,
  undoUntil,
  pass,
}: Verdict): GateAnswer => ({
  entryUid,
  verdict,
  // Servers of earlier releases do not send `exactReason`.
  reason: exactReason ?? reason,
  kind: 'pass',
  voucher: null,
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
