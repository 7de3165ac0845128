import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'
import styles from './state.module.css'

interface Props {
  /** When the server last confirmed the data; both times in server-corrected ms. */
  at: number
  now: number
  /** Keeps the place of the text without showing it, so that nothing moves when it appears. */
  isHidden?: boolean
}

/** Renders “Updated 3 h ago”. */
export function Age({ at, now, isHidden = false }: Props) {
  const { ago } = useFormat()
  const when = ago(at, now)
  return (
    <span className={styles.age} style={isHidden ? { visibility: 'hidden' } : undefined}>
      <Trans>Updated {when}</Trans>
    </span>
  )
}
