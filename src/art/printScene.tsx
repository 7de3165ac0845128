import type { PassType } from '#contract/codes.ts'
import { printClass } from './printClass.ts'
import { SPRITE } from '#contract/rules/sprites.gen.ts'

/** X coordinate of the right edge of each product's view box, in units of the 400 × 300 sheet. */
const RIGHT: Readonly<Record<PassType, number>> = { '24H': 335, '48H': 336, Big3: 310, Big5: 345 }

type PrintSceneProps = { product: PassType; className?: string | undefined }

/**
 * Renders the scene printed on a pass: hills and one subject in the tints of the product. The lower edge of the view
 * box is the horizon; its right edge is the right edge of the sky. The height sets the scale (72 on a ticket, 112 on a
 * pass, 152 on the product page), and the hills fill the remaining width. The parent paints the sky (`--art-sky`) and
 * clips the overflow.
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
