import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { koreanDate } from '#contract/rules/openHours.ts'
import type { StillOpen } from '#contract/rules/stillOpen.ts'
import { KST_OFFSET_MS } from '#contract/time.ts'
import { useFormat } from '#i18n/format.ts'
import { useHours } from '../../../-shared/attraction/hours.ts'
import tags from '../../../-shared/attraction/attraction.module.css'
import list from '../../../-shared/attraction/list.module.css'
import type { PlaceAnswer } from './sortPlaces.ts'
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
      <Scene name={place.scene} crop={[38, 0, 325, 300]} className={`${list.picture} ${styles.picture}`} />
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
            <span className={tags.book}>
              <Trans>Reservation required</Trans>
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

/** Returns a function that describes an answer; times of another day than today include the date. */
const useStillOpenText = (): ((answer: StillOpen, now: number) => string) => {
  const { t } = useLingui()
  const { date } = useFormat()
  const hours = useHours()
  return (answer, now) => {
    const when = (at: number, ends: boolean): string => {
      // The midnight that ends a day belongs to that day.
      const day = koreanDate(ends ? at - 1 : at)
      const time = ends ? hours.end(at) : hours.clock(koreanTimeOf(at))
      return day === koreanDate(now) ? time : `${date(ends ? at - 1 : at, 'short')} ${time}`
    }
    switch (answer.kind) {
      case 'now': {
        if (answer.until === null) return t`Open 24 hours`
        const time = when(answer.until, true)
        if (answer.by === 'last_entry') return t`last entry ${time}`
        return answer.by === 'closing' ? t`until ${time}` : t`until your pass expires, ${time}`
      }
      case 'later': {
        const time = when(answer.from, false)
        return t`from ${time}`
      }
      case 'unknown':
        return t`opening hours unknown; check before you go`
      case 'used_here': {
        const time = when(answer.at, false)
        return t`used ${time}`
      }
      case 'spent': {
        const { group } = answer
        return t`no group ${group} entries left`
      }
      case 'closed':
        return t`no entry for now`
    }
  }
}

const koreanTimeOf = (at: number): string => new Date(at + KST_OFFSET_MS).toISOString().slice(11, 16)
