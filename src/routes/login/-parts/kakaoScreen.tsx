import { Trans } from '@lingui/react/macro'
import { useProviders } from '#data/social.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import screen from '../../-shared/screen.module.css'
import { SocialButtons } from '../../-shared/social/socialButtons.tsx'
import { LoginFrame } from './loginFrame.tsx'

/** Renders the sign-in with Kakao alone, the address of an earlier client (decision 0160); `wanted` as on `/login`. */
export function KakaoScreen({ wanted }: { wanted: string | undefined }) {
  const { data } = useProviders()
  const isMissing = data !== undefined && !data.list.some(({ entranceSns }) => entranceSns === 'kakao')
  return (
    <LoginFrame
      address="/login/snsKakao"
      bar={<Trans>Sign in</Trans>}
      back="/login"
      title={<Trans>Sign in with Kakao</Trans>}
      text={isMissing ? undefined : <Trans>Kakao will open and then bring you back here.</Trans>}
      offline={<Trans>You are offline. You need a connection to sign in.</Trans>}
    >
      {isMissing && (
        <Banner tone="amber" role="status">
          <Trans>Kakao is not available here at the moment. Sign in another way.</Trans>
        </Banner>
      )}
      <div className={screen.ways}>
        {isMissing ? (
          <SocialButtons keep wanted={wanted} bare />
        ) : (
          <SocialButtons keep wanted={wanted} only="kakao" bare />
        )}
        <LinkButton to="/login" full kind={isMissing ? 'primary' : 'outline'}>
          <Trans>Sign in with email</Trans>
        </LinkButton>
      </div>
    </LoginFrame>
  )
}
