import type { PassType } from '#contract/codes.ts'
import { printClass } from './print-class.ts'
import { SPRITE } from './scene.tsx'

/** Right edge of the box that the subject stands in, in units of the sheet. */
const RIGHT: Readonly<Record<PassType, number>> = { '24H': 335, '48H': 336, Big3: 310, Big5: 345 }

type PrintSceneProps = { product: PassType; className?: string | undefined }

/**
 * The scene printed on a pass: hills and one subject in the tints of the product. The lower edge of the box is the
 * horizon, the right edge that of the sky; the height sets the scale (72 on a ticket, 112 on a pass, 152 on the product
 * page) and hills fill whatever width there is. The parent paints the sky (`--art-sky`) and cuts what stands over.
 */
export function PrintScene({ product, className }: PrintSceneProps) {
  return (
    <svg
      className={['scene-print', printClass(product), className].filter(Boolean).join(' ')}
      viewBox={`${RIGHT[product] - 180} 12 180 180`}
      preserveAspectRatio="xMaxYMax meet"
      focusable="false"
      aria-hidden
    >
      <use href={`${SPRITE}#${printClass(product)}`} width="400" height="300" />
    </svg>
  )
}
