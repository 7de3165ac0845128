import type { ReactNode } from 'react'
import styles from './home.module.css'

/** Renders the heading of a section, with controls or links beside it. */
export function SectionHead({ id, title, children }: { id?: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
