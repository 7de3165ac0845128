import { LOCALES } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import * as booking from '#server/modules/booking/service.ts'
import { findGoods } from '#server/modules/goods/service.ts'
import { databaseJob, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import type { LetterId } from '#server/outside/mail/letters.ts'
import { MAIL_WORTH_MS, type Mail } from '#server/outside/mail/mail.ts'
import { formatValues } from '#server/texts.ts'

/** The mail to a member whose paid reservation was cancelled. */

const letterOf = (end: booking.Reservation['end'], charged: number): LetterId => {
  if (end === 'charge_back') return 'reservationChargedBack'
  if (end === 'member') return charged > 0 ? 'reservationCancelled' : 'reservationCancelledFree'
  if (end === 'closed') return charged > 0 ? 'reservationClosed' : 'reservationClosedFree'
  return charged > 0 ? 'reservationDeclined' : 'reservationDeclinedFree'
}

/** Sends to the member's verified address, never to the one that was typed in for the guest. */
const write = async (tx: Tx, { args }: LeasedJob, mail: Pick<Mail, 'send'>): Promise<void> => {
  const row = await booking.findReservation(tx, String(args.rsvtUid))
  if (!row) return
  // `readMember` finds no withdrawn member, who gets no mail.
  const member = await readMember(tx, row.memberId)
  const order = row.ordUid === null ? undefined : await findOrder(tx, row.ordUid)
  const goods = await findGoods(tx, row.gdsUid)
  if (!member || !order || !goods) return
  const locale = LOCALES.find((one) => one === args.locale) ?? order.locale
  const cancelledAt = Number(args.at)
  const values = { number: row.rsvtNumber, goods: goods.doc.name, amount: order.amount, cancelledAt }
  await mail.send(
    {
      to: member.email,
      locale,
      id: letterOf(row.end, order.amount),
      values: formatValues(values, locale),
      key: `reservation-cancelled:${row.rsvtUid}`,
      until: cancelledAt + MAIL_WORTH_MS,
    },
    tx,
  )
}

export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(booking.LETTER_JOB, (tx, taken, { mail }) => write(tx, taken, mail)),
]
