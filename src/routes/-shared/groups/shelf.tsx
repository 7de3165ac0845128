import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Heart } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Group } from '#contract/codes.ts'
import { hasGatePrice } from '#contract/rules/gateSum.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { IconLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FavouriteButton } from '../attraction/favouriteButton.tsx'
import styles from './groups.module.css'

/** A pass, the places chosen for it, and what changes them. */
export interface Choosing {
  product: Product
  chosen: readonly Attraction[]
  /** The places are the example, not yet the visitor's choice. */
  isExample: boolean
  onToggle: (place: Attraction) => void
}

interface Props {
  group: Group
  places: readonly Attraction[]
  choosing?: Choosing | undefined
  /** Each place links to its page; not in a dialog, which would stay open. */
  linked?: boolean
}

/** Renders the places of a group with picture and price at the gate, the dearest first. */
export function Shelf({ group, places, choosing, linked = false }: Props) {
  const count = places.length
  const limit = choosing?.product.allowance?.[group]
  const taken = choosing?.chosen.filter(({ passGroup }) => passGroup === group).length ?? 0
  // The dearest first: what a pass is worth most for.
  const sorted = places.toSorted((a, b) => b.adultPrice - a.adultPrice)
  return (
    <section className={styles.shelf} aria-labelledby={`shelf-${group}`} data-group={group}>
      <h3 id={`shelf-${group}`}>
        {group === 'A' ? (
          <Plural value={count} one="A · # big attraction" other="A · # big attractions" />
        ) : (
          <Plural value={count} one="B · # more" other="B · # more" />
        )}
        {limit !== undefined && (
          <small>
            <Trans>
              {taken} of {limit} chosen
            </Trans>
          </small>
        )}
      </h3>
      <ul className={styles.places}>
        {sorted.map((place) => (
          <li key={place.gdsUid} className={styles.place}>
            <ShelfPlace place={place} choosing={choosing} linked={linked} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type PlaceProps = { place: Attraction } & Pick<Props, 'choosing' | 'linked'>

function ShelfPlace({ place, choosing, linked }: PlaceProps) {
  const { t } = useLingui()
  const { price } = useFormat()
  const isMember = useSession().state === 'member'
  const { pathname } = useLocation()
  const { name } = place
  const inner = (
    <>
      <Scene name={place.scene} place={place.gdsUid} crop={[0, 24, 400, 252]} className={styles.picture} />
      <b>{name}</b>
      <span>{hasGatePrice(place) ? price(place.adultPrice) : <Trans>Price not known</Trans>}</span>
    </>
  )
  return (
    <>
      {choosing ? (
        <button
          type="button"
          className={styles.face}
          aria-pressed={choosing.chosen.some(({ gdsUid }) => gdsUid === place.gdsUid)}
          onClick={() => choosing.onToggle(place)}
        >
          {inner}
          <span className={styles.tick} aria-hidden>
            <Icon of={Check} size={16} />
          </span>
        </button>
      ) : linked ? (
        <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={styles.face}>
          {inner}
        </Link>
      ) : (
        <div className={styles.face}>{inner}</div>
      )}
      {isMember ? (
        <FavouriteButton raised gdsUid={place.gdsUid} name={name} className={styles.heart} />
      ) : (
        // A link, because a toast with the way to sign in would be behind the dialog.
        <IconLink
          to="/login"
          search={{ returnTo: pathname }}
          raised
          icon={Heart}
          label={t`Sign in to add ${name} to your favourites`}
          className={styles.heart}
        />
      )}
    </>
  )
}
