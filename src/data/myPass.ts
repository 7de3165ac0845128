import type { MyPass } from '#contract/calls/mypage.ts'
import type { Outcome, Status } from './outcome.ts'

export interface MyPassesView {
  status: Status
  list: MyPass[]
  at: number | null
  /** This phone, as the server knows it; null until it is registered. */
  deviceUid: string | null
  refresh: () => Promise<Outcome<null>>
}
export interface LiveCode {
  /** SVG path of the dark modules, one unit each. */
  path: string
  /** Modules on a side, without the quiet zone. */
  size: number
  madeAt: number
  nextAt: number
  /** False: the last code that was drawn, shown until the first live one. */
  live: boolean
}

export const useMyPasses = (): MyPassesView => ({
  status: 'loading',
  list: [],
  at: null,
  deviceUid: null,
  refresh: async () => ({ ok: false, code: 'OFFLINE' }),
})
/** Binds an unbound pass to this phone; a password moves it from another phone. */
export const showOnThisPhone = async (_passUid: string, _password?: string): Promise<Outcome<null>> => ({
  ok: false,
  code: 'OFFLINE',
})
/** The code of a pass that lives on this phone; null while there is none. */
export const useLiveCode = (_passUid: string): LiveCode | null => null
