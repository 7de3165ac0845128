import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { nextMorning } from '#contract/rules/openHours.ts'
import { compareStarts, type StartComparison, type StartPlan } from '#contract/rules/startNow.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useFormat } from '#i18n/format.ts'
import { Details } from '#ui/details.tsx'
import styles from './startNow.module.css'

const FIVE_MINUTES_MS = 5 * MINUTE_MS

/** Renders what an unused pass allows if it is started now, and if it is started in the morning. Works offline. */
export function StartNowLine({ pass: { passType, windowHours, validUntil } }: { pass: ShownPass }) {
  const places = useCatalogue().data?.attractions
  const now = useNow(FIVE_MINUTES_MS)
  const { date, time } = useFormat()
  const comparison = useMemo(
    () => (places ? compareStarts({ passType, windowHours, validUntil }, places, now) : null),
    [passType, windowHours, validUntil, places, now],
  )
  if (!comparison || (!comparison.now && !comparison.wait)) return null
  const at = nextMorning(now)
  const morning = `${date(at, 'short')} ${time(at)}`
  return (
    <Details
      summary={
        <>
          <Trans>Start your {passType} pass now?</Trans>
          <small>
            <Advice comparison={comparison} morning={morning} />
          </small>
        </>
      }
    >
      <dl className={styles.plans}>
        {comparison.now && (
          <div>
            <dt>
              <Trans>If you start now</Trans>
            </dt>
            <Plan plan={comparison.now} />
          </div>
        )}
        {comparison.wait && (
          <div>
            <dt>
              <Trans>If you wait until {morning}</Trans>
            </dt>
            <Plan plan={comparison.wait} />
          </div>
        )}
      </dl>
      <p className={styles.note}>
        <Trans>
          This is an estimate based on opening hours, last entries, usual visit lengths and distances, for visits that
          begin between 08:00 and 22:00. All times are in Korean time. Your pass starts with your first entry.
        </Trans>
      </p>
    </Details>
  )
}

function Advice({ comparison: { now, wait, advice }, morning }: { comparison: StartComparison; morning: string }) {
  if (!now) return <Trans>You cannot enter any attraction with it right now.</Trans>
  if (!wait) return <Trans>Yes. If you wait until {morning}, there will be no attraction that you can enter.</Trans>
  switch (advice) {
    case 'now':
      return <Trans>Yes. You can visit more than if you wait until {morning}.</Trans>
    case 'wait':
      return <Trans>Better to wait: you can visit more from {morning}.</Trans>
    case 'now_for_today':
      return <Trans>Only if you use the rest of today. Otherwise wait until {morning} to visit more.</Trans>
    case null:
      return <Trans>Waiting until {morning} makes little difference.</Trans>
  }
}

function Plan({ plan: { placeCount, visitCount, days, end } }: { plan: StartPlan }) {
  const { t } = useLingui()
  const { date, time } = useFormat()
  const byDay = days
    .map(({ date: day, visitCount: visits }) => {
      const name = date(koreanDayStart(day), 'short')
      return t`${name} (${visits})`
    })
    .join(' · ')
  const ends = `${date(end, 'short')} ${time(end)}`
  return (
    <dd>
      <ul>
        <li>
          <Trans>
            <Plural value={visitCount} one="Time for about # visit" other="Time for about # visits" />: {byDay}
          </Trans>
        </li>
        <li>
          <Plural value={placeCount} one="# attraction to choose from" other="# attractions to choose from" />
        </li>
        <li>
          <Trans>Pass ends {ends}</Trans>
        </li>
      </ul>
    </dd>
  )
}
