import { useEffect } from 'react'
import { useOnline } from '#data/online.ts'
import { subscribePush } from '#data/push.ts'
import { useSession } from '#data/session.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { renewPush } from '#pwa/push.ts'

/** Pushes of this phone follow the language that is shown here; away from the server, as soon as it is back. */
export const usePushLanguage = (): void => {
  const locale = useLocale()
  const online = useOnline()
  const memberId = useSession().user?.memberId
  useEffect(() => {
    if (memberId !== undefined && online)
      void renewPush(memberId, async (subscribed) => (await subscribePush(subscribed)).ok)
  }, [memberId, locale, online])
}
