import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TestScreen } from './test/-parts/testScreen.tsx'

export const Route = createFileRoute('/test')({
  staticData: { layout: 'default', title: msg`Diagnostics` },
  component: TestScreen,
})
