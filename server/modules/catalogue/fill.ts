import { CANCEL_DAYS } from '#contract/limits.ts'

/** Puts the constants of the rules into a text, so that no text can say another figure than the rule. */
export const fill = (text: string): string => text.replaceAll('{refundDays}', String(CANCEL_DAYS))
