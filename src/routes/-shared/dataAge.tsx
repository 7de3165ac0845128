import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useOnline } from '#data/online.ts'
import { Age } from '#ui/age.tsx'

/** Nobody needs to know that data is as fresh as they expect: the age is shown from here on, and offline. */
const FRESH_MS = 10 * MINUTE_MS

/**
 * Renders “Updated 3 h ago” by the server-corrected time, updated each minute. `at`: when a server last sent the data,
 * in ms; nothing for null. Online, the place of an age below 10 minutes stays empty.
 */
export function DataAge({ at }: { at: number | null }) {
  // `AgeNow` reads the clock only once there is data: by then the stored correction was read too.
  return at === null ? null : <AgeNow at={at} />
}

/** Returns the age of a screen with several parts: the oldest of those that were sent (ms), null if none was. */
export const oldestOf = (...ats: (number | null)[]): number | null => {
  const sent = ats.filter((at) => at !== null)
  return sent.length === 0 ? null : Math.min(...sent)
}

function AgeNow({ at }: { at: number }) {
  const now = useNow(MINUTE_MS)
  const isExpected = useOnline() && now - at < FRESH_MS
  return <Age at={at} now={now} isHidden={isExpected} />
}
