import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'

/**
 * Asks our server whether it answers, before the API client is loaded; no worker answers this address. Resolves false
 * without an answer in time, or when a proxy or captive portal answers in its place.
 */
export const serverAnswers = async (): Promise<boolean> => {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    return ((await response.json()) as { alive?: boolean }).alive === true
  } catch {
    return false
  }
}
