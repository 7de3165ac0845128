import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Occupies every processor with `perProcessor` busy threads; returns a function that ends them. */
export const startBusyThreads = async (perProcessor: number): Promise<() => Promise<void>> => {
  const burners = Array.from(
    { length: perProcessor * availableParallelism() },
    () => new Worker(`require('node:worker_threads').parentPort.postMessage(''); for (;;);`, { eval: true }),
  )
  await Promise.all(burners.map((one) => new Promise((resolve) => one.once('message', resolve))))
  return async () => {
    await Promise.all(burners.map((one) => one.terminate()))
  }
}

/**
 * Returns the ms for which all threads of this process together have waited for a processor; 0 where the system does
 * not count them.
 */
export const processorWaitMs = (): number => {
  try {
    const waited = readdirSync('/proc/self/task').map((thread) =>
      Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[1]),
    )
    return waited.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return 0
  }
}
