import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, Share2 } from 'lucide-react'
import { PrintScene } from '#art/printScene.tsx'
import type { Product } from '#contract/calls/pass.ts'
import { IconButton } from '#ui/button.tsx'
import { useBack } from '#ui/topBar.tsx'
import { SunArc } from '../../-shared/sunArc.tsx'
import { useShare } from '../../-shared/useShare.ts'
import styles from './product.module.css'

const ARC_PX = 72

/** Renders the upper half of a product: its name, its scene, and the sun before the first entry. */
export function ProductSky({ product }: { product: Product }) {
  const { t } = useLingui()
  const share = useShare()
  const goBack = useBack('/pass')
  const { passType, medium, windowHours: hours, name } = product
  return (
    <div className={styles.sky} data-product={passType}>
      <div className={styles.scene}>
        <PrintScene product={passType} />
      </div>
      <div className={styles.bar}>
        <IconButton icon={ArrowLeft} label={t`Back`} onClick={goBack} />
        <IconButton icon={Share2} label={t`Share`} onClick={() => void share(name)} />
      </div>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{passType}</h1>
        <p>{medium === 'mobile' ? <Trans>Mobile pass</Trans> : <Trans>Card pass</Trans>}</p>
      </div>
      <SunArc elapsed={null} height={ARC_PX} className={styles.arc} />
      <p className={styles.sea}>
        <span>
          <Trans>First entry</Trans>
        </span>
        <span>
          <Trans>+{hours} hours</Trans>
        </span>
      </p>
    </div>
  )
}
