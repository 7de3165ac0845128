import { createFileRoute } from '@tanstack/react-router'
import { msg } from '@lingui/core/macro'
import { HomeScreen } from './home/-parts/homeScreen.tsx'

export const Route = createFileRoute('/')({
  staticData: { layout: 'main', title: msg`Home` },
  component: HomeScreen,
})
