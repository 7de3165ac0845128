import type { Data } from '#contract/calls/call.ts'
import type { detail } from '#contract/calls/terms.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { locale } from './phone.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'

export type Terms = Data<typeof detail>

const make = (code: string) => {
  const of = (here: Phone) => here.reads.terms(here.locale(), code)
  return { view: sharedView<Terms>(of), lookAgain: () => void refreshShared(of, false) }
}
const views = new Map<string, ReturnType<typeof make>>()

/** One legal text in the current language, kept on this phone once read. */
export const useTerms = (code: string): { status: Status; data: Terms | undefined } => {
  const { view, lookAgain } = views.get(code) ?? make(code)
  views.set(code, { view, lookAgain })
  useRefreshed(lookAgain, locale())
  return useView(view)
}
