import { useEffect, useRef } from 'react'
import { createWedge } from './wedge.ts'

/**
 * Calls `onScan` with each code from a hardware scanner, wherever the focus on the screen is, except in a text field.
 */
export const useWedge = (onScan: (text: string) => void): void => {
  const handler = useRef(onScan)
  useEffect(() => {
    handler.current = onScan
  }, [onScan])
  useEffect(() => {
    const key = createWedge((text) => handler.current(text))
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [])
}
