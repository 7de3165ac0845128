import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Hourglass } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { RECONCILE_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useOnline } from '#data/online.ts'
import type { PayInfo } from '#data/reserve.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import styles from '../payment/order.module.css'
import screen from '../screen.module.css'
import { goodsLink, useGoodsKind } from './goodsPath.ts'

interface Props {
  goodsId: string
  payInfo: PayInfo
  /** The last poll failed. */
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

/** Renders a reservation whose payment is not confirmed; it always ends in a reservation or in no charge. */
export function PendingPayment({ goodsId, payInfo: { reservation, order }, hasFailed, isSlow, onRetry }: Props) {
  const { t } = useLingui()
  const kind = useGoodsKind()
  const online = useOnline()
  const minutes = RECONCILE_MS / MINUTE_MS
  const { rsvtUid } = reservation
  return (
    <>
      <div className={cx(screen.picture, styles.picture)}>
        <Scene name="harbour" crop={[0, 40, 400, 200]} />
      </div>
      <div className={styles.outcome} data-tone="amber">
        <LoadingLine label={t`Confirming your payment`} />
        <h2>
          <Icon of={Hourglass} />
          <Trans>Confirming your payment</Trans>
        </h2>
        <p className={screen.lead}>
          {isSlow ? (
            <Trans>
              This is taking longer than usual. You can leave this page: usually within {minutes} minutes, either your
              reservation is confirmed or the order is cancelled. Any payment for a cancelled order is returned in full.
            </Trans>
          ) : (
            <Trans>This usually takes a few seconds. As soon as your payment is confirmed, you will see it here.</Trans>
          )}
        </p>
      </div>
      {(!online || hasFailed) && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>
            We cannot check your payment right now. Once it is confirmed, you will find your reservation in My Page.
            Otherwise the order is cancelled and any payment returned.
          </Trans>
        </Banner>
      )}
      {(isSlow || hasFailed || !order) && (
        <div className={styles.ways}>
          <Button full onClick={onRetry}>
            <Trans>Check again</Trans>
          </Button>
          {(order?.payUrl || !order) && (
            <LinkButton {...goodsLink(kind, goodsId, { step: 'pay', rsvtUid })} kind="outline" full>
              <Trans>Back to the payment</Trans>
            </LinkButton>
          )}
        </div>
      )}
    </>
  )
}
