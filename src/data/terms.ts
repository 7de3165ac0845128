import type { Data } from '#contract/calls/call.ts'
import type { detail } from '#contract/calls/terms.ts'
import type { TermsCode } from '#contract/terms.ts'
import { createSharedHook } from './shared.ts'

export type Terms = Data<typeof detail>

const createHook = (code: TermsCode) => createSharedHook<Terms>(({ reads, locale }) => reads.terms(locale(), code))
const hooks = new Map<TermsCode, ReturnType<typeof createHook>>()

/** Returns one document of the terms, which this phone stores when it is first read. */
export const useTerms = (code: TermsCode): ReturnType<ReturnType<typeof createHook>> => {
  const useDocument = hooks.get(code) ?? createHook(code)
  hooks.set(code, useDocument)
  return useDocument()
}
