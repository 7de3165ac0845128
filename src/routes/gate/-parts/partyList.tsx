import { msg } from '@lingui/core/macro'
import { Check, X } from 'lucide-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stepper } from '#ui/stepper.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './answer.module.css'
import page from './gate.module.css'
import { acceptedIn, PARTY_MAX, type Party, type PartyAnswer } from './party.ts'
import { Bilingual } from './bilingual.tsx'
import type { GateI18n } from './useGateI18n.ts'

interface Props {
  party: Party
  repeated: PartyAnswer | null
  sentences: GateI18n
}

/** Renders the answers of the party: “2 of 4”, and each visitor with a mark. Nothing for a single visitor. */
export function PartyList({ party, repeated, sentences }: Props) {
  const { answers, size } = party
  if (answers.length < 2 && size === null) return null
  const accepted = acceptedIn(party)
  const name = repeated?.label ?? ''
  return (
    <div className={styles.party} data-party={accepted}>
      {size !== null && (
        <p className={styles.count}>
          <Bilingual sentences={sentences} say={(i18n) => i18n._(msg`${accepted} of ${size} accepted`)} />
        </p>
      )}
      <ol>
        {answers.map(({ entryUid, isAccepted, label }) => (
          <li key={entryUid} data-accepted={isAccepted}>
            <Icon of={isAccepted ? Check : X} size={20} />
            {label ?? <Trans>Card</Trans>}
          </li>
        ))}
      </ol>
      {repeated && (
        <p role="status">
          <Bilingual sentences={sentences} say={(i18n) => i18n._(msg`Already accepted: ${name}`)} />
        </p>
      )}
    </div>
  )
}

/** Renders how many visitors come together, which staff may set before the first scan. */
export function PartySize({ size, onChange }: { size: number | null; onChange: (size: number) => void }) {
  const { t } = useLingui()
  return (
    <div className={page.size}>
      <span aria-hidden>
        <Trans>Visitors in the party</Trans>
      </span>
      <Stepper label={t`Visitors in the party`} value={size ?? 1} min={1} max={PARTY_MAX} onChange={onChange} />
    </div>
  )
}
