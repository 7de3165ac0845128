import type { Phone } from '#sync/phone.ts'
import { no, type Outcome } from './outcome.ts'
import { started } from './phone.ts'

/** Runs `work` with the runtime of this page. Resolves with `OFFLINE` when the runtime cannot be loaded. */
export const withRuntime = async <T>(work: (runtime: Phone) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
  let runtime: Phone
  try {
    runtime = await started()
  } catch {
    return no('OFFLINE')
  }
  return work(runtime)
}
