import { callServer, disputeOf, quoted, runCommand, OperatorError, singleLine, timeOf } from './operator.ts'

/**
 * Reservations that wait for the place's confirmation, or whose refund the gateway refused, and vouchers that were
 * redeemed. The server must be running; a reservation is named by its id or its number.
 * `npm run reservation:list` · `npm run reservation:confirm -- <reservation>` · `reservation:decline` ·
 * `reservation:refunded` (the desk refunded it by hand) · `reservation:use -- <reservation> <code id>` (a code was used) ·
 * `reservation:redeem` (used at a partner that could not scan it) · `reservation:undo` (scanned by mistake)
 */

interface Waiting {
  rsvtUid: string
  rsvtNumber: string
  state: 'requested' | 'cancel_asked'
  startsAt: number
  goodsCnt: number
  guestName: string
  wish: string | null
  goods: string
  disputedAt: number | null
}

interface Delivered {
  rsvtUid: string
  rsvtNumber: string
  codeUid: string
  shownAt: number
}

interface Redeemed {
  rsvtUid: string
  rsvtNumber: string
  goodsCnt: number
  goods: string
  usedAt: number
  /** Null: by hand. */
  usedGateUid: string | null
}

interface Answered {
  rsvtUid: string
  /** Whether the guest was notified. */
  toldYn: 'Y' | 'N'
  guestEmail: string | null
}

const SAID = {
  confirm: 'Confirmed: the guest is told.',
  decline: 'Declined: the money is on its way back.',
  refunded: 'Noted: the reservation is cancelled.',
  redeem: 'Redeemed: the voucher is used, and the phone of its member shows it.',
  undo: 'Undone: the voucher is valid again, and can be cancelled for as long as it could be before.',
}
const answer = (word: keyof typeof SAID) => async (id: string | undefined) => {
  if (!id) throw new OperatorError('Which one? npm run reservation:list names them.')
  const { toldYn, guestEmail } = await callServer<Answered>('POST', `/reservations/${encodeURIComponent(id)}/${word}`)
  if (word !== 'confirm' || toldYn === 'Y') return SAID[word]
  return `Confirmed. The guest deleted the account and was not told: write to ${guestEmail}.`
}

await runCommand({
  list: async () => {
    const { reservations, delivered, redeemed } = await callServer<{
      reservations: Waiting[]
      delivered: Delivered[]
      redeemed: Redeemed[]
    }>('GET', '/reservations')
    const lines = reservations.map(
      (row) =>
        `${row.rsvtUid}  ${row.rsvtNumber}  ${row.state === 'requested' ? 'to be confirmed' : 'money on its way back'}  ${timeOf(row.startsAt)}  ${row.goodsCnt} × ${row.goods}  ${singleLine(row.guestName)}${disputeOf(row)}${row.wish ? `\n${quoted(row.wish)}` : ''}`,
    )
    const codes = delivered.map(
      ({ rsvtUid, rsvtNumber, codeUid, shownAt }) =>
        `${rsvtUid}  ${rsvtNumber}  code ${codeUid}  shown ${timeOf(shownAt)}`,
    )
    const used = redeemed.map(
      ({ rsvtUid, rsvtNumber, goodsCnt, goods, usedAt, usedGateUid }) =>
        `${rsvtUid}  ${rsvtNumber}  redeemed ${timeOf(usedAt)}  ${goodsCnt} × ${goods}  ${usedGateUid ? `gate ${usedGateUid}` : 'by hand'}`,
    )
    return [lines.join('\n') || 'No reservation waits.', ...codes, ...used].join('\n')
  },
  use: async (id, code) => {
    if (!id || !code) throw new OperatorError('Which one? npm run reservation:list names reservations and codes.')
    await callServer('POST', `/reservations/${encodeURIComponent(id)}/codes/${encodeURIComponent(code)}/use`)
    return 'Noted: the code is used.'
  },
  confirm: answer('confirm'),
  decline: answer('decline'),
  refunded: answer('refunded'),
  redeem: answer('redeem'),
  undo: answer('undo'),
})
