import { mayReload, RELOADED_KEY } from '#contract/rules/reload.ts'

/** Loads the page anew, at most once a minute. False: not now, or nothing here could stop a loop. */
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
