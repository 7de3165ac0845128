import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { SharedSource, MirroredAnswer } from '#sync/mirror/shared.ts'
import type { FailedOutcome, Status } from './outcome.ts'
import { loadRuntime, locale } from './runtime.ts'
import { createStoredView, useRefreshed, useView, type StoredView } from './view.ts'

export interface SharedView<T> {
  status: Status
  data: T | undefined
  at: number | null
  /** Why there is no data; null unless `failed`. */
  failure: FailedOutcome | null
}

/**
 * Creates a view of a shared answer in the current language. After a change of language the answer in the former one
 * stays until the new one is read (M9).
 */
export const sharedView = <T>(of: (runtime: ClientRuntime) => SharedSource): StoredView<SharedView<T>> => {
  let before: { key: string; answer: MirroredAnswer } | undefined
  return createStoredView<MirroredAnswer, SharedView<T>>({
    initial: { status: 'loading', data: undefined, at: null, failure: null },
    query: (runtime) => {
      const { key } = of(runtime)
      const device = runtime.storage.device()
      if (!device) return null
      const read = async () => {
        const answer = await runtime.reads.shared(device, key, before?.key === key ? before.answer : undefined)
        if (answer) before = { key, answer }
        return answer
      }
      return { key, read }
    },
    shape: (row, runtime) => {
      const { key } = of(runtime)
      const answer = row ?? runtime.pulls.memory.get().get(key)
      if (answer) return { status: 'ready', data: answer.data as T, at: answer.at, failure: null }
      const failure = runtime.pulls.failures.get().get(key)
      const status = failure ? 'failed' : 'loading'
      return { status, data: undefined, at: null, failure: failure ? runtime.outcomeOf(failure) : null }
    },
    keepRows: true,
  })
}

/** Pulls a shared answer. */
export const refreshShared = async (of: (runtime: ClientRuntime) => SharedSource, force: boolean): Promise<void> => {
  const runtime = await loadRuntime()
  await runtime.pulls.shared(of(runtime), force)
}

/** Creates a hook that returns a shared answer in the current language, from this phone first, and pulls it. */
export const createSharedHook = <T>(
  of: (runtime: ClientRuntime) => SharedSource,
): (() => SharedView<T> & { reload: () => Promise<void> }) => {
  const view = sharedView<T>(of)
  const refreshInBackground = () => void refreshShared(of, false)
  const reload = () => refreshShared(of, true)
  return () => {
    useRefreshed(refreshInBackground, locale())
    return { ...useView(view), reload }
  }
}
