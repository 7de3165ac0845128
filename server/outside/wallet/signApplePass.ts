import { createThreads } from '#server/threads.ts'
import type { ApplePass } from './applePass.ts'

/** About two seconds of waiting. The thread also loads the library. */
const WAITING_MAX = 20
const work = createThreads<ApplePass, Uint8Array>({
  file: new URL('./appleThread.ts', import.meta.url),
  most: 1,
  waitingMost: WAITING_MAX,
})

/** Signs a pass for Apple Wallet in a thread. Returns the bytes of the `.pkpass` file. Throws `E_BUSY`. */
export const signApplePass = async (pass: ApplePass): Promise<Buffer> => Buffer.from(await work(pass))
