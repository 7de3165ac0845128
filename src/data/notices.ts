import type { Data } from '#contract/calls/call.ts'
import type { detail, list, Notice } from '#contract/calls/posts.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { locale } from './phone.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView } from './view.ts'

const listOf = (here: Phone) => here.reads.notices(here.locale())
const view = sharedView<Data<typeof list>>(listOf)
const lookAgain = () => void refreshShared(listOf, false)
const NONE: Notice[] = []

/** Notices in the current language, pinned ones first; kept on this phone. */
export const useNotices = (): { status: Status; list: Notice[]; at: number | null } => {
  useRefreshed(lookAgain, locale())
  const { status, data, at } = useView(view)
  return { status, list: data?.list ?? NONE, at }
}

export type NoticeDetail = Data<typeof detail>

const make = (id: string) => {
  const of = (here: Phone) => here.reads.notice(here.locale(), id)
  return { view: sharedView<NoticeDetail>(of), lookAgain: () => void refreshShared(of, false) }
}
const views = new Map<string, ReturnType<typeof make>>()

/** One notice, kept on this phone once read. */
export const useNotice = (id: string): { status: Status; data: NoticeDetail | undefined; at: number | null } => {
  const made = views.get(id) ?? make(id)
  views.set(id, made)
  useRefreshed(made.lookAgain, locale())
  return useView(made.view)
}
