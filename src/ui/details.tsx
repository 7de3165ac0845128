import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

/** Renders a native disclosure between hairlines. */
export function Details({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary>
        <span>{summary}</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
