import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GateScreen } from './-parts/gate/gate-screen.tsx'

export const Route = createFileRoute('/gate')({
  staticData: { layout: 'clean', title: msg`Gate` },
  component: GateScreen,
})
