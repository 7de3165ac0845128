import type { Tx } from '#server/db/connect.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { databaseJob, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { MAIL_WORTH_MS, type Mail } from '#server/outside/mail/mail.ts'
import { formatValues, formatWon } from '#server/texts.ts'
import { RECEIPT_JOB } from './payAndIssue.store.ts'
import * as store from './store.ts'

/** Mails the receipt of a paid order, in its language, to the buyer's address at the purchase (spec 3.6). */
const write = async (tx: Tx, { args }: LeasedJob, mail: Pick<Mail, 'send'>): Promise<void> => {
  const row = await store.findOrder(tx, String(args.ordUid))
  const product = row && (await productOf(tx, row.gdsDtlUid))
  if (!row || !product || row.paidAt === null || row.buyerEmail === '') return
  const { locale, paidAt, discount, points, cancelUntil } = row
  const values = {
    number: row.orderNumber,
    product: product.doc.name,
    units: row.passCnt,
    discount: discount > 0 ? formatWon(-discount, locale) : '',
    points: points > 0 ? formatWon(-points, locale) : '',
    amount: formatWon(row.amount, locale),
    paidAt,
    buyer: row.buyerName,
    ...(cancelUntil !== null && { cancelUntilAt: cancelUntil }),
  }
  await mail.send(
    {
      to: row.buyerEmail,
      locale,
      id: 'orderPaid',
      values: formatValues(values, locale),
      key: `order-paid:${row.ordUid}`,
      until: paidAt + MAIL_WORTH_MS,
    },
    tx,
  )
}

export const receiptJob: JobKind = databaseJob(RECEIPT_JOB, (tx, taken, { mail }) => write(tx, taken, mail))
