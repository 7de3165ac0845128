import { draw } from './draw.ts'
import { afterFrame } from './load.ts'

/** At the end of the shell of My Pass: draws the stored pass, and loads the application once that has been seen. */

const { storedPass = null } = window
if (storedPass instanceof Promise) void storedPass.then((first) => draw(first, document)).then(afterFrame, afterFrame)
else {
  // Within the first frame.
  draw(storedPass, document)
  afterFrame()
}
