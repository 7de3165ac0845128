import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StillOpenScreen } from './-parts/stillOpen/stillOpenScreen.tsx'

export const Route = createFileRoute('/myPage/stillOpen')({
  staticData: { title: msg`Where I can still go` },
  component: StillOpenScreen,
})
