import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, ChevronRight, Clock, CloudOff, IdCard } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import { GROUPS } from '#contract/codes.ts'
import { VALID_YEARS } from '#contract/limits.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './pass.module.css'

const DISCS = 5

/** Renders what a pass includes, how long it lasts, and where it is accepted. */
export function ProductFacts({ product, attractions }: { product: Product; attractions: Catalogue['attractions'] }) {
  const { allowance, places, windowText, medium, mediumNote } = product
  const years = VALID_YEARS
  const { A, B } = places
  const total = A + B
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
        <p>{product.summary}</p>
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
      <Link to="/attractions" className={styles.places}>
        <Discs attractions={attractions} />
        <span>
          {allowance ? (
            <Trans>
              {A} places in group A, {B} in group B
            </Trans>
          ) : (
            <Plural value={total} one="# place, once each" other="# places, once each" />
          )}
        </span>
        <Icon of={ChevronRight} size={20} />
      </Link>
    </div>
  )
}

/** Renders some of the places as portholes, no scene twice. */
function Discs({ attractions }: { attractions: Catalogue['attractions'] }) {
  const scenes = [...new Set(attractions.filter(({ passGroup }) => passGroup).map(({ scene }) => scene))]
  return (
    <span className={styles.discs} aria-hidden>
      {scenes.slice(0, DISCS).map((scene) => (
        <span key={scene}>
          <Scene name={scene} crop="porthole" />
        </span>
      ))}
    </span>
  )
}
