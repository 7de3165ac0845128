import { breath } from './breath.ts'

/** Resolves when the browser has nothing better to do. Safari has no `requestIdleCallback`: there, after the next task. */
export const idle = (): Promise<void> =>
  'requestIdleCallback' in globalThis ? new Promise((resolve) => void requestIdleCallback(() => resolve())) : breath()
