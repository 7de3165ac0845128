import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FindIdScreen } from './-parts/findIdScreen.tsx'

export const Route = createFileRoute('/login/findId01')({
  staticData: { layout: 'clean', title: msg`Forgot your ID?` },
  component: FindIdScreen,
})
