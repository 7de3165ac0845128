import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyPageScreen } from './-parts/myPageScreen.tsx'

export const Route = createFileRoute('/myPage/')({
  staticData: { title: msg`My Page` },
  component: MyPageScreen,
})
