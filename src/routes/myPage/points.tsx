import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PointsScreen } from './-parts/coupon/pointsScreen.tsx'

export const Route = createFileRoute('/myPage/points')({
  staticData: { title: msg`Points` },
  component: PointsScreen,
})
