import type { Deps, Loop } from './deps.ts'

/** Repeats each loop, never concurrently with itself. The returned function stops all and awaits running turns. */
export const startLoops = (loops: readonly Loop[], deps: Deps): (() => Promise<void>) => {
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const later = (loop: Loop, ms: number): void => {
    if (stop.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = turn(loop)
      running.add(run)
      void run.finally(() => running.delete(run))
    }, ms)
    timers.add(timer)
  }
  const turn = async (loop: Loop): Promise<void> => {
    try {
      if (loop.evenFull || !deps.disk.isFull()) await loop.run(deps, stop.signal)
    } catch (error) {
      // The message of a failed query contains its parameters.
      deps.log.warn({ loop: loop.name, type: error instanceof Error ? error.name : typeof error }, 'a loop failed')
    }
    later(loop, loop.everyMs)
  }

  for (const loop of loops) later(loop, Math.min(loop.everyMs, 1_000))
  return async () => {
    stop.abort()
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(running)
  }
}
