import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, Share2 } from 'lucide-react'
import { PrintScene } from '#art/printScene.tsx'
import type { Product } from '#contract/calls/pass.ts'
import { IconButton } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { useBack } from '#ui/topBar.tsx'
import { SunArc } from '../../-shared/sunArc.tsx'
import styles from './pass.module.css'

const ARC_PX = 72

/** Renders the upper half of a product: its name, its scene, and the sun before the first entry. */
export function ProductSky({ product }: { product: Product }) {
  const { t } = useLingui()
  const toast = useToast()
  const goBack = useBack('/pass')
  const { passType, medium, windowHours: hours, name } = product
  const share = async () => {
    const { href } = location
    try {
      if ('share' in navigator) await navigator.share({ title: name, url: href })
      else {
        await (navigator as Navigator).clipboard.writeText(href)
        toast({ text: t`Link copied` })
      }
    } catch (error) {
      // AbortError: the visitor closed the share sheet
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast({ text: t`This could not be shared. Try again.` })
    }
  }
  return (
    <div className={styles.sky} data-product={passType}>
      <div className={styles.scene}>
        <PrintScene product={passType} />
      </div>
      <div className={styles.bar}>
        <IconButton icon={ArrowLeft} label={t`Back`} onClick={goBack} />
        <IconButton icon={Share2} label={t`Share`} onClick={() => void share()} />
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
