import { createFileRoute } from '@tanstack/react-router'
import { msg } from '@lingui/core/macro'
import { HomeScreen } from './-parts/home/home-screen.tsx'

export const Route = createFileRoute('/')({
  staticData: { layout: 'main', title: msg`Home` },
  component: HomeScreen,
})
