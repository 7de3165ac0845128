import { Plural, Trans } from '@lingui/react/macro'
import { CalendarCheck, ChevronRight, Clock, CloudOff, IdCard } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { Catalogue } from '#contract/calls/main.ts'
import { GROUPS } from '#contract/codes.ts'
import { VALID_YEARS } from '#contract/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { GroupsButton } from '../../-shared/groups/groupsButton.tsx'
import type { Choosing } from '../../-shared/groups/shelf.tsx'
import { GroupWords } from '../../-shared/groups/groupWords.tsx'
import styles from './product.module.css'

/** Places that the button to all places shows. */
const PREVIEW_PLACES = 5

interface Props {
  choosing: Choosing
  attractions: Catalogue['attractions']
}

/** Renders what a pass includes, how long it lasts, and where it is accepted. */
export function ProductFacts({ choosing, attractions }: Props) {
  const { product } = choosing
  const { allowance, places, windowText, medium, mediumNote } = product
  const years = VALID_YEARS
  const total = places.A + places.B
  return (
    <div className={styles.about}>
      <div className={styles.allowance}>
        {allowance && (
          <div className={styles.holes} aria-hidden>
            {GROUPS.flatMap((group) =>
              Array.from({ length: allowance[group] }, (_, index) => (
                <span key={`${group}${index}`} className={styles.hole}>
                  {group}
                </span>
              )),
            )}
          </div>
        )}
        <p>{allowance ? <GroupWords product={product} /> : product.summary}</p>
      </div>
      <ul className={styles.facts}>
        <li>
          <Icon of={Clock} />
          {windowText}
        </li>
        <li>
          <Icon of={CalendarCheck} />
          <Plural value={years} one="Valid for # year from purchase" other="Valid for # years from purchase" />
        </li>
        <li>
          <Icon of={medium === 'mobile' ? CloudOff : IdCard} />
          <span>
            {medium === 'mobile' && (
              <>
                <Trans>Works offline</Trans>
                {' · '}
              </>
            )}
            {mediumNote}
          </span>
        </li>
      </ul>
      <GroupsButton choosing={choosing} className={styles.places}>
        <PreviewPlaces attractions={attractions} />
        <span>
          {allowance ? (
            <Trans>See the places in A and B</Trans>
          ) : (
            <Plural value={total} one="See the # place" other="See all # places" />
          )}
        </span>
        <Icon of={ChevronRight} size={20} />
      </GroupsButton>
    </div>
  )
}

/** Renders the dearest places as portholes: what a pass is worth most for. */
function PreviewPlaces({ attractions }: { attractions: Catalogue['attractions'] }) {
  const places = attractions
    .filter(({ passGroup }) => passGroup)
    .toSorted((a, b) => b.adultPrice - a.adultPrice)
    .slice(0, PREVIEW_PLACES)
  return (
    <span className={styles.preview} aria-hidden>
      {places.map(({ gdsUid, scene }) => (
        <span key={gdsUid}>
          <Scene name={scene} place={gdsUid} crop="porthole" />
        </span>
      ))}
    </span>
  )
}
