import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitScreen } from './$product/-parts/visitScreen.tsx'

export const Route = createFileRoute('/visit')({
  staticData: { layout: 'default', title: msg`Your visit, step by step` },
  component: VisitScreen,
})
