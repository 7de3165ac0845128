import { mayReload, RELOADED_KEY } from '#contract/rules/reload.ts'
import { draw } from './draw.ts'

/** At the end of each shell: draws the stored pass, and loads the application once that has been seen. */

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

/** After the frame that shows what has been drawn. A hidden page has no frames. */
const afterFrame = (): void => {
  if (document.visibilityState === 'hidden') setTimeout(start)
  else requestAnimationFrame(() => setTimeout(start))
}

const { storedPass = null } = window
if (storedPass instanceof Promise) void storedPass.then((first) => draw(first, document)).then(afterFrame, afterFrame)
else {
  // Within the first frame.
  draw(storedPass, document)
  afterFrame()
}
