import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { databaseJob, type JobKind, type LeasedJob } from '#server/modules/job/service.ts'
import { MAIL_WORTH_MS, type Mail } from '#server/outside/mail/mail.ts'
import { receiptValues } from '#server/pdf/receiptText.ts'
import { formatValues } from '#server/texts.ts'
import { RECEIPT_JOB } from './payAndIssue.store.ts'
import * as store from './store.ts'

interface Sender {
  mail: Pick<Mail, 'send'>
  config: Pick<Config, 'seller'>
}

/**
 * Mails the receipt of a paid order, in its language, to the buyer's address at the purchase (spec 3.6). The mail queue
 * attaches it as PDF.
 */
const write = async (tx: Tx, { args }: LeasedJob, { mail, config }: Sender): Promise<void> => {
  const row = await store.findOrder(tx, String(args.ordUid))
  const product = row && (await productOf(tx, row.gdsDtlUid))
  if (!row || !product || row.paidAt === null || row.buyerEmail === '') return
  const { locale, paidAt, cancelUntil } = row
  const facts = {
    ...row,
    paidAt,
    name: product.doc.name[locale],
    count: row.passCnt,
    buyer: { name: row.buyerName, email: row.buyerEmail },
  }
  const values = {
    ...receiptValues(facts, config.seller, locale),
    ...(cancelUntil !== null && formatValues({ cancelUntilAt: cancelUntil }, locale)),
  }
  await mail.send(
    {
      to: row.buyerEmail,
      locale,
      id: 'orderPaid',
      values,
      key: `order-paid:${row.ordUid}`,
      until: paidAt + MAIL_WORTH_MS,
    },
    tx,
  )
}

export const receiptJob: JobKind = databaseJob(RECEIPT_JOB, write)
