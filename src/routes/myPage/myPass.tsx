import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyPassScreen } from './-parts/myPassScreen.tsx'

export const Route = createFileRoute('/myPage/myPass')({
  staticData: { title: msg`My Pass` },
  component: MyPassScreen,
})
