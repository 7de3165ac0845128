import { loadAfterFrame } from './load.ts'

/** Script at the end of each shell: loads the application after the first frame. */

loadAfterFrame()
