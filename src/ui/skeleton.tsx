import { useEffect, useRef, useState, type CSSProperties } from 'react'
import styles from './state.module.css'

/** The ground of something that is coming, in its final size (CSS lengths). */
export function Skeleton({ width = '100%', height, radius }: { width?: string; height: string; radius?: string }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height, ...(radius && { borderRadius: radius }) }
  return <span className={styles.skeleton} style={style} aria-hidden />
}

const SHOWN_AT_LEAST_MS = 200

/** True while `active`, and long enough not to flash once it was. */
export function useLinger(active: boolean): boolean {
  const [shown, setShown] = useState(active)
  const since = useRef(0)
  if (active && !shown) setShown(true)
  useEffect(() => {
    if (active) {
      since.current = performance.now()
      return
    }
    const timer = setTimeout(() => setShown(false), Math.max(0, since.current + SHOWN_AT_LEAST_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [active])
  return shown
}

/** A horizon with a sun, while something loads; `label` is said. */
export function LoadingLine({ label, active = true }: { label: string; active?: boolean }) {
  const shown = useLinger(active)
  return (
    <div role="status">
      {shown && (
        <div className={styles.line}>
          <span className="visually-hidden">{label}</span>
        </div>
      )}
    </div>
  )
}
