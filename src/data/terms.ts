import type { Data } from '#contract/calls/call.ts'
import type { detail } from '#contract/calls/terms.ts'
import type { Status } from './outcome.ts'

export type Terms = Data<typeof detail>

/** One legal text in the current language, kept on this phone once read. */
export const useTerms = (_code: string): { status: Status; data: Terms | undefined } => ({ status: 'loading', data: undefined })
