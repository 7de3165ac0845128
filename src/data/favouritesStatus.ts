import { createPartHook } from './partHook.ts'

/** Returns whether the member's favourites are known; `at` is null while no server has sent them. */
export const useFavouritesStatus = createPartHook<'favourites', object>('favourites', {
  none: {},
  tables: () => [],
  read: () => Promise.resolve({}),
  fromMemory: () => ({}),
  shownLocked: true,
})
