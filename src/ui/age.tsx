import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFormat } from '#i18n/format.ts'
import styles from './state.module.css'

const MINUTE_MS = 60_000

/** Renders “Updated 3 h ago”, updated each minute. `at`: when the server last confirmed the data (ms UTC). */
export function Age({ at }: { at: number | null }) {
  const { ago } = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return null
  const when = ago(at, Math.max(now, at))
  return (
    <span className={styles.age}>
      <Trans>Updated {when}</Trans>
    </span>
  )
}
