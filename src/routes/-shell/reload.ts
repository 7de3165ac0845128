import { mayReload, RELOADED_KEY } from '#contract/rules/reload.ts'

/**
 * Reloads the page, at most once a minute. Returns false when it does not reload: too soon, or without session storage,
 * where it could not prevent a loop.
 */
export const reloadOnce = (): boolean => {
  try {
    if (!mayReload(sessionStorage.getItem(RELOADED_KEY), Date.now())) return false
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
