import { useEffect } from 'react'
import { useOnline } from '#data/online.ts'
import { subscribePush, usePushOwner } from '#data/push.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { renewPush } from '#pwa/push.ts'

/**
 * Sends this phone’s push subscription to the server again when it, the member’s session or the language has changed,
 * and a week after the last time; offline, as soon as it is online.
 */
export const usePushLanguage = (): void => {
  const locale = useLocale()
  const online = useOnline()
  const owner = usePushOwner()
  useEffect(() => {
    if (owner && online) void renewPush(owner, async (subscribed) => (await subscribePush(subscribed)).ok)
  }, [owner, locale, online])
}
