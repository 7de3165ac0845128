import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { useOnline } from '#data/online.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import screen from '../screen.module.css'
import styles from './order.module.css'

interface Props {
  /** The last poll failed. */
  hasFailed: boolean
  isSlow: boolean
  /** Nothing is under way that would end by itself. */
  isStuck?: boolean
  /** How a payment that takes long will end. */
  slow: ReactNode
  /** The same, while it cannot be checked. */
  unreachable: ReactNode
  onRetry: () => void
  /** The way back to the payment; null when there is none now. */
  children: ReactNode
}

/** Renders an order whose payment is not confirmed; it always ends in what was bought or in no charge. */
export function ConfirmingPayment({
  hasFailed,
  isSlow,
  isStuck = isSlow || hasFailed,
  slow,
  unreachable,
  onRetry,
  children,
}: Props) {
  const { t } = useLingui()
  const isOnline = useOnline()
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
            slow
          ) : (
            <Trans>This usually takes a few seconds. As soon as your payment is confirmed, you will see it here.</Trans>
          )}
        </p>
      </div>
      {(!isOnline || hasFailed) && (
        <Banner tone="amber" icon={CloudOff} role="status">
          {unreachable}
        </Banner>
      )}
      {(isStuck || children) && (
        <div className={styles.ways}>
          {isStuck && (
            <Button full onClick={onRetry}>
              <Trans>Check again</Trans>
            </Button>
          )}
          {children}
        </div>
      )}
    </>
  )
}
