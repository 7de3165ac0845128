import type { Platform } from './platform.ts'

/**
 * Aborts the open transactions when the page is left, and reloads it when the visitor goes back to it and a transaction
 * was broken off (S23). Call it before other listeners are added: they read the database when the page is shown.
 * Returns a function that tells whether the page is left.
 */
export const watchPageHide = (platform: Platform): (() => boolean) => {
  const { idb } = platform
  if (!idb) return () => false
  platform.on('pagehide', idb.transactions.abortAll)
  let isReloading = false
  // Browsers fire these in different orders.
  for (const event of ['resume', 'visible', 'pageshow'] as const) {
    platform.on(event, () => {
      if (isReloading || !idb.transactions.resume()) return
      isReloading = true
      platform.reload()
    })
  }
  return idb.transactions.isClosed
}
