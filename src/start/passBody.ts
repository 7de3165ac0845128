import { draw } from './draw.ts'
import { afterFrame } from './load.ts'

/** Script at the end of the shell of My Pass: draws the stored pass, and loads the application after that frame. */

const { storedPass = null } = window
if (storedPass instanceof Promise) void storedPass.then((first) => draw(first, document)).then(afterFrame, afterFrame)
else {
  // The copy was in local storage: draw it within the first frame.
  draw(storedPass, document)
  afterFrame()
}
