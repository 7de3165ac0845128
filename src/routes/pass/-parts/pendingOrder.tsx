import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Hourglass } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import type { Order } from '#contract/calls/pass.ts'
import { RECONCILE_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useOnline } from '#data/online.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { cx } from '#ui/cx.ts'
import { LoadingLine } from '#ui/skeleton.tsx'
import screen from '../../-shared/screen.module.css'
import styles from '../../-shared/payment/order.module.css'

interface Props {
  ord: string
  order: Order | null
  /** The last poll failed. */
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

/** Renders an order whose payment is not confirmed; it always ends in a pass or in no charge. */
export function PendingOrder({ ord, order, hasFailed, isSlow, onRetry }: Props) {
  const { t } = useLingui()
  const online = useOnline()
  const minutes = RECONCILE_MS / MINUTE_MS
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
              This is taking longer than usual. You can leave this page: usually within {minutes} minutes, either what
              you bought will be in My Pass or the order will be cancelled. Any payment for a cancelled order is
              returned in full.
            </Trans>
          ) : (
            <Trans>This usually takes a few seconds. As soon as your payment is confirmed, you will see it here.</Trans>
          )}
        </p>
      </div>
      {(!online || hasFailed) && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>
            We cannot check your order right now. Once the payment is confirmed, you will find what you bought in My
            Pass. Otherwise the order will be cancelled and any payment returned.
          </Trans>
        </Banner>
      )}
      {(isSlow || hasFailed) && (
        <div className={styles.ways}>
          <Button full onClick={onRetry}>
            <Trans>Check again</Trans>
          </Button>
          {order?.payUrl && (
            <LinkButton to="/pass/paymentstep1" search={{ ord }} kind="outline" full>
              <Trans>Back to the payment</Trans>
            </LinkButton>
          )}
        </div>
      )}
    </>
  )
}
