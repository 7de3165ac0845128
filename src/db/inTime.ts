/** Does a job later; answers how to call it off. */
export type After = (ms: number, job: () => void) => () => void

export const after: After = (ms, job) => {
  const timer = setTimeout(job, ms)
  return () => clearTimeout(timer)
}

/** What the promise brings; undefined when it has not come after `ms`. What comes later is dropped, a failure too. */
export const inTime = <T>(promise: Promise<T>, ms: number, by = after): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const callOff = by(ms, () => resolve(undefined))
    promise.then(resolve, reject).finally(callOff)
  })
