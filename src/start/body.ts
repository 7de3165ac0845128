import { afterFrame } from './load.ts'

/** At the end of each shell: loads the application once the shell has been seen. */

afterFrame()
