import type { PassRow } from '#db/names.ts'
import { dress, THEME_KEY } from './hour.ts'
import { storedPasses } from './stored.ts'

/** In the head of each shell: what must stand before the first paint, and the reading that takes longest. */

declare global {
  interface Window {
    /** What the phone holds, asked for while the page is still being read. */
    storedPasses?: Promise<PassRow[]>
  }
}

const theme = (): string | null => {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}

dress(document.documentElement, Date.now(), theme())
if (location.pathname === '/myPage/myPass') window.storedPasses = storedPasses(document.cookie)
