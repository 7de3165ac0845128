import { drawPass } from './drawPass.ts'
import { rememberTaps } from './earlyTap.ts'
import { loadAfterFrame } from './load.ts'

/** Script at the end of the shell of My Pass: remembers presses, draws the stored pass, and loads the application after that frame. */

rememberTaps()
const { storedPass = null } = window
if (storedPass instanceof Promise)
  void storedPass.then((first) => drawPass(first, document)).then(loadAfterFrame, loadAfterFrame)
else {
  // The copy was in local storage: draw it within the first frame.
  drawPass(storedPass, document)
  loadAfterFrame()
}
