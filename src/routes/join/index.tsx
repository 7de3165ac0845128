import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from './-parts/joinScreen.tsx'

export const Route = createFileRoute('/join/')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  component: JoinScreen,
})
