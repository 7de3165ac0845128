import { Trans, useLingui } from '@lingui/react/macro'
import { useNow } from '#data/clock.ts'
import type { GateAnswer } from '#data/gate.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import styles from './gate.module.css'
import { recordNameOf } from './gateMessages.ts'

/**
 * Renders the recent records of this scanner; each can be undone within a minute. All are of one kind, because the
 * scanner serves one place.
 */
export function Recent({ entries, onUndo }: { entries: readonly GateAnswer[]; onUndo: (entry: GateAnswer) => void }) {
  const { i18n } = useLingui()
  const { time } = useFormat()
  const now = useNow(1_000)
  const [newest] = entries
  if (!newest) return null
  return (
    <section className={styles.recent}>
      <h2>{i18n._(recordNameOf(newest).recent)}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.entryUid}>
            <span>
              {time(entry.at)} · {entry.pass?.passType ?? <Trans>Card</Trans>}
            </span>
            {entry.undoUntil !== null && now < entry.undoUntil && (
              <Button kind="outline" size="small" onClick={() => onUndo(entry)}>
                <Trans>Undo</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
