import type { First } from '#db/shown.ts'
import './head.ts'
import { storedPass } from './stored.ts'

/** In the head of the shell of My Pass: besides, the reading that takes longest. */

declare global {
  interface Window {
    /** The pass that this phone shows first, asked for while the page is still being read. */
    storedPass?: First | null | Promise<First | null>
  }
}

window.storedPass = storedPass(document.cookie)
