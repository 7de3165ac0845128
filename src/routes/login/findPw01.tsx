import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FindPasswordScreen } from './-parts/findPasswordScreen.tsx'

export const Route = createFileRoute('/login/findPw01')({
  staticData: { layout: 'clean', title: msg`Forgot password?` },
  component: FindPasswordScreen,
})
