import { isChangingLocale } from '#i18n/useLocale.ts'
import { reloadOnce } from '#routes/-parts/reload.ts'

/** The router reloads by itself, once for each message, without our minute: a mark under this name tells it not to. */
const routersMark = (error: Error): string => `tanstack_router_reload:${error.message}`

/**
 * A part of the app that cannot be loaded (gone after a deploy) reloads the page, at most once a minute. Otherwise, and
 * offline, the error goes on to the router's error page, which has ways out.
 */
export const guardChunks = (): void => {
  // Whoever leaves has the rest of the page broken off, in Firefox and Safari: a reload would call them back.
  let leaving = false
  addEventListener('beforeunload', () => (leaving = true))
  addEventListener('pageshow', () => (leaving = false))
  addEventListener('vite:preloadError', (event) => {
    // Far from the server a language may be missing, and nothing else of the page: what was typed into it stays.
    if (isChangingLocale()) return
    const { payload } = event as Event & { payload: Error }
    try {
      sessionStorage.setItem(routersMark(payload), '1')
    } catch {
      return // nothing could stop a loop without session storage
    }
    if (!leaving && navigator.onLine && reloadOnce()) event.preventDefault()
  })
}
