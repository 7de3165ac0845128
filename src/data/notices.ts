import type { Data } from '#contract/calls/call.ts'
import type { list, Notice } from '#contract/calls/posts.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { Status } from './outcome.ts'
import { locale } from './runtime.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'
export type { Notice } from '#contract/calls/posts.ts'

export interface NoticesView {
  status: Status
  /** Pinned ones first, then the newest; with their full text. */
  list: Notice[]
  at: number | null
  refresh: () => Promise<void>
}

const of = (runtime: ClientRuntime) => runtime.reads.notices(runtime.locale())
const view = sharedView<Data<typeof list>>(of)
const refreshInBackground = () => void refreshShared(of, false)
const refresh = () => refreshShared(of, true)
const NONE: Notice[] = []

/** Returns the notices in the current language, from this phone first. */
export const useNotices = (): NoticesView => {
  useRefreshed(refreshInBackground, locale())
  const { status, data, at } = useView(view)
  return { status, list: data?.list ?? NONE, at, refresh }
}
