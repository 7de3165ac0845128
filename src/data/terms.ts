import type { Data } from '#contract/calls/call.ts'
import type { detail } from '#contract/calls/terms.ts'
import type { TermsCode } from '#contract/terms.ts'
import { createSharedHookById } from './sharedById.ts'

export type Terms = Data<typeof detail>

/** Returns one document of the terms, which this phone stores when it is first read. */
export const useTerms = createSharedHookById<TermsCode, Terms>(({ reads, locale }, code) => reads.terms(locale(), code))
