import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from './-parts/historyScreen.tsx'

export const Route = createFileRoute('/myPage/attractionHistory')({
  staticData: { title: msg`Places visited` },
  component: HistoryScreen,
})
