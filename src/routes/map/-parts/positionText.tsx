import { Trans } from '@lingui/react/macro'
import styles from './map.module.css'
import type { PositionState } from './useMyPosition.ts'

/** Renders what came of the search for the visitor's position, as a status; nothing where the map shows it. */
export function PositionText({ state }: { state: PositionState }) {
  return (
    <p role="status" className={styles.notice}>
      {state === 'locating' && <Trans>Finding your location</Trans>}
      {state === 'denied' && (
        <Trans>
          This browser does not let Harbor Pass see your location. You can allow it in the browser’s settings.
        </Trans>
      )}
      {state === 'failed' && (
        <Trans>Your location could not be determined. Try again, or find places in the list.</Trans>
      )}
      {state === 'outside' && <Trans>You are outside this map of Busan.</Trans>}
    </p>
  )
}
