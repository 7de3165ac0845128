import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import type { Medium, PassType } from '#contract/codes.ts'
import styles from './wrappedPass.module.css'

interface Props {
  passType: PassType
  medium: Medium
  /** Takes the ribbon off. */
  isUntied?: boolean
  /** Hides which pass it is. */
  isSecret?: boolean
  /** Lies over the picture. */
  cover?: ReactNode
  /** On the paper below. */
  children: ReactNode
}

/** Renders a pass with a ribbon around it, on paper that says from whom it is. */
export function WrappedPass({ passType, medium, isUntied = false, isSecret = false, cover, children }: Props) {
  return (
    <>
      <div className={styles.wrap} data-product={passType}>
        <span className={styles.scene}>
          <PrintScene product={passType} />
        </span>
        {!isSecret && (
          <p>
            <strong>{passType}</strong>
            {medium === 'card' ? <Trans>Card pass</Trans> : <Trans>Mobile pass</Trans>}
          </p>
        )}
        <Ribbon isUntied={isUntied} />
        {cover}
      </div>
      <div className={styles.paper}>{children}</div>
    </>
  )
}

/** Renders the ribbon of a gift. `isUntied` takes it off, in 320 ms. */
function Ribbon({ isUntied }: { isUntied: boolean }) {
  return (
    <svg
      className={styles.ribbon}
      data-untied={isUntied || undefined}
      viewBox="0 0 80 144"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden
    >
      <path className={styles.band} d="M32 0h16v144H32z" />
      <path className={styles.knot} d="M36 88 24 116l8-2 4 8 8-34zm8 0 12 28-8-2-4 8-8-34z" />
      <path className={styles.band} d="M40 84C30 70 8 66 6 78s20 18 34 6zm0 0c10-14 32-18 34-6s-20 18-34 6z" />
      <rect x="33" y="76" width="14" height="14" rx="4" className={styles.knot} />
    </svg>
  )
}
