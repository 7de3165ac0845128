import type { First } from '#db/shown.ts'
import { dress, THEME_KEY } from './hour.ts'
import { storedPass } from './stored.ts'

/** In the head of each shell: what must stand before the first paint, and the reading that takes longest. */

declare global {
  interface Window {
    /** The pass that this phone shows first, asked for while the page is still being read. */
    storedPass?: First | null | Promise<First | null>
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
if (location.pathname === '/myPage/myPass') window.storedPass = storedPass(document.cookie)
