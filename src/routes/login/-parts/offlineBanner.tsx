import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import { Banner } from '#ui/banner.tsx'

/**
 * Renders what cannot be done offline; nothing while online. Does not mention passes: the visitor may have none here.
 */
export function OfflineBanner({ children }: { children: ReactNode }) {
  const online = useOnline()
  if (online) return null
  return (
    <Banner tone="amber" icon={CloudOff} role="status">
      {children}
    </Banner>
  )
}
