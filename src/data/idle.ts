import { yieldToMain } from './yieldToMain.ts'

/** Resolves when the main thread is idle; in Safari, without `requestIdleCallback`, after the next task. */
export const idle = (): Promise<void> =>
  'requestIdleCallback' in globalThis
    ? new Promise((resolve) => void requestIdleCallback(() => resolve()))
    : yieldToMain()
