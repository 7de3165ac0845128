import { Trans, useLingui } from '@lingui/react/macro'
import { useNow } from '#data/clock.ts'
import type { GateAnswer } from '#data/gate.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import styles from './gate.module.css'
import { recordNameOf } from './gateMessages.ts'

interface Props {
  entries: readonly GateAnswer[]
  /** Number of records of this scanner today, Korean time. */
  count: number
  /** The place is a partner, which gives discounts. */
  venue: boolean
  onUndo: (entry: GateAnswer) => void
}

/**
 * Renders the recent records of this scanner, and how many it made today; each can be undone within a minute. All are
 * of one kind, because the scanner serves one place.
 */
export function Recent({ entries, count, venue, onUndo }: Props) {
  const { i18n } = useLingui()
  const { number } = useFormat()
  if (entries.length === 0 && count === 0) return null
  const total = number(count)
  return (
    <section className={styles.recent}>
      <div className={styles.tally}>
        <h2>{i18n._(recordNameOf({ verdict: venue ? 'recorded' : 'admitted' }).recent)}</h2>
        <p>
          <Trans>Today: {total}</Trans>
        </p>
      </div>
      <ul>
        {entries.map((entry) => (
          <Row key={entry.entryUid} entry={entry} onUndo={onUndo} />
        ))}
      </ul>
    </section>
  )
}

function Row({ entry, onUndo }: { entry: GateAnswer; onUndo: Props['onUndo'] }) {
  const { t } = useLingui()
  const { time } = useFormat()
  const now = useNow(1_000)
  const { pass, voucher, at, undoUntil } = entry
  const kind = voucher?.goodsNm ?? pass?.passType ?? t`Card`
  const group = pass?.group
  return (
    <li>
      <p>
        <strong>{pass?.holder ?? kind}</strong>
        <span>
          {time(at)}
          {pass?.holder && ` · ${kind}`}
          {group && ` · ${t`Group ${group}`}`}
        </span>
      </p>
      {undoUntil !== null && now < undoUntil && (
        <Button kind="outline" size="small" onClick={() => onUndo(entry)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  )
}
