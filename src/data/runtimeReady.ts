import { useSyncExternalStore } from 'react'
import { onRuntime, runtime } from './runtime.ts'

const subscribe = (listener: () => void) => onRuntime(() => listener())

/** Returns whether the runtime is loaded. */
export const useRuntimeReady = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => runtime() !== null,
    () => false,
  )
