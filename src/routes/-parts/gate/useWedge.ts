import { useEffect, useRef } from 'react'

/** Letters of one burst follow each other faster than a hand types. */
const BURST_MS = 80
const LEAST = 6

/**
 * A hardware scanner is a keyboard that types fast and presses Enter. What is typed into a field stays there. Within a
 * burst no key presses a button.
 */
export const useWedge = (scanned: (text: string) => void): void => {
  const handler = useRef(scanned)
  useEffect(() => {
    handler.current = scanned
  }, [scanned])
  useEffect(() => {
    let text = ''
    let last = 0
    const key = (event: KeyboardEvent) => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) return
      const burst = event.timeStamp - last < BURST_MS
      if (event.key === 'Enter') {
        if (burst && text.length >= LEAST) {
          event.preventDefault()
          handler.current(text)
        }
        text = ''
        return
      }
      if (event.key.length !== 1) return
      last = event.timeStamp
      text = burst ? text + event.key : event.key
      if (burst) event.preventDefault()
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [])
}
