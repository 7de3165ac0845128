import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { Tag } from '#ui/tag.tsx'
import tags from '../../../-shared/attraction/attraction.module.css'
import list from '../../../-shared/attraction/list.module.css'
import type { PlaceAnswer } from '../../../-shared/attraction/sortPlaces.ts'
import { useStillOpenText } from '../../../-shared/attraction/stillOpenText.ts'
import styles from './stillOpen.module.css'

interface Props {
  placeAnswer: PlaceAnswer
  /** The pass has an allowance for each group. */
  counted: boolean
  now: number
}

/** Renders a place with what this pass can do there. The whole row is a link to the place. */
export function OpenRow({ placeAnswer: { place, group, answer }, counted, now }: Props) {
  const { t } = useLingui()
  const texts = useStillOpenText()
  return (
    <li className={list.row} data-open={answer.kind}>
      <Scene
        name={place.scene}
        place={place.gdsUid}
        crop={[38, 0, 325, 300]}
        className={`${list.picture} ${styles.picture}`}
      />
      <div className={list.words}>
        <Link to="/attractions/$detail" params={{ detail: place.gdsUid }} className={list.name}>
          {place.name}
        </Link>
        <p>
          {place.district} · {texts(answer, now)}
        </p>
        <div className={tags.tags}>
          {counted && group && (
            <span role="img" className={tags.group} aria-label={t`Group ${group}`}>
              {group}
            </span>
          )}
          {place.reservationRequired && (
            <Tag tone="amber">
              <Trans>Reservation required</Trans>
            </Tag>
          )}
        </div>
      </div>
    </li>
  )
}
