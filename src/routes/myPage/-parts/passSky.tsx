import { Trans, useLingui } from '@lingui/react/macro'
import { PrintScene } from '#art/printScene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { isClaimed } from '#contract/rules/passState.ts'
import type { ShownPass } from '#data/myPass.ts'
import { useFormat } from '#i18n/format.ts'
import { SunArc } from '../../-shared/sunArc.tsx'
import styles from './passCard.module.css'
import { PassName } from './passName.tsx'
import type { PassView } from './passView.ts'

interface Props {
  pass: ShownPass | null
  view: PassView | null
  mine: boolean
}

/** Renders the upper half of a pass: product, name, time left, sun arc. With `pass` null, a placeholder of its size. */
export function PassSky({ pass, view, mine }: Props) {
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
        {pass && mine ? <PassName pass={pass} /> : <span className={styles.holder}>{pass?.holder}</span>}
      </div>
      <p className={styles.left}>{pass && view ? <TimeLeft view={view} pass={pass} /> : ' '}</p>
      <Until pass={pass} view={view} />
      <SunArc className={styles.arc} elapsed={view?.elapsed ?? null} set={view === null || view.phase === 'over'} />
      <Axis pass={pass} />
    </div>
  )
}

function TimeLeft({ view, pass }: { view: PassView; pass: ShownPass }) {
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
  const inKorea = zone.korea.date(at, pass.expiresAt === null ? 'day' : 'long')
  const atHome = zone.home.date(at, 'long')
  const place = zone.home.name(at)
  const abroad = zone.home.id !== zone.korea.id && pass.expiresAt !== null
  return (
    <>
      <p className={styles.until}>
        {pass.expiresAt === null ? <Trans>Use by {inKorea}</Trans> : <Trans>Until {inKorea}, Korean time</Trans>}
      </p>
      <p className={styles.home}>{abroad ? `${atHome} ${place}` : ' '}</p>
    </>
  )
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
