import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import styles from './state.module.css'

/** The ground of something that is coming, in its final size (CSS lengths). */
export function Skeleton({ width = '100%', height, radius }: { width?: string; height: string; radius?: string }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height, ...(radius && { borderRadius: radius }) }
  return <span className={styles.skeleton} style={style} aria-hidden />
}

/** A loading indicator that appeared stays this long (specification 9): one that flashes is worse than none. */
const SHOWN_AT_LEAST_MS = 200

/** Leaves a copy of the indicator where it was for `ms`, over the page: the content that has come does not wait for it. */
const linger = (line: HTMLElement, ms: number): void => {
  const { top, left, width, height } = line.getBoundingClientRect()
  const copy = line.cloneNode(true) as HTMLElement
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'fixed',
    insetBlockStart: `${top}px`,
    insetInlineStart: `${left}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
    margin: '0',
    pointerEvents: 'none',
  })
  document.body.append(copy)
  setTimeout(() => copy.remove(), ms)
}

function Line({ label }: { label: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const line = ref.current
    const since = performance.now()
    return () => {
      const restMs = since + SHOWN_AT_LEAST_MS - performance.now()
      if (line && restMs > 0) linger(line, restMs)
    }
  }, [])
  return (
    <div className={styles.line} ref={ref}>
      <span className="visually-hidden">{label}</span>
    </div>
  )
}

/** A horizon with a sun, while something loads, and for 200 ms at least; `label` is said. */
export function LoadingLine({ label, active = true }: { label: string; active?: boolean }) {
  return <div role="status">{active && <Line label={label} />}</div>
}
