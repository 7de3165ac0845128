import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SecessionScreen } from './-parts/account/secessionScreen.tsx'

export const Route = createFileRoute('/myPage/secession')({
  staticData: { title: msg`Delete account` },
  component: SecessionScreen,
})
