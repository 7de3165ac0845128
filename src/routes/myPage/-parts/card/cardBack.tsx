import { useLingui } from '@lingui/react/macro'
import styles from './card.module.css'

/** Side of the drawn QR code in modules, and its dark modules, a row a number. */
const QR_SIDE = 9
const QR_ROWS = [
  0b111010111, 0b101001101, 0b111010111, 0b000101000, 0b101110101, 0b010001011, 0b111011010, 0b101010001, 0b111001110,
]
const MODULE = 6

/** Renders the back of a card, with the number and the QR code marked. */
export function CardBack() {
  const { t } = useLingui()
  return (
    <svg
      role="img"
      aria-label={t`Back of a card, with the 16 digits at the bottom and the QR code on the right`}
      viewBox="0 0 320 202"
      className={styles.back}
    >
      <rect width="320" height="202" rx="16" className={styles.plastic} />
      <rect y="26" width="320" height="34" className={styles.stripe} />
      <rect x="226" y="78" width="70" height="70" rx="6" className={styles.paperMark} />
      <g transform="translate(234 86)" className={styles.ink}>
        {QR_ROWS.flatMap((row, y) =>
          Array.from({ length: QR_SIDE }, (_, x) =>
            (row >> (QR_SIDE - 1 - x)) & 1 ? (
              <rect key={`${x} ${y}`} x={x * MODULE} y={y * MODULE} width={MODULE} height={MODULE} />
            ) : null,
          ),
        )}
      </g>
      <rect x="24" y="84" width="150" height="8" rx="4" className={styles.line} />
      <rect x="24" y="102" width="110" height="8" rx="4" className={styles.line} />
      <rect x="14" y="156" width="200" height="34" rx="8" className={styles.mark} />
      <text x="26" y="179" className={styles.digits} aria-hidden>
        0000 0000 0000 0000
      </text>
    </svg>
  )
}
