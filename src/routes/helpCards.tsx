import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HelpCardsScreen } from './helpCards/-parts/helpCardsScreen.tsx'

export const Route = createFileRoute('/helpCards')({
  staticData: { layout: 'default', title: msg`Korean help cards` },
  component: HelpCardsScreen,
})
