import { mayReload, RELOADED_KEY } from '#contract/rules/reload.ts'

const APPLICATION = '/app.js'

/** A part that is gone from the server after a deploy: the page asks for itself anew, at most once a minute. */
const failed = (): void => {
  try {
    if (!navigator.onLine || !mayReload(sessionStorage.getItem(RELOADED_KEY), Date.now())) return
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    location.reload()
  } catch {
    // Without session storage nothing could stop a loop: the shell stays as it is, readable.
  }
}

const start = (): void => {
  import(/* @vite-ignore */ APPLICATION).catch(failed)
}

/** Loads the application after the frame that shows what has been drawn. A hidden page has no frames. */
export const afterFrame = (): void => {
  if (document.visibilityState === 'hidden') setTimeout(start)
  else requestAnimationFrame(() => setTimeout(start))
}
