import { mayReload, RELOADED_KEY } from '#contract/rules/reload.ts'
import { showIncomplete } from './incomplete.ts'

const APPLICATION = '/app.js'

/**
 * Reloads the page, at most once a minute, because a deploy has removed a chunk from the server. Without a worker the
 * server must answer first: a reload without a network would put the browser's own error page in place of the shell,
 * which otherwise stays and says that it is incomplete.
 */
const failed = async (): Promise<void> => {
  try {
    if (navigator.onLine && mayReload(sessionStorage.getItem(RELOADED_KEY), Date.now())) {
      if (navigator.serviceWorker?.controller || (await fetch(APPLICATION, { cache: 'no-store' })).ok) {
        sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
        location.reload()
        return
      }
    }
  } catch {
    // No answer; or no session storage, without which a reload loop could not be stopped.
  }
  showIncomplete()
}

const start = (): void => {
  import(/* @vite-ignore */ APPLICATION).catch(failed)
}

/** Loads the application after the next frame, so that the shell is painted first. A hidden page has no frames. */
export const loadAfterFrame = (): void => {
  if (document.visibilityState === 'hidden') setTimeout(start)
  else requestAnimationFrame(() => setTimeout(start))
}
