import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RealCardScreen } from './-parts/card/realCardScreen.tsx'

export const Route = createFileRoute('/myPage/realCard')({
  staticData: { title: msg`My card passes` },
  component: RealCardScreen,
})
