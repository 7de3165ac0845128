/** Runs `job` once after `ms`; returns a function that cancels it. */
export type Schedule = (ms: number, job: () => void) => () => void

/** `Schedule` on the browser's timers. */
export const schedule: Schedule = (ms, job) => {
  const timer = setTimeout(job, ms)
  return () => clearTimeout(timer)
}

/** Resolves like `promise`, or with undefined after `ms`; a later result or rejection is ignored. */
export const withTimeout = <T>(promise: Promise<T>, ms: number, by = schedule): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const callOff = by(ms, () => resolve(undefined))
    promise.then(resolve, reject).finally(callOff)
  })
