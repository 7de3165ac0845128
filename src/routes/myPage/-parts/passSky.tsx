import { Trans, useLingui } from '@lingui/react/macro'
import { PrintScene } from '#art/printScene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { isClaimed } from '#contract/rules/passState.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useFormat } from '#i18n/format.ts'
import { SunArc } from '../../-shared/sunArc.tsx'
import styles from './passSky.module.css'
import { PassName } from './passName.tsx'
import type { PassView } from './passView.ts'

interface Props {
  pass: ShownPass | null
  view: PassView | null
  isOwn: boolean
}

/** Renders the upper half of a pass: product, name, time left, sun arc. With `pass` null, a placeholder of its size. */
export function PassSky({ pass, view, isOwn }: Props) {
  return (
    <div className={styles.sky} data-slot="sky" data-product={pass?.passType}>
      {pass && (
        <div className={styles.scene}>
          <PrintScene product={pass.passType} />
        </div>
      )}
      <div className={styles.row}>
        <span className={styles.product} data-slot="product">
          {pass?.passType ?? '\u00a0'}
        </span>
        <span className={styles.medium}>
          {pass && (pass.medium === 'card' ? <Trans>Card pass</Trans> : <Trans>Mobile pass</Trans>)}
        </span>
        {pass && isOwn ? <PassName pass={pass} /> : <span className={styles.holder}>{pass?.holder}</span>}
      </div>
      <p className={styles.left}>{pass && view ? <TimeLeft view={view} pass={pass} /> : ' '}</p>
      <Until pass={pass} view={view} />
      <SunArc className={styles.arc} elapsed={view?.elapsed ?? null} set={view === null || view.phase === 'over'} />
      <Axis pass={pass} />
    </div>
  )
}

/** Renders the time left, or the state of a pass that has none. */
export function TimeLeft({ view, pass }: { view: PassView; pass: ShownPass }) {
  const { days, hours, minutes } = view
  if (view.phase === 'over' || isClaimed(pass) || view.phase === 'unused')
    return (
      <span className={styles.words}>
        {view.phase === 'over' ? (
          <State state={view.state} />
        ) : pass.gift !== null ? (
          <Trans>Gift pending</Trans>
        ) : isClaimed(pass) ? (
          <Trans>Refund requested</Trans>
        ) : (
          <Trans>Starts with your first entry</Trans>
        )}
      </span>
    )
  return days > 0 ? (
    <Trans>
      <b>{days}</b> d <b>{hours}</b> h <b>{minutes}</b> min left
    </Trans>
  ) : (
    <Trans>
      <b>{hours}</b> h <b>{minutes}</b> min left
    </Trans>
  )
}

/** Renders the end in Korean time, which gates use, and below it in the phone's own time zone. */
function Until({ pass, view }: { pass: MyPass | null; view: PassView | null }) {
  const { zone } = useFormat()
  const at = pass?.expiresAt ?? pass?.validUntil
  if (!pass || !view || at === undefined) {
    return (
      <>
        <p className={styles.until}> </p>
        <p className={styles.home}> </p>
      </>
    )
  }
  if (pass.expiresAt === null) {
    const inKorea = zone.korea.date(at, 'day')
    return (
      <>
        <p className={styles.until}>
          <Trans>Use by {inKorea}</Trans>
        </p>
        <p className={styles.home}> </p>
      </>
    )
  }
  const { korea, home } = zone
  const inKorea = `${korea.date(at, 'short')} ${korea.time(at)}`
  const isSameDay = home.date(at, 'day') === korea.date(at, 'day')
  const atHome = isSameDay ? home.time(at) : `${home.date(at, 'short')} ${home.time(at)}`
  return (
    <>
      <p className={styles.until}>
        <Trans>Until {inKorea}, Korean time</Trans>
      </p>
      <p className={styles.home}>
        {home.id === korea.id ? ' ' : <HomeTime zone={home.id} name={home.name(at)} time={atHome} />}
      </p>
    </>
  )
}

/** Renders a time with the city of its zone, where most visitors come from; else with the zone's own name. */
function HomeTime({ zone, name, time }: { zone: string; name: string; time: string }) {
  switch (zone) {
    case 'Asia/Taipei':
      return <Trans>{time}, Taipei time</Trans>
    case 'Asia/Hong_Kong':
      return <Trans>{time}, Hong Kong time</Trans>
    case 'Asia/Macau':
      return <Trans>{time}, Macau time</Trans>
    case 'Asia/Tokyo':
      return <Trans>{time}, Tokyo time</Trans>
    case 'Asia/Shanghai':
      return <Trans>{time}, Beijing time</Trans>
    case 'Asia/Singapore':
      return <Trans>{time}, Singapore time</Trans>
    default:
      return `${time}, ${name}`
  }
}

function Axis({ pass }: { pass: MyPass | null }) {
  const { zone } = useFormat()
  const mark = (at: number) => `${zone.korea.date(at, 'short')} ${zone.korea.time(at)}`
  const hours = pass?.windowHours ?? 0
  return (
    <p className={styles.sea}>
      <span>{pass && (pass.activatedAt === null ? <Trans>First entry</Trans> : mark(pass.activatedAt))}</span>
      <span>{pass && (pass.expiresAt === null ? <Trans>+{hours} hours</Trans> : mark(pass.expiresAt))}</span>
    </p>
  )
}

/** Renders the state of a pass. */
export function State({ state }: { state: MyPass['state'] }) {
  const { t } = useLingui()
  const stateTexts: Record<MyPass['state'], string> = {
    unused: t`Unused`,
    in_use: t`In use`,
    used: t`Used`,
    expired: t`Expired`,
    cancelled: t`Cancelled`,
    refund: t`Refund`,
  }
  return stateTexts[state]
}
