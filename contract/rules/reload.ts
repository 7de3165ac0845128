import { CHUNK_RELOAD_MS } from '../limits.ts'

/** Session storage key of the time of the last reload, ms. */
export const RELOADED_KEY = 'reloadedAt'

/**
 * Returns whether the page may reload itself after a failed chunk: at most once a minute (spec 2.27, 9.23).
 * `reloadedAt` is the stored text of the last reload (ms); null before the first.
 */
export const mayReload = (reloadedAt: string | null, now: number): boolean => {
  const last = Number(reloadedAt ?? 0)
  // A clock that was set back must not block the reload for longer than the minute.
  return !(Number.isFinite(last) && now >= last && now - last < CHUNK_RELOAD_MS)
}
