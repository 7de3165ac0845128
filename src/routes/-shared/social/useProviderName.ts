import { useLingui } from '@lingui/react/macro'
import type { ProviderId } from '#data/social.ts'

/** Returns a function that gives the name of a provider as its users know it. */
export const useProviderName = (): ((id: ProviderId) => string) => {
  const { t } = useLingui()
  return (id) => {
    const names: Record<ProviderId, string> = {
      kakao: t({ id: 'provider.kakao', message: 'Kakao' }),
      naver: t({ id: 'provider.naver', message: 'NAVER' }),
      google: t({ id: 'provider.google', message: 'Google' }),
      apple: t({ id: 'provider.apple', message: 'Apple' }),
      facebook: t({ id: 'provider.facebook', message: 'Facebook' }),
      line: t({ id: 'provider.line', message: 'LINE' }),
    }
    return names[id]
  }
}
