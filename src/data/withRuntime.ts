import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { Outcome } from './outcome.ts'
import { loadRuntime } from './runtime.ts'

/** Runs `work` with the runtime of this page. Resolves with `OFFLINE` when the runtime cannot be loaded. */
export const withRuntime = async <T>(work: (runtime: ClientRuntime) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
  let runtime: ClientRuntime
  try {
    runtime = await loadRuntime()
  } catch {
    // Not `failedOutcome`: its module knows all error codes, and the first screen does without them.
    return { ok: false, code: 'OFFLINE' }
  }
  return work(runtime)
}
