import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { SharedSource } from '#sync/mirror/shared.ts'
import { createSharedHook } from './shared.ts'

type SharedHook<T> = ReturnType<typeof createSharedHook<T>>

/**
 * Creates a hook that returns one of many shared answers, which this phone stores when it is first read. A component
 * keeps its id for as long as it is mounted: give it the id as its `key`.
 */
export const createSharedHookById = <Id extends string, T>(
  of: (runtime: ClientRuntime, id: Id) => SharedSource,
): ((id: Id) => ReturnType<SharedHook<T>>) => {
  const hooks = new Map<Id, SharedHook<T>>()
  return (id) => {
    const useOne = hooks.get(id) ?? createSharedHook<T>((runtime) => of(runtime, id))
    hooks.set(id, useOne)
    return useOne()
  }
}
