import { useEffect, useState } from 'react'
import { onRuntime } from './runtime.ts'

/** A QR code: its path in a square of `size` modules. */
export interface DrawnText {
  path: string
  size: number
}

/** Returns a text of capitals and digits as a QR code; null until it is drawn. Works offline. */
export const useDrawnText = (text: string): DrawnText | null => {
  const [drawn, setDrawn] = useState<{ text: string; code: DrawnText } | null>(null)
  useEffect(
    () =>
      onRuntime(({ codes }) => {
        let isOver = false
        void Promise.resolve(codes.drawText(text)).then((code) => isOver || setDrawn({ text, code }))
        return () => {
          isOver = true
        }
      }),
    [text],
  )
  return drawn?.text === text ? drawn.code : null
}
