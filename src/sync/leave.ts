import type { Platform } from './platform.ts'

/**
 * Ends the transactions of a page that is left, and makes it anew when it is gone back to and something was broken off.
 * Call it before anybody else listens: a page that is seen again reads. Answers whether this page is left.
 */
export const watchLeaving = (platform: Platform): (() => boolean) => {
  const { idb } = platform
  if (!idb) return () => false
  platform.on('pagehide', idb.transactions.end)
  let asked = false
  // Which of them comes first is each browser's own.
  for (const event of ['resume', 'visible', 'pageshow'] as const) {
    platform.on(event, () => {
      if (asked || !idb.transactions.again()) return
      asked = true
      platform.anew()
    })
  }
  return idb.transactions.over
}
