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

/** Renders the ribbon of a gift. */
export function Ribbon() {
  return (
    <svg className={styles.ribbon} viewBox="0 0 80 144" preserveAspectRatio="xMidYMin slice" aria-hidden>
      <path className={styles.band} d="M32 0h16v144H32z" />
      <path className={styles.knot} d="M36 88 24 116l8-2 4 8 8-34zm8 0 12 28-8-2-4 8-8-34z" />
      <path className={styles.band} d="M40 84C30 70 8 66 6 78s20 18 34 6zm0 0c10-14 32-18 34-6s-20 18-34 6z" />
      <rect x="33" y="76" width="14" height="14" rx="4" className={styles.knot} />
    </svg>
  )
}
