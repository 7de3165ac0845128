import { useEffect, useRef } from 'react'
import { createWedge } from './wedge.ts'

/** A hardware scanner works at any time on this screen. */
export const useWedge = (scanned: (text: string) => void): void => {
  const handler = useRef(scanned)
  useEffect(() => {
    handler.current = scanned
  }, [scanned])
  useEffect(() => {
    const key = createWedge((text) => handler.current(text))
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [])
}
