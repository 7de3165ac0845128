import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import styles from './state.module.css'

/** Renders “Updated 3 h ago”. `at`: when the server last confirmed the data. Both times in server-corrected ms. */
export function Age({ at, now }: { at: number; now: number }) {
  const { ago } = useFormat()
  const when = ago(at, now)
  return (
    <span className={styles.age}>
      <Trans>Updated {when}</Trans>
    </span>
  )
}
