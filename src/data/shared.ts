import type { Phone } from '#sync/phone.ts'
import type { Shared, Told } from '#sync/mirror/shared.ts'
import { outcomeOf, type OutcomeCode, type Status } from './outcome.ts'
import { started } from './phone.ts'
import { createView, type View } from './view.ts'

export interface SharedView<T> {
  status: Status
  data: T | undefined
  at: number | null
  /** Why there is no data; null unless `failed`. */
  failure: OutcomeCode | null
}

/** Creates a view of a shared answer in the current language. While another one loads, the former stays (M9). */
export const sharedView = <T>(of: (phone: Phone) => Shared): View<SharedView<T>> => {
  let before: { key: string; told: Told } | undefined
  return createView<Told, SharedView<T>>({
    initial: { status: 'loading', data: undefined, at: null, failure: null },
    query: (here) => {
      const { key } = of(here)
      const device = here.storage.device()
      if (!device) return null
      const read = async () => {
        const told = await here.reads.shared(device, key, before?.key === key ? before.told : undefined)
        if (told) before = { key, told }
        return told
      }
      return { key, read }
    },
    shape: (row, here) => {
      const { key } = of(here)
      const told = row ?? here.pulls.memory.get().get(key)
      if (told) return { status: 'ready', data: told.data as T, at: told.at, failure: null }
      const failure = here.pulls.failures.get().get(key)
      const status = failure ? 'failed' : 'loading'
      return { status, data: undefined, at: null, failure: failure ? outcomeOf(failure).code : null }
    },
    keepRows: true,
    same: (a, b) => a.status === b.status && a.data === b.data && a.at === b.at && a.failure === b.failure,
  })
}

/** Pulls a shared answer. */
export const refreshShared = async (of: (phone: Phone) => Shared, force: boolean): Promise<void> => {
  const here = await started()
  await here.pulls.shared(of(here), force)
}
