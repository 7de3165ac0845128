import { Trans } from '@lingui/react/macro'
import { useStorage } from '#data/storage.ts'

/** Renders what happens to an action that is sent offline: this phone saves it, unless its storage is refused or full. */
export function OfflineSendText() {
  return useStorage().state === 'ok' ? (
    <Trans>You are offline. What you send will be saved on this device and sent when you are online.</Trans>
  ) : (
    <Trans>You are offline. You need a connection to send this.</Trans>
  )
}
