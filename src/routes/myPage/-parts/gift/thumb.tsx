import type { PassType } from '#contract/codes.ts'
import styles from './gift.module.css'

/** Renders a small pass. `faded` removes its colour: the pass is no longer in this gift. */
export function Thumb({ passType, faded = false }: { passType: PassType; faded?: boolean }) {
  return (
    <span className={styles.thumb} data-product={faded ? undefined : passType} aria-hidden>
      {passType}
    </span>
  )
}
