import { rememberTaps } from './earlyTap.ts'
import { loadAfterFrame } from './load.ts'

/** Script at the end of each shell: remembers presses, and loads the application after the first frame. */

rememberTaps()
loadAfterFrame()
