import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { PLAN_DAYS_MAX } from '#contract/rules/passFinder.ts'
import { IconButton } from '#ui/button.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { Select } from '#ui/textArea.tsx'
import type { PlanIds } from '../../-shared/planSearch.ts'
import { movePlace, removePlace, setDayCount } from './editPlan.ts'
import styles from './finder.module.css'
import { PlacePrice } from './placePrice.tsx'

interface Props {
  plan: PlanIds
  /** The places of the plan by day. */
  days: readonly (readonly AttractionDetail[])[]
  onChange: (plan: PlanIds, entry: 'replace' | 'push') => void
}

/** Renders the number of people and days, and the chosen places by day. */
export function PlanEditor({ plan, days, onChange }: Props) {
  const { t } = useLingui()
  const { people } = plan
  const isLong = days.length > 1
  return (
    <section className={styles.section} aria-labelledby="plan">
      <h2 id="plan">
        <Trans>Your plan</Trans>
      </h2>
      <div className={styles.counts}>
        <div>
          <span>
            <Trans>People</Trans>
          </span>
          <Stepper
            label={t`People`}
            value={people}
            min={QUANTITY_MIN}
            max={QUANTITY_MAX}
            onChange={(value) => onChange({ ...plan, people: value }, 'replace')}
          />
        </div>
        <div>
          <span>
            <Trans>Number of days</Trans>
          </span>
          <Stepper
            label={t`Number of days`}
            value={days.length}
            min={1}
            max={PLAN_DAYS_MAX}
            onChange={(value) => onChange(setDayCount(plan, value), 'replace')}
          />
        </div>
      </div>
      {days.map((places, index) => {
        const number = index + 1
        return (
          (isLong || places.length > 0) && (
            // oxlint-disable-next-line react/no-array-index-key -- a day is its number
            <section key={index} className={styles.day}>
              {isLong && (
                <h3>
                  <Trans>Day {number}</Trans>
                </h3>
              )}
              {places.length === 0 && (
                <p className={styles.hint}>
                  <Trans>No places on this day</Trans>
                </p>
              )}
              <ul className={styles.rows}>
                {places.map((place) => (
                  <PlanPlace key={place.gdsUid} place={place} dayIndex={index} plan={plan} onChange={onChange} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {isLong && (
        <p className={styles.hint}>
          <Trans>Days matter for the 24H and 48H: a 24H covers one day of your plan, a 48H two.</Trans>
        </p>
      )}
    </section>
  )
}

interface PlaceProps extends Pick<Props, 'plan' | 'onChange'> {
  place: AttractionDetail
  dayIndex: number
}

function PlanPlace({ place, dayIndex, plan, onChange }: PlaceProps) {
  const { t } = useLingui()
  const { gdsUid, name } = place
  return (
    <li>
      <span>
        {name}
        <PlacePrice place={place} />
      </span>
      {plan.days.length > 1 && (
        <Select
          aria-label={t`Day of your visit to ${name}`}
          value={dayIndex}
          onChange={({ target }) => onChange(movePlace(plan, gdsUid, Number(target.value)), 'replace')}
          className={styles.daySelect}
        >
          {plan.days.map((_day, index) => {
            const number = index + 1
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a day is its number
              <option key={index} value={index}>{t`Day ${number}`}</option>
            )
          })}
        </Select>
      )}
      <IconButton icon={X} label={t`Remove ${name}`} onClick={() => onChange(removePlace(plan, gdsUid), 'replace')} />
    </li>
  )
}
