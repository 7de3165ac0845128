import { partHook } from './part.ts'

/** Returns whether the member's favourites are known; `at` is null while no server has sent them. */
export const useFavouritesStatus = partHook<'favourites', object>('favourites', {
  none: {},
  tables: () => [],
  read: () => Promise.resolve({}),
  told: () => ({}),
  shownLocked: true,
})
