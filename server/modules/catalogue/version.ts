/** How long a version that was read is taken for the newest. */
const TRUSTED_MS = 500

/** Asks `read` at most twice a second, however many calls want to know. A failure is not remembered. */
export const rememberVersion = (read: () => Promise<string>): (() => Promise<string>) => {
  let at = Number.NEGATIVE_INFINITY
  let known: Promise<string> | undefined
  return () => {
    const now = performance.now()
    if (known && now - at < TRUSTED_MS) return known
    at = now
    const asked = read()
    known = asked
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    return asked
  }
}
