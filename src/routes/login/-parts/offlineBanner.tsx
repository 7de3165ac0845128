import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import { usePassesHere } from '#data/passesHere.ts'
import { Banner } from '#ui/banner.tsx'

/** What cannot be done offline; passes are spoken of to whoever has some on this phone, whose session has lapsed. */
export function OfflineBanner({ children }: { children: ReactNode }) {
  const online = useOnline()
  const { live } = usePassesHere()
  if (online) return null
  return (
    <Banner tone="amber" icon={CloudOff} role="status">
      <p>{children}</p>
      {live > 0 && (
        <p>
          <Trans>You can still open the passes saved on this phone.</Trans>
        </p>
      )}
    </Banner>
  )
}
