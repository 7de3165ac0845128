import type { ReactNode } from 'react'
import styles from './home.module.css'

/** Renders the heading of a section, with controls or links beside it. */
export function SectionHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
