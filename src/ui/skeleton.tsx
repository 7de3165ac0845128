import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import styles from './state.module.css'

/** Renders a placeholder in the final size of the content that is loading. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height, radius }: { width?: string; height: string; radius?: string }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height, ...(radius && { borderRadius: radius }) }
  return <span className={styles.skeleton} style={style} aria-hidden />
}

/** Minimum display time of a loading indicator (spec 9.25), because one that flashes is worse than none. */
const SHOWN_AT_LEAST_MS = 200

/**
 * Leaves a fixed copy of the indicator on the page for `ms`, so that the loaded content does not have to wait for it.
 */
const linger = (line: HTMLElement, ms: number): void => {
  const { top, left: inlineStart, width, height } = line.getBoundingClientRect()
  const copy = line.cloneNode(true) as HTMLElement
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'fixed',
    insetBlockStart: `${top}px`,
    insetInlineStart: `${inlineStart}px`,
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

/** Renders a loading indicator, a horizon with a sun, for at least 200 ms. Screen readers announce `label`. */
export function LoadingLine({ label, active = true }: { label: string; active?: boolean }) {
  return <div role="status">{active && <Line label={label} />}</div>
}
