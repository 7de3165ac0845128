import { useEffect, useState } from 'react'
import { onPhone, phone } from './phone.ts'

/** Server-corrected time, ms, as far as a server was heard. */
const read = (): number => phone()?.clock.now() ?? Date.now()

/** Server-corrected time in ms, rendered again every `stepMs`. */
export const useNow = (stepMs: number): number => {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const look = () => setNow(read())
    const timer = setInterval(look, stepMs)
    const leave = onPhone(({ platform }) => platform.on('visible', look))
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [stepMs])
  return now
}

/** False: this phone's clock cannot be right, or has jumped since a server was heard. */
export const useTimeVerified = (): boolean => {
  useNow(10_000)
  return phone()?.clock.verified() ?? true
}
