import type { Phone } from '#sync/phone.ts'
import { no, type Outcome } from './outcome.ts'
import { started } from './phone.ts'

/** Does `work` with this page's runtime. `OFFLINE` when its code could not be fetched: a screen never waits for nothing. */
export const withRuntime = async <T>(work: (runtime: Phone) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
  let runtime: Phone
  try {
    runtime = await started()
  } catch {
    return no('OFFLINE')
  }
  return work(runtime)
}
