export interface WorkerFacts {
  /** none, installing, waiting, active */
  state: string
  /** Files in all caches. */
  files: number
}

/** Returns the state of the service worker and the number of files in all caches. */
export const workerOf = async (): Promise<WorkerFacts> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const state = registration?.waiting
    ? 'waiting'
    : registration?.active
      ? 'active'
      : registration
        ? 'installing'
        : 'none'
  if (!('caches' in window)) return { state, files: 0 }
  let files = 0
  for (const name of await caches.keys()) files += (await (await caches.open(name)).keys()).length
  return { state, files }
}
