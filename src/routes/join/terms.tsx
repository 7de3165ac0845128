import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from './-parts/termsScreen.tsx'

export const Route = createFileRoute('/join/terms')({
  staticData: { layout: 'clean', title: msg`Sign up` },
  component: TermsScreen,
})
