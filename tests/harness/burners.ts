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
