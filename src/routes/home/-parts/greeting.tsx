import { Trans, useLingui } from '@lingui/react/macro'
import { BCP47 } from '#contract/locales.ts'
import { koreanFields } from '#contract/rules/koreanCalendar.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'
import styles from './member.module.css'

/** Renders home's title for a signed-in member, and the time in Busan. */
export function Greeting({ name }: { name: string }) {
  return (
    <>
      <h1>
        <Salutation name={name} />
      </h1>
      <TimeLine />
    </>
  )
}

function Salutation({ name }: { name: string }) {
  const { t } = useLingui()
  const hour = koreanFields(useNow(MINUTE_MS)).getUTCHours()
  if (hour >= 5 && hour < 12) return t`Good morning, ${name}`
  return hour >= 12 && hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`
}

/** Renders the time in Busan, and the phone's own if its time zone differs. */
function TimeLine() {
  const { zone } = useFormat()
  const locale = useLocale()
  const now = useNow(30_000)
  const day = new Intl.DateTimeFormat(BCP47[locale], { weekday: 'long', timeZone: zone.korea.id }).format(now)
  const busan = zone.korea.time(now)
  const home = zone.home.time(now)
  return (
    <p className={styles.time}>
      {busan === home ? (
        <Trans>
          {day} {busan} in Busan
        </Trans>
      ) : (
        <Trans>
          {day} {busan} in Busan · {home} your time
        </Trans>
      )}
    </p>
  )
}
