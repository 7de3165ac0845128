import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyInfoScreen } from './-parts/account/myInfoScreen.tsx'

export const Route = createFileRoute('/myPage/myInfo')({
  staticData: { title: msg`My details` },
  component: MyInfoScreen,
})
