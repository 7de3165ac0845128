import type { ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import screen from '../screen.module.css'

/** Renders what does not work now, while there is no connection. */
export function OfflineHint({ children }: { children: ReactNode }) {
  return useOnline() ? null : <p className={screen.second}>{children}</p>
}
