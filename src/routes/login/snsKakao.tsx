import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { KakaoScreen } from './-parts/kakaoScreen.tsx'

export const Route = createFileRoute('/login/snsKakao')({
  staticData: { layout: 'clean', title: msg`Sign in with Kakao` },
  component: Kakao,
})

function Kakao() {
  return <KakaoScreen wanted={Route.useSearch().returnTo} />
}
