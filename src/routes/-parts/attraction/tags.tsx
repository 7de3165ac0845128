import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { Attraction } from '#contract/calls/attraction.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './attraction.module.css'

/** What a pass is worth here: free or not, the group as a letter in a ring, and whether to book ahead. */
export function PassTags({ place }: { place: Pick<Attraction, 'passGroup' | 'adultPrice' | 'reservationRequired'> }) {
  const { t } = useLingui()
  const group = place.passGroup
  return (
    <div className={styles.tags}>
      {group ? (
        <>
          <Tag tone="kelp" icon={Check}>
            <Trans>Free with pass</Trans>
          </Tag>
          <span role="img" className={styles.group} aria-label={t`Group ${group}`}>
            {group}
          </span>
        </>
      ) : (
        place.adultPrice === 0 && (
          <Tag>
            <Trans>Free entry</Trans>
          </Tag>
        )
      )}
      {place.reservationRequired && (
        <span className={styles.book}>
          <Trans>Reservation required</Trans>
        </span>
      )}
    </div>
  )
}
