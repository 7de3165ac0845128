import type { Data } from '#contract/calls/call.ts'
import type { detail } from '#contract/calls/terms.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { locale } from './runtime.ts'
import { refreshShared, sharedView, type SharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'

export type Terms = Data<typeof detail>

const make = (code: TermsCode) => {
  const of = (runtime: ClientRuntime) => runtime.reads.terms(runtime.locale(), code)
  return {
    view: sharedView<Terms>(of),
    refreshInBackground: () => void refreshShared(of, false),
    reload: () => refreshShared(of, true),
  }
}
const views = new Map<TermsCode, ReturnType<typeof make>>()

/** Returns one document of the terms in the current language, stored once read. `reload` asks the server. */
export const useTerms = (code: TermsCode): SharedView<Terms> & { reload: () => Promise<void> } => {
  const { view, refreshInBackground, reload } = views.get(code) ?? make(code)
  views.set(code, { view, refreshInBackground, reload })
  useRefreshed(refreshInBackground, locale())
  return { ...useView(view), reload }
}
