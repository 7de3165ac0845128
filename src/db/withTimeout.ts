/** Runs `job` once after `ms`; returns a function that cancels it. */
export type Schedule = (ms: number, job: () => void) => () => void

/** Runs `job` after `ms` by a timer of the browser. Returns a function that cancels it. */
export const schedule: Schedule = (ms, job) => {
  const timer = setTimeout(job, ms)
  return () => clearTimeout(timer)
}

/**
 * Settles like `promise`, or resolves undefined after `ms`; a later result or rejection is ignored. `startTimer` starts
 * the timer.
 */
export const withTimeout = <T>(promise: Promise<T>, ms: number, startTimer = schedule): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const cancelTimer = startTimer(ms, () => resolve(undefined))
    promise.then(resolve, reject).finally(cancelTimer)
  })
