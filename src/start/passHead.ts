import type { StartupPass } from '#db/startupCopy.ts'
import './head.ts'
import { storedPass } from './storedPass.ts'

/** Script in the head of the shell of My Pass: also begins to read the stored pass, which takes longest. */

declare global {
  interface Window {
    /** The pass that this phone shows first; read while the page is still being parsed. */
    storedPass?: StartupPass | null | Promise<StartupPass | null>
  }
}

window.storedPass = storedPass(document.cookie)
