import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarOff, Clock, MessageCircle, MessagesSquare } from 'lucide-react'
import type { Hours } from '#contract/calls/fields.ts'
import { BCP47 } from '#contract/locales.ts'
import { koreanDayStart, koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import { nextSpan, openSpan } from '#contract/rules/openHours.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useLiveChat } from '#data/help.ts'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { AnchorButton, Button, LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useHours } from '../../-shared/attraction/hours.ts'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { HelpLinks } from '../../-shared/helpLinks.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import styles from './liveChat.module.css'

/** The hours of the chat as those of a place without days off, for the rules of opening hours. */
const placeOf = (hours: Hours) => ({ hours, dayOff: { code: 'none', text: '' } })

/** Renders `/liveChat`: whether the chat is staffed now, in Korean time, and the way to it, or to the 1:1 inquiry. */
export function LiveChatScreen() {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = useLiveChat()
  useTitle(t`Live chat`)
  return (
    <main data-screen="/liveChat" className={screen.reading}>
      <TopBar title={<Trans>Live chat</Trans>} back="/service/faq" />
      {data ? (
        <Columns scene="gwangan" aside={<HelpLinks current="/liveChat" />}>
          <Now hours={data.hours} url={data.channel.url} />
          <Week hours={data.hours} />
          <p className={screen.second}>
            <DataAge at={at} />
          </p>
        </Columns>
      ) : status === 'failed' ? (
        <LoadError
          scene="gwangan"
          title={<Trans>Could not load the chat hours</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : (
        <>
          <LoadingLine label={t`Loading the chat hours`} />
          <Skeleton height="11rem" radius="var(--radius-card)" />
          <Skeleton height="14rem" radius="var(--radius-card)" />
        </>
      )}
    </main>
  )
}

/** Renders the state at this minute and the main action. `url`: the operator's chat; null without one. */
function Now({ hours, url }: { hours: Hours; url: string | null }) {
  const now = useNow(MINUTE_MS)
  const online = useOnline()
  const { time, zone } = useFormat()
  const place = placeOf(hours)
  const open = openSpan(place, now)
  const next = nextSpan(place, now)
  const clock = time(now)
  const homeClock = zone.home.time(now)
  const homeZone = zone.home.name(now)
  const isOpen = open !== null && url !== null
  return (
    <section className={styles.card}>
      <p className={cx(styles.state, isOpen && styles.open)}>
        {url === null ? (
          <Trans>We answer by email</Trans>
        ) : isOpen ? (
          <Trans>Open now</Trans>
        ) : (
          <Trans context="live chat">Closed now</Trans>
        )}
      </p>
      <p className={styles.text}>
        {url === null ? (
          <Trans>
            There is no live chat at present. Write to us at any time; we read inquiries during the hours below.
          </Trans>
        ) : open ? (
          <Until at={time(open.until)} />
        ) : (
          next && <From at={next.from} isToday={koreanMidnight(next.from) === koreanMidnight(now)} />
        )}
      </p>
      <p className={styles.clock}>
        <Icon of={Clock} size={16} />
        {homeClock === clock ? (
          <Trans>It is now {clock} in Korea.</Trans>
        ) : (
          <Trans>
            It is now {clock} in Korea, and {homeClock} on this device ({homeZone}).
          </Trans>
        )}
      </p>
      {url !== null &&
        (online ? (
          <AnchorButton href={url} target="_blank" rel="noreferrer" icon={MessagesSquare} full>
            <Trans>Open the chat</Trans>
          </AnchorButton>
        ) : (
          <>
            <Button disabled icon={MessagesSquare} full>
              <Trans>Open the chat</Trans>
            </Button>
            <p className={styles.text}>
              <Trans>
                The chat needs a connection. If you write an inquiry instead, it will be sent as soon as you are online.
              </Trans>
            </p>
          </>
        ))}
      <LinkButton to="/service/inquiry" kind={url === null ? 'primary' : 'outline'} icon={MessageCircle} full>
        <Trans>Contact us</Trans>
      </LinkButton>
    </section>
  )
}

function Until({ at }: { at: string }) {
  return <Trans>The chat is open until {at}, Korean time.</Trans>
}

function From({ at, isToday }: { at: number; isToday: boolean }) {
  const { date, time } = useFormat()
  const clock = time(at)
  const day = date(at, 'day')
  return isToday ? (
    <Trans>Opens today at {clock}, Korean time.</Trans>
  ) : (
    <Trans>
      Opens on {day} at {clock}, Korean time.
    </Trans>
  )
}

/** Renders the hours of each weekday, and that holidays are not known. */
function Week({ hours }: { hours: Hours }) {
  const hoursText = useHours()
  const now = useNow(MINUTE_MS)
  const weekday = new Intl.DateTimeFormat(BCP47[useLocale()], { weekday: 'long', timeZone: 'Asia/Seoul' })
  const monday = koreanDayStart('2026-01-05')
  return (
    <section className={styles.card}>
      <h2>
        <Trans>Hours, Korean time</Trans>
      </h2>
      <dl className={styles.week}>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => {
          const at = monday + day * DAY_MS
          return (
            <div key={day} data-today={weekday.format(at) === weekday.format(now) || undefined}>
              <dt>{weekday.format(at)}</dt>
              <dd>{hoursText.day(placeOf(hours), at)}</dd>
            </div>
          )
        })}
      </dl>
      <p className={styles.clock}>
        <Icon of={CalendarOff} size={16} />
        <Trans>Closed on Korean public holidays, even if this page says otherwise.</Trans>
      </p>
    </section>
  )
}
