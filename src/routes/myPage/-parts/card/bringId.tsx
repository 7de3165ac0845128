import { IdCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './voucher.module.css'

/** Renders what a visitor brings to the place where a voucher is used. */
export function BringId({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bring}>
      <Icon of={IdCard} size={28} />
      <p>
        <strong>{title}</strong>
        <br />
        {children}
      </p>
    </div>
  )
}
