import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ChangingInfoScreen } from './-parts/account/changingInfoScreen.tsx'

export const Route = createFileRoute('/myPage/changingInfo')({
  staticData: { title: msg`Edit details` },
  component: ChangingInfoScreen,
})
