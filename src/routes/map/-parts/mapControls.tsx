import { useLingui } from '@lingui/react/macro'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import styles from './map.module.css'

interface Props {
  onZoom: (factor: number) => void
  onShowAll: () => void
  /** The map cannot be enlarged. */
  isLargest: boolean
  children: ReactNode
}

/** Renders the buttons of the map: the children, zoom in and out, and all places. */
export function MapControls({ onZoom, onShowAll, isLargest, children }: Props) {
  const { t } = useLingui()
  return (
    <div className={styles.controls} role="group" aria-label={t`Map`}>
      {children}
      <IconButton raised icon={Maximize} label={t`Show all places`} onClick={onShowAll} />
      <IconButton raised icon={Plus} label={t`Zoom in`} aria-disabled={isLargest} onClick={() => onZoom(2)} />
      <IconButton raised icon={Minus} label={t`Zoom out`} onClick={() => onZoom(0.5)} />
    </div>
  )
}
