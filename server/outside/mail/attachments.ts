import type { Locale } from '#contract/locales.ts'
import { receiptFileName, renderReceipt } from '#server/pdf/renderReceipt.ts'
import type { LetterId } from './letters.ts'

/** A file that is sent with a mail. */
export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

/**
 * Returns the files of a letter: the receipt of a paid order. They depend on the stored letter alone, so that a mail
 * that is sent twice has the same file twice. Throws `E_BUSY`.
 */
export const attachmentsOf = async (
  id: LetterId,
  { locale, values, writtenAt }: { locale: Locale; values: Record<string, string>; writtenAt: number },
): Promise<Attachment[]> => {
  // Letters that an earlier release queued lack what only the receipt says.
  if (id !== 'orderPaid' || !values.number || !values.unitPrice) return []
  const content = await renderReceipt(locale, values, writtenAt)
  return [{ filename: receiptFileName(values.number), contentType: 'application/pdf', content }]
}
