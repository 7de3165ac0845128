import { useEffect, useState } from 'react'
import { serviceReady } from '#api/serviceReady.ts'
import { SECOND_MS } from '#contract/time.ts'
import { probeServer, useConnection, type Connection } from './online.ts'

const CHECK_MS = 10 * SECOND_MS

/** `unavailable`: our server answers, but cannot serve: its database is away, or the server is about to stop. */
export type ServiceState = Connection | 'checking' | 'unavailable'

const askService = async (): Promise<boolean> => {
  const [ready, isOnline] = await Promise.all([serviceReady(), probeServer()])
  return ready ?? isOnline
}

/**
 * Returns whether the service works, and a function that checks it now. The connection alone does not tell: a server
 * without its database still answers. An unavailable service is checked again every ten seconds.
 */
export const useService = (): { state: ServiceState; check: () => Promise<void> } => {
  const connection = useConnection()
  const [isReady, setReady] = useState<boolean | null>(null)
  const check = async (): Promise<void> => setReady(await askService())
  useEffect(() => {
    if (connection !== 'online') return undefined
    let isCurrent = true
    void askService().then((ready) => isCurrent && setReady(ready))
    return () => {
      isCurrent = false
      setReady(null)
    }
  }, [connection])
  useEffect(() => {
    if (isReady !== false) return undefined
    const timer = setInterval(() => void askService().then(setReady), CHECK_MS)
    return () => clearInterval(timer)
  }, [isReady])
  const state = isReady === null ? 'checking' : isReady ? 'online' : 'unavailable'
  return { state: connection === 'online' ? state : connection, check }
}
