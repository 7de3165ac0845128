import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import { Banner } from '#ui/banner.tsx'

/** What cannot be done offline. Says nothing of passes: whoever reads it may have none on this phone. */
export function OfflineBanner({ children }: { children: ReactNode }) {
  const online = useOnline()
  if (online) return null
  return (
    <Banner tone="amber" icon={CloudOff} role="status">
      {children}
    </Banner>
  )
}
