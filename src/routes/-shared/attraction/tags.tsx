import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { Attraction } from '#contract/calls/attraction.ts'
import { usePassOffer } from '#data/passOffer.ts'
import { Tag } from '#ui/tag.tsx'
import { GroupsButton } from '../groups/groupsButton.tsx'
import styles from './attraction.module.css'
import { PassOfferText } from './passOffer.tsx'

interface Props {
  place: Pick<Attraction, 'gdsUid' | 'passGroup' | 'adultPrice' | 'reservationRequired'>
  /** The group in words, as a button that explains it; otherwise a letter, for lists, which have one such button. */
  explained?: boolean
}

/** Renders what a pass gives here: free, visited or not, the group as a letter in a ring, whether to book ahead. */
export function PassTags({ place, explained = false }: Props) {
  const { t } = useLingui()
  const offer = usePassOffer(place)
  // A pass keeps the groups of its first entry (decision 0090).
  const group = offer && 'group' in offer ? offer.group : place.passGroup
  const enters = offer === null || offer.kind === 'free'
  return (
    <div className={styles.tags}>
      {group || offer ? (
        <>
          <Tag {...(enters && { tone: 'kelp', icon: Check })}>
            {offer ? <PassOfferText offer={offer} /> : <Trans>Free with pass</Trans>}
          </Tag>
          {group &&
            (explained ? (
              <GroupsButton className={styles.explain}>
                {group === 'A' ? <Trans>Counts as a big one (A)</Trans> : <Trans>Counts as B</Trans>}
              </GroupsButton>
            ) : (
              <span role="img" className={styles.group} aria-label={t`Group ${group}`}>
                {group}
              </span>
            ))}
        </>
      ) : (
        place.adultPrice === 0 && (
          <Tag>
            <Trans>Free entry</Trans>
          </Tag>
        )
      )}
      {place.reservationRequired && (
        <Tag tone="amber">
          <Trans>Reservation required</Trans>
        </Tag>
      )}
    </div>
  )
}
