import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GateScreen } from './gate/-parts/gateScreen.tsx'

export const Route = createFileRoute('/gate')({
  staticData: { layout: 'clean', title: msg`Gate` },
  component: GateScreen,
})
