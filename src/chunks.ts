import { probeServer } from '#data/online.ts'
import { isChangingLocale } from '#i18n/useLocale.ts'
import { reloadOnce } from '#routes/-shell/reload.ts'

/**
 * Returns the router's own session storage key. The router reloads once for each message, without our limit of one
 * minute; setting its key disables that.
 */
const routersMark = (error: Error): string => `tanstack_router_reload:${error.message}`

/**
 * Reloads the page when a chunk cannot be loaded (gone after a deploy), at most once a minute (spec 2.27). Otherwise the
 * error reaches the router's error page, which offers a retry and Home. So it does where no worker serves our page: the
 * network may be gone since the last answer, and a reload would leave the browser's own error page. The server is asked,
 * and the page reloads once it answers.
 */
export const guardChunks = (): void => {
  // Firefox and Safari abort pending requests when a page unloads: a reload would cancel the visitor's navigation.
  let leaving = false
  addEventListener('beforeunload', () => (leaving = true))
  addEventListener('pageshow', () => (leaving = false))
  addEventListener('vite:preloadError', (event) => {
    // A language that cannot be loaded breaks nothing else: keep the page and what was typed into it.
    if (isChangingLocale()) return
    const { payload } = event as Event & { payload: Error }
    try {
      sessionStorage.setItem(routersMark(payload), '1')
    } catch {
      return // without session storage a reload loop could not be stopped
    }
    if (leaving) return
    if (!navigator.serviceWorker?.controller) void probeServer().then((answers) => answers && !leaving && reloadOnce())
    else if (reloadOnce()) event.preventDefault()
  })
}
