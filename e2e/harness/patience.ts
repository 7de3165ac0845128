import type { BrowserContext } from '@playwright/test'
import { OPEN_MS } from '#db/open.ts'

const FACTOR = 10

/**
 * Lets pages wait ten times as long for an answer of the server or of their storage. A machine that stalls for seconds
 * would otherwise look like a phone without a network, or one that refuses storage. A server that these tests kill
 * refuses connections at once, so no test needs the short limits.
 */
export const addPatience = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ factor, openMs }) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (ms) => timeout(ms * factor)
      const native = globalThis.setTimeout
      const patient = (handler: () => void, ms = 0, ...args: unknown[]) =>
        native(handler, ms === openMs ? ms * factor : ms, ...args)
      Object.assign(globalThis, { setTimeout: patient })
    },
    { factor: FACTOR, openMs: OPEN_MS },
  )
