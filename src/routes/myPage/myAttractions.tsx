import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyAttractionsScreen } from './-parts/myAttractionsScreen.tsx'

export const Route = createFileRoute('/myPage/myAttractions')({
  staticData: { title: msg`Favourites` },
  component: MyAttractionsScreen,
})
