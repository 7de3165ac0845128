import { CANCEL_DAYS } from '#contract/limits.ts'

/** Replaces `{refundDays}` by the constant of the rule, so that texts and rules cannot disagree. */
export const fill = (text: string): string => text.replaceAll('{refundDays}', String(CANCEL_DAYS))
