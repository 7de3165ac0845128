import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'

/**
 * Asks whether our server can serve, which needs its database, unlike the probe of the connection. Resolves false when
 * the server, or a proxy in front of it, answers that it cannot; null when nobody answers.
 */
export const serviceReady = async (): Promise<boolean | null> => {
  try {
    const { status } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    return status !== 503
  } catch {
    return null
  }
}
