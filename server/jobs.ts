import type { Deps, Job } from './deps.ts'

/** Runs each job periodically, never concurrently with itself. The returned function stops and awaits running jobs. */
export const startJobs = (jobs: readonly Job[], deps: Deps): (() => Promise<void>) => {
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const later = (job: Job, ms: number): void => {
    if (stop.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = turn(job)
      running.add(run)
      void run.finally(() => running.delete(run))
    }, ms)
    timers.add(timer)
  }
  const turn = async (job: Job): Promise<void> => {
    try {
      if (job.evenFull || !deps.disk.isFull()) await job.run(deps, stop.signal)
    } catch (error) {
      // The message of a failed query contains its parameters.
      deps.log.warn({ job: job.name, type: error instanceof Error ? error.name : typeof error }, 'a job failed')
    }
    later(job, job.everyMs)
  }

  for (const job of jobs) later(job, Math.min(job.everyMs, 1_000))
  return async () => {
    stop.abort()
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(running)
  }
}
