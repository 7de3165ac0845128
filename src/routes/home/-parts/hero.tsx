import { Trans, useLingui } from '@lingui/react/macro'
import { InlineScene } from '#art/inlineScene.tsx'
import { BCP47 } from '#contract/locales.ts'
import { KST_OFFSET_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'
import styles from './home.module.css'

/**
 * Renders the bridge at the current time of day and, over its sky, the time in Busan under a greeting. Without a user
 * (guest, locked session) the slogan and what the pass is stand in place of the greeting.
 */
export function Hero() {
  const { user } = useSession()
  return (
    <div className={styles.hero}>
      <InlineScene name="gwangan" className={styles.bridge} />
      <div className={styles.claim}>
        <h1>{user ? <Greeting name={user.engNm} /> : <Claim />}</h1>
        {!user && (
          <p className={styles.sub}>
            <Trans>Free entry at the gate, even with no signal.</Trans>
          </p>
        )}
        <TimeLine />
      </div>
    </div>
  )
}

function Claim() {
  return (
    <Trans>
      One pass.
      <br />
      The whole coast.
    </Trans>
  )
}

function Greeting({ name }: { name: string }) {
  const { t } = useLingui()
  const hour = new Date(useNow(60_000) + KST_OFFSET_MS).getUTCHours()
  if (hour >= 5 && hour < 12) return t`Good morning, ${name}`
  return hour >= 12 && hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`
}

/** Renders the time in Busan, and the phone's own if its time zone differs. Blank in a prerendered page. */
function TimeLine() {
  const { zone } = useFormat()
  const locale = useLocale()
  const now = useNow(30_000)
  if (typeof document === 'undefined') return <p className={styles.time}>{'\u00a0'}</p>
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
