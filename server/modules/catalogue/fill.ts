import { CANCEL_DAYS } from '#contract/limits.ts'

/** Replaces `{refundDays}` by `CANCEL_DAYS`, which quotes of passes use too, so that texts and orders agree. */
export const fill = (text: string): string => text.replaceAll('{refundDays}', String(CANCEL_DAYS))
