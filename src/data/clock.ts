import { useEffect, useState } from 'react'
import { phone } from './phone.ts'

/** Server-corrected time in ms, rendered again every `stepMs`. */
export const useNow = (stepMs: number): number => {
  const [now, setNow] = useState(() => phone().clock.now())
  useEffect(() => {
    const look = () => setNow(phone().clock.now())
    const timer = setInterval(look, stepMs)
    const unlisten = phone().platform.on('visible', look)
    return () => {
      clearInterval(timer)
      unlisten()
    }
  }, [stepMs])
  return now
}

/** False: this phone's clock cannot be right, or has jumped since a server was heard. */
export const useTimeVerified = (): boolean => {
  useNow(10_000)
  return phone().clock.verified()
}
