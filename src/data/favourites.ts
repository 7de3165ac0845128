import type { Outcome, Waiting } from './outcome.ts'

export interface FavouritesView {
  has: (gdsUid: string) => boolean
  /** Newest first. */
  list: { gdsUid: string; at: number }[]
  count: number
  stateOf: (gdsUid: string) => Waiting | null
}

export const useFavourites = (): FavouritesView => ({ has: () => false, list: [], count: 0, stateOf: () => null })
/** Answers when it is kept on this phone. Anonymous: `E_TOKEN`. */
export const setFavourite = async (_gdsUid: string, _on: boolean): Promise<Outcome<null>> => ({ ok: false, code: 'E_TOKEN' })
