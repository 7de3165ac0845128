import type { RefundItem, RefundResult } from '#contract/calls/refund.ts'
import { callServer, disputeOf, quoted, runCommand, OperatorError, timeOf } from './operator.ts'

type WaitingRefund = RefundItem & { disputedAt: number | null; conflictYn: 'Y' | 'N' }

/**
 * Refunds of passes: requests one for a buyer who wrote to support, and decides requests. The server must be running.
 * `npm run refund:request -- <order number>`
 * `npm run refund:list` · `npm run refund:approve -- <refund>`
 * `npm run refund:deny -- <refund> "words to the member"`
 */

const decide = (decision: 'approve' | 'deny') => async (id: string | undefined, comment?: string) => {
  if (!id) throw new OperatorError('Which one? npm run refund:list names them.')
  const path = `/refunds/${encodeURIComponent(id)}/${decision}`
  const { outcome } = await callServer<{ outcome: 'approved' | 'denied' }>('POST', path, comment)
  if (outcome === 'approved') return 'Approved: the passes are out of use, and the money is on its way.'
  return decision === 'deny' ? 'Denied.' : 'Denied: a pass was used, given away or blocked meanwhile.'
}

const conflictOf = ({ conflictYn }: { conflictYn: 'Y' | 'N' }): string =>
  conflictYn === 'N'
    ? ''
    : '\n    A GATE SENT AN ENTRY that was not counted: look at npm run gate:conflicts before you approve'

await runCommand({
  list: async () => {
    const { refunds } = await callServer<{ refunds: WaitingRefund[] }>('GET', '/refunds')
    const lines = refunds.map(
      (row) =>
        `${row.refundUid}  ${row.orderNumber}  ${row.passUids.length} × for ${row.cancelAmt} won  ${row.whyCd}  since ${timeOf(row.requestedAt)}${disputeOf(row)}${conflictOf(row)}${row.etcWhy && `\n${quoted(row.etcWhy)}`}`,
    )
    return lines.join('\n') || 'Nothing waits for a decision.'
  },
  request: async (orderNumber) => {
    if (!orderNumber) throw new OperatorError('Which order? Name its order number.')
    const { refundUid, cancelAmt, deskYn } = await callServer<RefundResult>('POST', '/refunds', orderNumber)
    return deskYn === 'Y'
      ? `Requested as ${refundUid}: ${cancelAmt} won wait for a decision.`
      : `Requested as ${refundUid}: the passes are out of use, and ${cancelAmt} won are on their way.`
  },
  approve: decide('approve'),
  deny: decide('deny'),
})
