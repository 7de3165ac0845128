import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useConnection } from '#data/online.ts'
import { usePassCounts } from '#data/passCounts.ts'
import { useSession } from '#data/session.ts'
import { useStorage } from '#data/storage.ts'

/**
 * Returns the text about the connection, null while it is good: what is missing, and how many passes work offline on
 * this phone. The text mentions no pass to visitors without one and where storage is refused, nor in a locked session:
 * a new password, set elsewhere, may have voided the certificates of this phone.
 */
export const useConnectionText = (): string | null => {
  const { t } = useLingui()
  const connection = useConnection()
  const { live, working } = usePassCounts()
  const { state } = useSession()
  const storage = useStorage()
  const missing = live - working
  const hasPasses = state === 'member' && storage.state !== 'refused' && live > 0
  if (connection === 'online') return null
  if (connection === 'offline') {
    if (!hasPasses) return t`You are offline.`
    if (missing === 0) return t`Offline. Your QR codes still work.`
    if (working === 0) return t`Offline. No pass is ready on this device yet.`
    return t`${plural(missing, {
      one: 'Offline. # pass is not ready on this device yet.',
      other: 'Offline. # passes are not ready on this device yet.',
    })}`
  }
  if (!hasPasses) return t`Our server is not responding.`
  if (missing === 0) return t`Server not responding. Your QR codes still work.`
  if (working === 0) return t`Server not responding. No pass is ready on this device yet.`
  return t`${plural(missing, {
    one: 'Server not responding. # pass is not ready on this device yet.',
    other: 'Server not responding. # passes are not ready on this device yet.',
  })}`
}
