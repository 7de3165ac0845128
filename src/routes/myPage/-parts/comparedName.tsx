import type { ReactNode } from 'react'
import styles from './comparedName.module.css'

/** Renders the name on a pass, which staff compare with the passport, below its label. */
export function ComparedName({ holder, children }: { holder: string; children: ReactNode }) {
  return (
    <p className={styles.name}>
      <span>{children}</span>
      <strong>{holder}</strong>
    </p>
  )
}
