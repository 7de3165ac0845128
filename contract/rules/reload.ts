import { CHUNK_RELOAD_MS } from '../limits.ts'

/** Where the time of the last reload is kept (session storage), ms. */
export const RELOADED_KEY = 'reloadedAt'

/** May the page reload itself because a part of it could not be loaded? At most once a minute (specification 2, 9). */
export const mayReload = (reloadedAt: string | null, now: number): boolean => {
  const last = Number(reloadedAt ?? 0)
  // A clock that was set back must not lock the page out for longer than the minute.
  return !(Number.isFinite(last) && now >= last && now - last < CHUNK_RELOAD_MS)
}
