import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './state.module.css'

interface Props {
  summary: ReactNode
  /** Opens the disclosure where it becomes true; the visitor may close it. */
  open?: boolean
  children: ReactNode
}

/** Renders a native disclosure between hairlines. */
export function Details({ summary, open = false, children }: Props) {
  return (
    <details open={open} className={styles.details}>
      <summary>
        <span>{summary}</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
