import type { Tx } from '#server/db/connect.ts'
import { databaseJob, schedule, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import { MAIL_WORTH_MS, type Mail } from '#server/outside/mail/mail.ts'
import { formatValues, formatWon } from '#server/texts.ts'
import * as store from './store.ts'

/** The mail that confirms a request for a refund (spec 4.18). News entries report its end, and are mailed too. */

const LETTER_JOB = 'refund-letter'

/** Schedules the mail in the transaction of the request. `now` in ms. */
export const scheduleLetter = (tx: Tx, refundUid: string, now: number): Promise<void> =>
  schedule(tx, {
    kind: LETTER_JOB,
    key: `${LETTER_JOB}:${refundUid}`,
    dueAt: now,
    waitsSince: now,
    args: { refundUid },
  })

const write = async (tx: Tx, { args }: LeasedJob, mail: Pick<Mail, 'send'>): Promise<void> => {
  const row = await store.findRefund(tx, String(args.refundUid))
  const order = row && (await findOrder(tx, row.ordUid))
  if (!row || !order || order.buyerEmail === '') return
  const values = { number: order.orderNumber, units: row.passUids.length, amount: formatWon(row.amount, order.locale) }
  await mail.send(
    {
      to: order.buyerEmail,
      locale: order.locale,
      id: 'refundRequested',
      values: formatValues(values, order.locale),
      key: `refund-requested:${row.refundUid}`,
      until: row.requestedAt + MAIL_WORTH_MS,
    },
    tx,
  )
}

/** Mails the confirmation of a request for a refund. Sends nothing when its order or the buyer's address is gone. */
export const letterJob: JobKind = databaseJob(LETTER_JOB, (tx, taken, { mail }) => write(tx, taken, mail))
