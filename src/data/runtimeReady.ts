import { createRuntimeView, useView } from './view.ts'

const view = createRuntimeView(false, (runtime) => runtime !== null)

/** Returns whether the runtime is loaded. */
export const useRuntimeReady = (): boolean => useView(view)
